"""The sketches of all texts of an index, inverted in a file beside it and mapped into memory.

One question should not wait until 65 MB of sketches are read: of the file only the pages are read
that it needs. It is a cache. The sketch of a text never changes under its id, so texts that came
after the file are asked about in the index, and those that have gone are left out. Each file has a
random mark that the index got before: an index with another one has another past. A file of such
an index, of another version or a damaged one is not used; a scan that has read files writes
it anew where there is none that serves, or a quarter of the texts are others. Where documents are
forgotten for their age it goes with them.

A disk that fails under a mapping ends the process. So the window, which must not end, has a library
in memory, and a scan that searches again where few texts have changed reads the file instead.
"""

import contextlib
import functools
import json
import mmap
import os
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.packed_postings import PackedPostings
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import promising
from simcore.candidates.sample_ranges import SampleRanges, positions_in, sizes_by_sampling
from simcore.files.disk import identity
from simcore.files.opening import lock, open_lock, open_regular
from simcore.model.errors import SimcoreError
from simcore.model.records import TextId
from simcore.store.held_texts import every_text, file_at, mark_anew, mark_of, one_state
from simcore.store.index import FingerprintIndex
from simcore.store.paths import sketches_path
from simcore.store.schema import MIGRATIONS
from simcore.text.hashing import content_hash
from simcore.text.reading import READER_VERSION
from simcore.workers.memory import give_back

LEAST_TEXTS = 5_000
"""Of fewer texts all sketches are read in no time."""

_MAGIC = b"Variorum sketches 2\n"
_HEADER_BYTES = 1 << 14
_ALIGNED = 64
_AT_ONCE = 1 << 24
_MOST_OTHERS = 0.25
_ARRAYS = ("texts", "level", "sizes", "starts", "rest", "lower", "upper")
_KINDS = frozenset({"u1", "u2", "i4", "i8"})

_Values = NDArray[np.uint32]
_Integers = NDArray[np.int64]
_Check = Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class MappedSketches:
    """Texts of an index and their sketches; arrays are as those of ``InvertedTexts``.

    ``newest`` is the greatest id that a text had when the file was made: later ones are not here.
    """

    texts: _Integers
    level: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    postings: PackedPostings
    gone: NDArray[np.bool_]
    newest: int

    def candidates(self, sketch: _Values, containment: float) -> set[TextId]:
        """Return what ``FingerprintIndex.sketch_candidates`` does of these texts."""
        (level,), own = sizes_by_sampling(sketch, np.array([len(sketch)], dtype=np.int64))
        (shared,) = self.postings.counted([sketch], len(self.texts))
        at = np.flatnonzero((shared > 0) & ~self.gone)
        levels = np.maximum(level, self.level[at])
        one, other = own[levels, 0], self.sizes[levels, at].astype(np.float64)
        worth = promising(shared[at].astype(np.float64), one, other, levels > 0, containment)
        return set(map(TextId, self.texts[at[worth]].tolist()))

    def frequencies(self, samples: _Values) -> _Integers:
        """Return how many of these texts have each of some samples."""
        found = np.zeros(len(samples), dtype=np.int64)
        for asked, owners in self.postings.holding(samples):
            found += np.bincount(asked[~self.gone[owners]], minlength=len(samples))
        return found


def mapped_sketches(index: FingerprintIndex, *, read: bool = False) -> MappedSketches | None:
    """Return the sketches in the file beside an index as they are now; None if it does not serve.

    They are ``read`` into memory, and then each byte is checked, or mapped. Raises the errors of
    the index.
    """
    if str(index.path) == ":memory:":
        return None
    with (
        contextlib.suppress(OSError, ValueError, LookupError, TypeError),
        open_regular(sketches_path(index.path)) as file,
    ):
        header = _header_of(file)
        if _is_of(index, header):
            held: mmap.mmap | bytes
            if read:
                file.seek(0)
                held = file.read()
                if zlib.crc32(memoryview(held)[_HEADER_BYTES:]) != header["sum"]:
                    raise ValueError(file.name)
            else:
                held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            found = _found(header, held)
            _, here = positions_in(every_text(index), found.texts)
            return replace(found, gone=~here)
    return None


def keep_sketches(index: FingerprintIndex, check: _Check, *, read: bool) -> None:
    """Write the file beside an index if there is none that serves.

    Where files were ``read``, texts may be others. ``check`` is called often, and may raise; what
    was there is left then. A file that cannot be written is none: a question takes longer.
    """
    if str(index.path) == ":memory:":
        return
    known = _serving(index)
    if known is not None and not read:
        return
    with index.reading():
        texts = every_text(index)
    if len(texts) < LEAST_TEXTS:
        return
    if known is not None:
        newest, before = known
        here = int(np.count_nonzero(texts <= newest))
        if before - here + len(texts) - here <= _MOST_OTHERS * len(texts):
            return
    with contextlib.suppress(SimcoreError, OSError):
        _put(sketches_path(index.path), partial(_pieces, index, check), check)


