"""The documents of a job as rows: read once, each with all that is compared of its text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pyarrow as pa

from simcore.candidates.sketch_codec import pack
from simcore.cluster.frames import NUMBER, Rows
from simcore.grouping.keeping.runs import GAP_NS
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.formats import format_of
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_in, to_json
from simcore.model.records import (
    DecodedText,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    ProblemStage,
)
from simcore.pipeline.fingerprinting import fingerprinted, why_without_words, without_text
from simcore.strings.reading import decoded_string
from simcore.text.chosen import read_by_choice
from simcore.text.hashing import content_hash
from simcore.workers.memory import bounded_memory
from simcore.workers.pool import make_executor, stop_executor
from simcore.workers.worker import JobFailed

DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("stage", pa.string()),
        ("problem", pa.string()),
        ("content_hash", pa.binary()),
        ("text_hash", pa.binary()),
        ("form_hash", pa.binary()),
        ("words_hash", pa.binary()),
        ("encoding", pa.string()),
        ("lossy", pa.bool_()),
        ("cut_short", pa.string()),
        ("guessed", pa.bool_()),
        ("title", pa.string()),
        ("script", pa.string()),
        ("stated", pa.int64()),
        ("characters", pa.int64()),
        ("tokens", pa.int64()),
        ("features", pa.int64()),
        ("short", pa.bool_()),
        ("fingerprint", pa.binary()),
        ("sketch", pa.binary()),
        ("size", pa.int64()),
        ("modified_ns", pa.int64()),
        ("text", pa.string()),
    ]
)
"""A row a document, by its id. ``stage`` and ``problem`` say why one could not be read, and all
else is null then; of one without words there is no ``fingerprint``. That has its lowest byte first,
``sketch`` is packed as the index has it, ``problem`` and ``cut_short`` are reasons in JSON."""

_FOLDER = ListedFolder("", "")


@dataclass(frozen=True, slots=True)
class ReadDocuments:
    """Reads rows of ``id`` and either ``text`` or ``content``, the bytes of a file of that name.

    What cannot be read is a row with its problem; so is one that has a reason in ``unread``. A null
    text is an empty one. Formats such as PDF are parsed in a process of their own, which may take
    ``config.seconds_a_file`` seconds and end in any way.
    """

    config: ScanConfig
    width: int

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``DOCUMENTS``."""
        executor = make_executor(1, self.config.seconds_a_file)
        try:
            for batch in rows:
                given = [dict(zip(batch.schema.names, row, strict=True)) for row in _listed(batch)]
                made = [self._read(one, executor) for one in given]
                sketches = pack([one.pop("sketch") or b"" for one in made])
                for one, sketch in zip(made, sketches, strict=True):
                    one["sketch"] = sketch if one.get("text_hash") is not None else None
                yield pa.RecordBatch.from_pylist(made, schema=DOCUMENTS)
        finally:
            stop_executor(executor)

    def _read(self, given: Mapping[str, Any], executor: Executor) -> dict[str, Any]:
        """Read one document; the sketch is not packed yet."""
        name, modified = given["id"] or "", given.get("modified_ns") or 0
        data = given["content"] if "content" in given else (given["text"] or "").encode()
        size = given.get("size") or len(data or b"")
        none: dict[str, Any] = {"id": given["id"], "size": size, "modified_ns": modified}
        none["sketch"] = None
        unread = given.get("unread") or (to_json(Reason(ReasonCode.GONE)) if data is None else None)
        if unread is not None:
            return none | {"stage": ProblemStage.READ.value, "problem": unread}
        content = content_hash(data)
        try:
            decoded = (
                _decoded(name, data, content, executor)
                if "content" in given
                else decoded_string(given["text"] or "")
            )
        except ReadError as error:
            return none | {
                "stage": ProblemStage.DECODE.value,
                "problem": to_json(error.reason),
                "content_hash": content,
            }
        source = ListedFile(_FOLDER, name, len(data), modified, 0, 0)
        read = fingerprinted(source, content, decoded, self.config)
        return none | _row_of(read, decoded.text, self.width)


def _decoded(name: str, data: bytes, content: bytes, executor: Executor) -> DecodedText:
    """Return the text of a file. Raises ``ReadError``."""
    last = PurePosixPath(name).name
    of = format_of(last, data)
    if of is None or of.decoded:
        return read_by_choice(of, last, data, content, {})[0]
    try:
        return executor.submit(_parsed, last, data, content).result()
    except JobFailed as failure:
        raise ReadError(failure.reason) from failure
    except ReadError as error:
        return without_text(error)


def _parsed(name: str, data: bytes, content: bytes) -> DecodedText:
    """Return the text of a file that has to be parsed; runs in a process of its own."""
    with bounded_memory():
        return read_by_choice(format_of(name, data), name, data, content, {})[0]


