"""Texts: documents of one normal form are one, and each text has a number, by its hash.

All that follows is about texts, and a thousand copies need only one of each. The documents of a
text come together in a bucket of hashes, where their text is numbered; so the numbers follow from
the documents alone, in whatever order and parts these were read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from simcore.candidates.sketches import pack_sketches
from simcore.cluster.packets import (
    NUMBER,
    Packet,
    Rows,
    Sender,
    by_bucket,
    in_rows,
    pack,
    pack_rows,
    packets_of,
    places_by_bucket,
    unpack_rows,
)
from simcore.formats.reading import read_by_choice
from simcore.grouping.keeping import GAP_NS
from simcore.index.paths import path_elsewhere
from simcore.model.config import ScanConfig
from simcore.model.formats import format_of
from simcore.model.reasons import ReadError, Reason, ReasonCode, reason_in, to_json
from simcore.model.records import (
    FACTS,
    ROW,
    DecodedText,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    ProblemStage,
    Script,
    TextId,
)
from simcore.pipeline.candidates import MOST_COPIED
from simcore.pipeline.jobs import fingerprinted, why_without_words, without_text
from simcore.strings.pairs import decoded_string
from simcore.text.normal_form import content_hash
from simcore.workers import JobFailed, bounded_memory, make_executor, stop_executor

_SENT = ["id", "text_hash", "content_hash", "short", "characters", "fingerprint"]
_AT_ONCE = 4_096

OF_TEXTS, OF_COMMON, OF_PAIRS, OF_OTHERS = range(4)
"""The kinds of packets, in the order in which those of a bucket come."""

Integers = NDArray[np.int64]

TEXTS = pa.schema(
    [
        ("first", pa.string()),
        ("others", pa.list_(pa.string())),
        ("documents", pa.int64()),
        ("contents", pa.int64()),
        ("short", pa.bool_()),
        ("characters", pa.int64()),
        ("fingerprint", pa.binary()),
    ]
)
"""A row a text: the ids of its first document and the others, how many, and how many differ."""


def bucket_of(hashes: Sequence[bytes], buckets: int) -> Integers:
    """Return in which of so many buckets each hash is: the buckets are ranges of hashes."""
    first = np.frombuffer(b"".join(one[:4] for one in hashes), dtype=">u4").astype(np.int64)
    return first * buckets >> 32


@dataclass(frozen=True, slots=True)
class SpreadDocuments(Sender):
    """Sends documents that others may be like to the buckets of their texts."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets."""
        for batch in rows:
            there = pc.and_(pc.is_valid(batch["text_hash"]), pc.greater(batch["size"], 0))
            some = batch.select(_SENT).filter(pc.or_(pc.is_valid(batch["fingerprint"]), there))
            where = bucket_of(some["text_hash"].to_pylist(), self.buckets)
            for bucket, at in places_by_bucket(where):
                yield Packet(bucket, 0, OF_TEXTS, pack_rows(some.take(pa.array(at))))