def _serving(index: FingerprintIndex) -> tuple[int, int] | None:
    """Return the newest text of the file and how many it has; None if it does not serve."""
    with (
        contextlib.suppress(OSError, ValueError, LookupError, TypeError),
        open_regular(sketches_path(index.path)) as file,
    ):
        header = _header_of(file)
        if _is_of(index, header):
            return int(header["newest"]), int(header["texts"])
    return None


def _made_as() -> list[Any]:
    """Return all that sketches depend on beside the text."""
    parameters = content_hash(repr(PARAMETERS).encode()).hex()
    return [len(MIGRATIONS), READER_VERSION, parameters, sys.byteorder]


def _is_of(index: FingerprintIndex, header: dict[str, Any]) -> bool:
    """Return whether a file is of this index, and as it would be made now."""
    return bool(header["made as"] == _made_as() and header["mark"] == mark_of(index))


def _pieces(index: FingerprintIndex, check: _Check) -> list[Any]:
    """Mark the index; return what is to be written: nothing where a text has no sketch yet."""
    mark_anew(index)
    with one_state(index):
        mark, texts = mark_of(index), every_text(index)
        samples, seen = SampleRanges(len(texts)), 0
        for ids, values, sizes in index.sketches():
            check()
            at, there = positions_in(texts, ids)
            if not there.all():
                return []
            samples.add(at, values, sizes)
            seen += len(ids)
    if seen < len(texts):
        return []  # a text of an early version has none until it is read again
    level, sizes_of_each = samples.level.astype(np.uint8), samples.sizes

    def check_and_give_back() -> None:
        check()
        give_back()  # what is dropped lies in pieces among what is still there

    postings = PackedPostings.of_samples(samples, check_and_give_back)
    del samples
    packed = postings.starts, postings.rest, postings.lower, postings.upper
    arrays = dict(zip(_ARRAYS, (texts, level, sizes_of_each, *packed), strict=True))
    described: list[list[Any]] = []
    end = _HEADER_BYTES
    for name, one in arrays.items():
        described.append([name, one.dtype.str[1:], list(one.shape), end])
        end += -(-one.nbytes // _ALIGNED) * _ALIGNED
    pieces: list[Any] = []
    for one in arrays.values():
        pieces += [np.ascontiguousarray(one).data, bytes(-one.nbytes % _ALIGNED)]
    header = {
        "made as": _made_as(),
        "mark": mark,
        "newest": int(texts[-1]),
        "texts": len(texts),
        "shift": postings.shift,
        "bits": postings.bits,
        "arrays": described,
        "bytes": end,
        "sum": functools.reduce(lambda before, piece: zlib.crc32(piece, before), pieces, 0),
    }
    written = json.dumps(header).encode()
    first = _MAGIC + content_hash(written) + written
    return [first.ljust(_HEADER_BYTES, b"\0"), *pieces]


def _put(path: Path, made: Callable[[], list[Any]], check: _Check) -> None:
    """Write what is ``made`` to a file that takes the name in the end; not while another one does.

    Raises ``OSError``, and what ``made`` and ``check`` raise.
    """
    part = path.with_name(f".{path.name}.part")
    with open_lock(part) as file:
        # what another one has just finished has the name already, and may be mapped
        if not lock(file, alone=True) or file_at(part) != identity(os.fstat(file.fileno())):
            return
        try:
            pieces = made()
            if not pieces:
                part.unlink()
                return
            file.truncate(0)
            for piece in pieces:
                view = memoryview(piece).cast("B")
                while view:
                    check()
                    view = view[file.write(view[:_AT_ONCE]) :]
            os.fsync(file.fileno())  # the name must not be there before the bytes
        except BaseException:
            part.unlink()
            raise
    os.replace(part, path)  # noqa: PTH105 - the documented atomic one


def _header_of(file: IO[bytes]) -> dict[str, Any]:
    """Read the header of a file. Raises ``OSError``, and ``ValueError`` if it is not whole."""
    first = file.read(_HEADER_BYTES)
    start = len(_MAGIC)
    written = first[start + 16 :].rstrip(b"\0")
    if not first.startswith(_MAGIC) or first[start : start + 16] != content_hash(written):
        raise ValueError(file.name)
    header: dict[str, Any] = json.loads(written)
    if header["bytes"] != os.fstat(file.fileno()).st_size:
        raise ValueError(file.name)
    return header


def _found(header: dict[str, Any], held: mmap.mmap | bytes) -> MappedSketches:
    """Return what a file has. Raises ``ValueError`` where it cannot have been written so."""
    arrays: list[NDArray[Any]] = []
    for name, (named, kind, shape, at) in zip(_ARRAYS, header["arrays"], strict=True):
        if name != named or kind not in _KINDS:
            raise ValueError(named)
        some = np.frombuffer(held, dtype=kind, count=int(np.prod(shape)), offset=at)
        arrays.append(some.reshape(shape))
    texts, level, sizes, starts, rest, lower, upper = arrays
    postings = PackedPostings(header["shift"], starts, rest, lower, header["bits"], upper)
    if starts[0] != 0 or starts[-1] != len(rest) or (starts[1:] < starts[:-1]).any():
        raise ValueError(header["newest"])
    gone = np.zeros(len(texts), dtype=np.bool_)
    return MappedSketches(texts, level, sizes, postings, gone, header["newest"])