def _listed(batch: pa.RecordBatch) -> Iterator[Sequence[Any]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _row_of(read: Fingerprinted, text: str, width: int) -> dict[str, object]:
    value = read.fingerprint
    return {
        "content_hash": read.content_hash,
        "text_hash": read.text_hash,
        "form_hash": read.form_hash,
        "words_hash": read.words_hash,
        "encoding": read.encoding,
        "lossy": read.lossy,
        "cut_short": None if read.cut_short is None else to_json(read.cut_short),
        "guessed": read.guessed,
        "title": read.title,
        "script": read.script and read.script.value,
        "stated": read.stated,
        "characters": read.characters,
        "tokens": read.tokens,
        "features": read.features,
        "short": read.features < read.least_features,
        "fingerprint": None if value is None else value.to_bytes(max(8, width // 8), "little"),
        "sketch": read.sketch,
        "text": text,
    }


FINGERPRINTS = pa.schema(
    [
        ("id", pa.string()),
        ("fingerprint", pa.string()),
        ("tokens", pa.int64()),
        ("encoding", pa.string()),
    ]
)
"""Columns of ``variorum fingerprints``: hexadecimal digits, null where there are no words."""

PROBLEMS = pa.schema(
    [("id", pa.string()), ("stage", pa.string()), ("reason", pa.string()), ("code", pa.string())]
)
"""Columns of ``variorum problems``; what is said of all documents has no id."""


@dataclass(frozen=True, slots=True)
class TakeFingerprints:
    """Takes the fingerprints of documents that could be read, of so many bits."""

    width: int

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``FINGERPRINTS``."""
        for batch in rows:
            some = batch.select(["id", "problem", "fingerprint", "tokens", "encoding"])
            found = [row for row in some.to_pylist() if row.pop("problem") is None]
            for row in found:
                value = row["fingerprint"]
                number = None if value is None else int.from_bytes(value, "little")
                row["fingerprint"] = None if number is None else f"{number:0{self.width // 4}x}"
            yield pa.RecordBatch.from_pylist(found, schema=FINGERPRINTS)


def take_problems(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return rows of ``PROBLEMS`` of documents."""
    for batch in rows:
        told = batch.select(_OF_PROBLEMS).to_pylist()
        yield from problem_rows(
            (row["id"], *found) for row in told for found in _problems(row)
        ).to_batches()


def unread_problems(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return rows of ``PROBLEMS`` of what was not read at all: ``id``, and why, as ``unread``."""
    for batch in rows:
        pairs = zip(batch["id"].to_pylist(), batch["unread"].to_pylist(), strict=True)
        found = problem_rows((name, ProblemStage.READ, reason_in(why)) for name, why in pairs)
        yield from found.to_batches()


def problem_rows(problems: Iterable[tuple[str | None, ProblemStage, Reason]]) -> pa.Table:
    """Return problems as rows of ``PROBLEMS``."""
    found = [
        {"id": name, "stage": stage.value, "reason": str(reason), "code": reason.code.value}
        for name, stage, reason in problems
    ]
    return pa.Table.from_pylist(found, schema=PROBLEMS)


_OF_PROBLEMS = "id stage problem fingerprint cut_short guessed encoding characters".split()


def _problems(row: Mapping[str, Any]) -> Iterator[tuple[ProblemStage, Reason]]:
    if row["problem"] is not None:
        yield ProblemStage(row["stage"]), reason_in(row["problem"])
        return
    if row["fingerprint"] is None:
        yield why_without_words(row["encoding"], row["characters"])
    if row["cut_short"] is not None:
        why = reason_in(row["cut_short"])
        yield ProblemStage.DECODE, Reason(ReasonCode.CUT_SHORT, (why,))
    if row["guessed"]:
        yield ProblemStage.DECODE, Reason(ReasonCode.ENCODING_GUESSED, (row["encoding"],))


TIMES = pa.schema([("least", pa.int64()), ("most", pa.int64())])
"""The first and the last of the times of modification in a minute."""


def take_times(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return rows of ``TIMES``: of all documents of a part, which any lie between."""
    least: dict[int, int] = {}
    most: dict[int, int] = {}
    for batch in rows:
        if not batch.num_rows:
            continue
        times = np.sort(batch["modified_ns"].to_numpy())
        minutes, first = np.unique(times // GAP_NS, return_index=True)
        last = np.append(first[1:], len(times)) - 1
        for minute, one, other in zip(
            minutes.tolist(), times[first].tolist(), times[last].tolist(), strict=True
        ):
            least[minute] = min(one, least.get(minute, one))
            most[minute] = max(other, most.get(minute, other))
    yield pa.RecordBatch.from_pydict(
        {"least": [*least.values()], "most": [most[minute] for minute in least]}, schema=TIMES
    )


def count_rows(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many rows there are."""
    for batch in rows:
        yield pa.RecordBatch.from_pylist([{"number": batch.num_rows}], schema=NUMBER)
