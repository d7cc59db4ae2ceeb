"""Answering other processes from a resident library.

Nothing here runs what another process sent: a message is numbers and arrays, of bounded size.

A process that has one notes beside the index where it listens, and a key: in a file that nobody
else may read. Who asks has to know the key, and each learns that the other does, before anything is
said. Whoever does not answer in time is left alone: then the index is asked, as without all this.
"""

import base64
import binascii
import contextlib
import json
import os
import secrets
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from multiprocessing import AuthenticationError
from multiprocessing.connection import (
    Client,
    Connection,
    Listener,
    answer_challenge,
    deliver_challenge,
)
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.inverted import Asked
from simcore.files.opening import open_regular
from simcore.formats.reading import READER_VERSION
from simcore.index.index import FingerprintIndex, file_at
from simcore.index.paths import resident_path
from simcore.model.config import ScanConfig
from simcore.model.reasons import ConfigError, SimcoreError
from simcore.model.records import TextId
from simcore.pipeline.resident import ResidentLibrary

VERSION = 1
"""Raised when a message changes: who speaks another version is not understood."""

MOST_ASKED = 1 << 25
"""Bytes of a question at most: the sketch of a text of 64 MB takes two thirds of that."""

MOST_ANSWERED = 1 << 28
"""Bytes of an answer at most: of ten million texts that share a sample."""


class BadMessageError(ValueError):
    """A message that this program does not send."""


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as bytes."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> dict[str, Any]:
    """Undo ``encode``. Raises ``BadMessageError``."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(repr(error)) from error
    if not isinstance(message, dict):
        raise BadMessageError("a message is an object")
    return message


def array_to_text(values: NDArray[Any]) -> str:
    """Return the bytes of an array as text: little-endian, in base64."""
    return base64.b64encode(values.astype(values.dtype.newbyteorder("<")).tobytes()).decode("ascii")


def array_from_text(text: object, dtype: str) -> NDArray[Any]:
    """Undo ``array_to_text``. Raises ``BadMessageError``.

    >>> array_from_text(array_to_text(np.array([3, 1], dtype=np.int32)), "<i4").tolist()
    [3, 1]
    """
    try:
        data = base64.b64decode(text if isinstance(text, str) else "?", validate=True)
        return np.frombuffer(data, dtype=dtype)
    except (binascii.Error, ValueError) as error:
        raise BadMessageError(repr(error)) from error


def asked_for_candidates(asked: Asked, config: ScanConfig) -> dict[str, Any]:
    """Return the question for ``ResidentLibrary.candidates``."""
    return {
        "ask": "candidates",
        "fingerprint": f"{asked.fingerprint:x}",
        "short": asked.short,
        "sketch": array_to_text(asked.sketch),
        "similarity": config.similarity,
        "containment": config.containment,
        "contained": config.contained,
        "distance": config.distance,
        "compared": config.compared_distance,
    }


def answer(question: dict[str, Any], library: ResidentLibrary) -> dict[str, Any]:
    """Answer a question. Raises ``BadMessageError`` for what is none."""
    try:
        match question["ask"]:
            case "candidates":
                sketch, short = _sketch(question["sketch"]), bool(question["short"])
                compared = question["compared"]
                config = ScanConfig(
                    similarity=float(question["similarity"]),
                    containment=float(question["containment"]),
                    contained=bool(question["contained"]),
                    distance=int(question["distance"]),
                    compared_distance=None if compared is None else int(compared),
                )
                asked = Asked(int(question["fingerprint"], 16), short, sketch)
                alike = library.candidates(asked, config)
                return {"texts": array_to_text(np.array(alike, dtype=np.int64))}
            case "size":
                return {"texts": array_to_text(np.array([len(library)], dtype=np.int64))}
            case "frequencies":
                found = library.frequencies(_sketch(question["sketch"]))
                return {"texts": array_to_text(found)}
            case "holders":
                most = max(0, int(question["most"]))
                texts, places = library.holders(_sketch(question["sketch"]), most)
                return {"texts": array_to_text(texts), "counts": array_to_text(places)}
            case other:
                raise BadMessageError(f"no such question: {other!r}")
    except (KeyError, TypeError, ValueError, OverflowError, ConfigError) as error:
        raise BadMessageError(repr(error)) from error


def _sketch(text: object) -> NDArray[np.uint32]:
    sketch = array_from_text(text, "<u4")
    # equal samples would count twice, and cost as much as anybody likes
    if (sketch[1:] <= sketch[:-1]).any():
        raise BadMessageError("the samples of a sketch ascend")
    return sketch


GREETING_SECONDS = 2.0
"""The time for both to prove that they know the key."""

ANSWER_SECONDS = 20.0
"""The time for one question and its answer."""

MOST_NOTED = 4_096
"""Bytes of the note beside an index at most, and of a greeting."""

GONE = (OSError, EOFError, AuthenticationError, BadMessageError)
"""What is raised where the other side has gone, or is none of ours."""

_LONGEST_ADDRESS = 100
"""Bytes of a socket's path: some systems allow 103, others 107."""


