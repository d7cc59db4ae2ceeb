"""Asking the resident library of another process of the same person on this machine.

A process that has one notes beside the index where it listens, and a key: in a file that nobody
else may read. Who asks has to know the key, and each learns that the other does, before anything is
said. Whoever does not answer in time is left alone: then the index is asked, as without all this.
"""

import contextlib
import json
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection
from pathlib import Path

from simcore.files.opening import open_regular
from simcore.pipeline.resident.messages import BadMessageError, decode

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