def number_texts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return the texts of exchanged documents, as packets to the bucket that they are in.

    Each has rows of ``TEXTS``, and its place is the number of the first one in its bucket.
    """
    return in_rows(_numbered(rows))


def _numbered(rows: Rows) -> Iterator[Packet]:
    for bucket, packets in by_bucket(rows):
        table = pa.Table.from_batches([unpack_rows(one.data) for one in packets])
        # ids are compared by their bytes in UTF-8, as by their characters
        table = table.sort_by([("text_hash", "ascending"), ("id", "ascending")])
        table = table.combine_chunks()
        hashes = np.array(table["text_hash"].to_pylist(), dtype=object)
        first = np.flatnonzero(np.concatenate([[True], hashes[1:] != hashes[:-1]]))
        documents = np.diff(first, append=len(hashes))
        contents = [
            len({*table["content_hash"][start : start + count].to_pylist()}) if count > 1 else 1
            for start, count in zip(first.tolist(), documents.tolist(), strict=True)
        ]
        ids = pa.array(table["id"].to_pylist(), pa.string())
        others = ids.filter(pa.array(np.isin(np.arange(len(hashes)), first, invert=True)))
        ends = np.concatenate([[0], np.cumsum(documents - 1)]).astype(np.int32)
        texts = table.take(pa.array(first)).drop_columns(["text_hash", "content_hash"])
        texts = texts.rename_columns({"id": "first"})
        texts = texts.append_column("others", pa.ListArray.from_arrays(pa.array(ends), others))
        texts = texts.append_column("documents", pa.array(documents))
        texts = texts.append_column("contents", pa.array(contents, pa.int64()))
        ordered = texts.select(TEXTS.names).cast(TEXTS).combine_chunks()
        for start in range(0, len(ordered), _AT_ONCE):
            (batch,) = ordered.slice(start, _AT_ONCE).combine_chunks().to_batches()
            yield Packet(bucket, start, OF_TEXTS, pack_rows(batch))


COUNTED = pa.schema(
    [
        ("bucket", pa.int64()),
        ("texts", pa.int64()),
        ("worded", pa.int64()),
        ("usual", pa.int64()),
        ("documents", pa.int64()),
        ("copied", pa.list_(pa.int64())),
        ("copies", pa.list_(pa.int64())),
    ]
)


def count_texts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many texts each bucket has, how many have words, and how many enough of them.

    And in how many documents those with words are, and which of them are in most: their numbers in
    the bucket, and in how many.
    """
    for packet in packets_of(rows):
        batch = unpack_rows(packet.data)
        worded = batch.filter(pc.is_valid(batch["fingerprint"]))
        has_words = batch["fingerprint"].is_valid().to_numpy(zero_copy_only=False)
        copies = batch["documents"].to_numpy() * has_words
        copied = np.argsort(-copies, kind="stable")[:MOST_COPIED]
        copied = copied[copies[copied] > 1]
        row = {
            "bucket": packet.to,
            "texts": batch.num_rows,
            "worded": worded.num_rows,
            "usual": worded.num_rows - (pc.sum(worded["short"]).as_py() or 0),
            "documents": pc.sum(worded["documents"]).as_py() or 0,
            "copied": copied + packet.place,
            "copies": copies[copied],
        }
        yield pa.RecordBatch.from_pylist([row], schema=COUNTED)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of texts: those of bucket b begin with ``starts[b]``, and end the next ones."""

    starts: Integers

    @classmethod
    def of(cls, counted: pa.Table, buckets: int) -> "Numbering":
        """Return the numbers of texts, of which so many were counted."""
        of_each = np.zeros(buckets, dtype=np.int64)
        np.add.at(of_each, counted["bucket"].to_numpy(), counted["texts"].to_numpy())
        return cls(np.concatenate([[0], np.cumsum(of_each)]))

    @property
    def texts(self) -> int:
        """How many there are."""
        return int(self.starts[-1])

    @property
    def buckets(self) -> int:
        """In how many buckets."""
        return len(self.starts) - 1

    def most_copied(self, counted: pa.Table) -> Integers:
        """Return the texts in most documents, of those that were counted in each bucket."""
        first = self.starts[counted["bucket"].to_numpy()]
        sizes = pc.list_value_length(counted["copied"]).to_numpy()
        numbers = np.repeat(first, sizes) + pc.list_flatten(counted["copied"]).to_numpy()
        copies = pc.list_flatten(counted["copies"]).to_numpy()
        found: Integers = numbers[np.lexsort((numbers, -copies))][:MOST_COPIED]
        return found

    def buckets_of(self, numbers: Integers) -> Integers:
        """Return the buckets of texts."""
        found: Integers = np.searchsorted(self.starts, numbers, side="right") - 1
        return found

    def first_of(self, packet: Packet) -> int:
        """Return the number of the first text of a packet."""
        return int(self.starts[packet.to]) + packet.place

    def split(self, numbers: Integers) -> Iterator[tuple[int, Integers]]:
        """Return the buckets of texts, and where the texts of each are among them."""
        return places_by_bucket(self.buckets_of(numbers))


@dataclass(frozen=True, slots=True)
class TakeCharacters(Sender):
    """Takes how many characters texts have, in the order of their numbers."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of the number of the first text, and the characters of all, to theirs."""
        for packet in packets_of(rows):
            characters = unpack_rows(packet.data)["characters"].to_numpy()
            first = np.array([self.numbering.first_of(packet)])
            yield packet._replace(data=pack([first, characters.astype(np.int64)]))


@dataclass(frozen=True, slots=True)
class TakeNames:
    """Takes the ids of the first documents of texts."""

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return ``PACKETS``, in the place of each of texts."""
        return in_rows(
            one._replace(data=pack_rows(unpack_rows(one.data).select(["first"])))
            for one in packets_of(rows)
        )


_TYPES = {
    bytes: pa.binary(),
    str: pa.string(),
    bool: pa.bool_(),
    int: pa.int64(),
    Fingerprint | None: pa.binary(),
    Reason | None: pa.string(),
    Script | None: pa.string(),
}
_OF_READ = [name for name in FACTS if name != "by_hand"]  # no encoding is chosen in a cluster

TOLD = ("id", *_OF_READ, "size", "modified_ns")
"""What ``document_of`` takes of the columns of ``DOCUMENTS``."""

DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("stage", pa.string()),
        ("problem", pa.string()),
        *((name, _TYPES[FACTS[name]]) for name in _OF_READ),
        ("short", pa.bool_()),
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

RESULTS = Path("/results")
"""The file of results that documents have paths below until there is one."""


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
                sketches = pack_sketches([one.pop("sketch") or b"" for one in made])
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
    with bounded_memory():
        return read_by_choice(format_of(name, data), name, data, content, {})[0]


def _listed(batch: pa.RecordBatch) -> Iterator[Sequence[Any]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _row_of(read: Fingerprinted, text: str, width: int) -> dict[str, object]:
    value = read.fingerprint
    return {name: getattr(read, name) for name in _OF_READ} | {
        "cut_short": None if read.cut_short is None else to_json(read.cut_short),
        "script": read.script and read.script.value,
        "short": read.features < read.least_features,
        "fingerprint": None if value is None else value.to_bytes(max(8, width // 8), "little"),
        "sketch": read.sketch,
        "text": text,
    }


def document_of(at: int, row: Mapping[str, Any], least: int, *, named: bool) -> Document:
    """Return the document of a row of ``TOLD`` and the ``number`` of its text.

    Its id is ``at``; ``named`` is whether it is a file.
    """
    path = path_elsewhere(RESULTS, row["id"])
    value, script, cut_short = row["fingerprint"], row["script"], row["cut_short"]
    read: dict[str, Any] = {name: row[name] for name in _OF_READ} | {
        "fingerprint": None if value is None else Fingerprint(int.from_bytes(value, "little")),
        "cut_short": None if cut_short is None else reason_in(cut_short),
        "script": None if script is None else Script(script),
        "title": row["title"] or "",
    }
    return Document(
        id=DocumentId(at),
        text=TextId(row["number"]),
        path=path,
        real_path=path,
        size=row["size"],
        mtime_ns=row["modified_ns"],
        device=0 if named else ROW,
        inode=0,
        least_features=least,
        elsewhere=row["id"],
        **read,
    )


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