@contextlib.contextmanager
def within(seconds: float, connection: Connection) -> Iterator[None]:
    """End a connection unless a block is over in time, however slowly the other side goes on."""
    # a descriptor of its own: the number of a closed connection may be another file's already
    held = _held(connection)
    timer = threading.Timer(seconds, _shut, (held,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if isinstance(held, socket.socket):
            held.close()


def end(connection: Connection) -> None:
    """End a connection that another thread waits for."""
    held = _held(connection)
    _shut(held)
    if isinstance(held, socket.socket):
        held.close()


def _held(connection: Connection) -> socket.socket | Connection:
    if sys.platform == "win32":
        return connection
    return socket.socket(fileno=os.dup(connection.fileno()))


def _shut(held: socket.socket | Connection) -> None:
    with contextlib.suppress(OSError):
        if isinstance(held, socket.socket):
            held.shutdown(socket.SHUT_RDWR)
        else:
            held.close()


def new_address() -> tuple[Path | None, str | None]:
    """Return a new folder that nobody else may enter, and a socket's path in it; None for a pipe.

    Raises ``OSError`` if there is no place with a path that is short enough.
    """
    if sys.platform == "win32":
        return None, None
    short = "/tmp"  # noqa: S108 - the folder made there is nobody else's
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), short):
        if not base or len(os.fsencode(base)) > _LONGEST_ADDRESS - 20:
            continue
        with contextlib.suppress(OSError):
            folder = Path(tempfile.mkdtemp(prefix="variorum-", dir=base))
            return folder, str(folder / "s")
    raise OSError("no place for a socket")


def note(path: Path, address: str, key: bytes) -> None:
    """Write where to ask, for this person's eyes only."""
    told = json.dumps({"address": address, "key": key.hex()}).encode("ascii")
    with tempfile.NamedTemporaryFile(  # has mode 0600
        prefix=path.name, dir=path.parent, delete=False
    ) as file:
        made = Path(file.name)
        file.write(told)
    try:
        made.replace(path)
    except BaseException:
        made.unlink()
        raise


def noted_at(path: Path) -> tuple[str, bytes]:
    """Read where to ask, and the key.

    Raises ``OSError`` or ``BadMessageError`` if there is none, or others may have written it.
    """
    with open_regular(path) as file:
        status = os.fstat(file.fileno())
        if sys.platform != "win32" and (status.st_uid != os.geteuid() or status.st_mode & 0o077):
            raise BadMessageError("another person's")
        told = decode(file.read(MOST_NOTED))
    address, key = told.get("address"), told.get("key")
    if not isinstance(address, str) or not isinstance(key, str):
        raise BadMessageError("no address and key")
    try:
        return address, bytes.fromhex(key)
    except ValueError as error:
        raise BadMessageError(str(error)) from error


def connected(address: str) -> Connection:
    """Connect to an address. Raises ``OSError``, also if it takes too long."""
    if sys.platform == "win32":
        return Client(address)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.settimeout(GREETING_SECONDS)
        made.connect(address)
        made.settimeout(None)
        return Connection(made.detach())
    except (OSError, ValueError) as error:
        made.close()
        raise ConnectionError(str(error)) from error


_IDLE_SECONDS = 900.0
_MOST_CLIENTS = 16
_KEY_BYTES = 32


class ResidentServer(AbstractContextManager["ResidentServer"]):
    """Answers questions to a library by threads of its own, until it is closed.

    Before each answer the library follows the index. A client can neither hold up others nor end
    this: what is not asked rightly, or in time, ends its connection.
    """

    def __init__(self, library: ResidentLibrary, index: Path) -> None:
        self._library = library
        self._index = index
        self._key = secrets.token_bytes(_KEY_BYTES)
        self._folder, address = new_address()
        self._free = threading.Semaphore(_MOST_CLIENTS)
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._clients: set[Connection] = set()
        with contextlib.ExitStack() as made:
            made.callback(self._remove_folder)
            family = "AF_PIPE" if address is None else "AF_UNIX"
            self._listener = Listener(address, family, backlog=_MOST_CLIENTS)
            made.callback(self._listener.close)
            self._address = str(self._listener.address)
            note(resident_path(index), self._address, self._key)
            made.pop_all()
        self._accepting = threading.Thread(
            target=self._accept, name="variorum-resident", daemon=True
        )
        self._accepting.start()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Answer nobody any more. Returns when no question is being answered."""
        if self._closing.is_set():
            return
        self._closing.set()
        path = resident_path(self._index)
        with contextlib.suppress(*GONE):
            # another process may serve by now
            if noted_at(path) == (self._address, self._key):
                path.unlink()
        # wakes the thread that waits for clients
        try:
            connected(self._address).close()
        except GONE:  # somebody tidied the folder of the socket away
            self._shut()
        self._accepting.join(GREETING_SECONDS)
        with contextlib.suppress(OSError):
            self._listener.close()
        with self._lock:
            for client in self._clients:
                end(client)
        for _ in range(_MOST_CLIENTS):
            self._free.acquire()
        self._remove_folder()

    def _shut(self) -> None:
        """Wake the thread that waits for clients where none can come any more."""
        inner = getattr(self._listener, "_listener", None)
        waiting = getattr(inner, "_socket", None)
        if isinstance(waiting, socket.socket):
            with contextlib.suppress(OSError):
                waiting.shutdown(socket.SHUT_RDWR)

    def _remove_folder(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                client = self._listener.accept()
            except OSError:
                # no descriptor is free, or the client has gone already
                self._closing.wait(0.05)
                continue
            if self._closing.is_set() or not self._free.acquire(blocking=False):
                client.close()
                continue
            with self._lock:
                self._clients.add(client)
            threading.Thread(
                target=self._serve, args=(client,), name="variorum-asked", daemon=True
            ).start()

    def _serve(self, client: Connection) -> None:
        try:
            with contextlib.suppress(*GONE, SimcoreError):
                self._answer_all(client)
        finally:
            with self._lock:
                self._clients.discard(client)
                client.close()
            self._free.release()

    def _answer_all(self, client: Connection) -> None:
        greeting = {
            "version": VERSION,
            "reader": READER_VERSION,
            "recipe": self._library.recipe,
            "file": list(self._library.file),
        }
        with within(GREETING_SECONDS, client):
            deliver_challenge(client, self._key)
            answer_challenge(client, self._key)
            client.send_bytes(encode(greeting))
        if not self._is_there():
            return
        with FingerprintIndex(self._index) as index:
            while not self._closing.is_set() and client.poll(_IDLE_SECONDS):
                with within(ANSWER_SECONDS, client):
                    question = decode(client.recv_bytes(MOST_ASKED))
                    if not self._is_there():
                        return
                    self._library.refresh(index)
                    client.send_bytes(encode(answer(question, self._library)))

    def _is_there(self) -> bool:
        """Return whether the index is the one that was loaded; its owner notices later."""
        return file_at(self._index) == self._library.file


def serve_resident(library: ResidentLibrary, index: Path) -> ResidentServer | None:
    """Let other processes of this person ask a library, which has been loaded from this index.

    The newest process that serves an index is asked. None where that is not possible: an index in
    memory, a folder that cannot be written, a system without local sockets.
    """
    if str(index) == ":memory:":
        return None
    try:
        return ResidentServer(library, index)
    except (OSError, ValueError, AttributeError):
        return None


class ResidentClient(AbstractContextManager["ResidentClient"]):
    """The resident library of another process, see ``ResidentLibrary``.

    All questions raise ``ConnectionError`` once the other process has gone, does not answer in
    time, or has lost the index. One thread at a time asks.
    """

    def __init__(self, connection: Connection, recipe: str) -> None:
        self._connection = connection
        self.recipe = recipe
        """The key of the recipe of the fingerprints."""
        self._lock = threading.Lock()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ask no more."""
        self._connection.close()

    def candidates(self, asked: Asked, config: ScanConfig) -> list[TextId]:
        """Return the texts worth an exact comparison with one more, the most alike first."""
        told = self._told(asked_for_candidates(asked, config))
        return [TextId(text) for text in self._array(told, "texts", "<i8").tolist()]

    def __len__(self) -> int:
        return int(self._array(self._told({"ask": "size"}), "texts", "<i8").sum())

    def frequencies(self, samples: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return about how many texts have each of some samples, which ascend."""
        told = self._told({"ask": "frequencies", "sketch": array_to_text(samples)})
        counts = self._array(told, "texts", "<i8")
        if len(counts) != len(samples):
            raise self._ended(BadMessageError("each sample has a count"))
        return counts

    def holders(
        self, samples: NDArray[np.uint32], most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return texts that have any of some samples, and the position of the sample."""
        told = self._told({"ask": "holders", "sketch": array_to_text(samples), "most": most})
        texts, places = (self._array(told, name, "<i8") for name in ("texts", "counts"))
        if len(places) != len(texts):
            raise self._ended(BadMessageError("each text has a place"))
        if len(places) and not 0 <= places.min() <= places.max() < len(samples):
            raise self._ended(BadMessageError("a place that is none"))
        return texts, places

    def _told(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            with self._lock, within(ANSWER_SECONDS, self._connection):
                self._connection.send_bytes(encode(question))
                return decode(self._connection.recv_bytes(MOST_ANSWERED))
        except GONE as error:
            raise self._ended(error) from error

    def _array(self, told: dict[str, Any], name: str, dtype: str) -> NDArray[Any]:
        try:
            return array_from_text(told.get(name), dtype)
        except BadMessageError as error:
            raise self._ended(error) from error

    def _ended(self, error: Exception) -> ConnectionError:
        self.close()
        return ConnectionError(str(error))


Resident = ResidentLibrary | ResidentClient
"""A resident library, in this process or another."""


def ask_resident(index: Path, recipe: str | None = None) -> ResidentClient | None:
    """Return the resident library of an index in another process, None if there is none.

    None, too, if it is another person's, of another version, of another file than is there now, or
    of another ``recipe`` than asked for. Takes ``GREETING_SECONDS`` at most, and without a file
    that names one a few microseconds.
    """
    try:
        address, key = noted_at(resident_path(index))
        connection = connected(address)
    except GONE:
        return None
    try:
        with within(GREETING_SECONDS, connection):
            answer_challenge(connection, key)
            deliver_challenge(connection, key)
            greeting = decode(connection.recv_bytes(MOST_NOTED))
    except GONE:
        connection.close()
        return None
    told = greeting.get("recipe")
    fits = greeting.get("version") == VERSION and greeting.get("reader") == READER_VERSION
    fits &= greeting.get("file") == list(file_at(index)) and recipe in {None, told}
    if not fits or not isinstance(told, str):
        connection.close()
        return None
    return ResidentClient(connection, told)
