"""Answering other processes from a resident library."""

import contextlib
import secrets
import shutil
import socket
import threading
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection, Listener, answer_challenge, deliver_challenge
from pathlib import Path

from simcore.model.errors import SimcoreError
from simcore.pipeline.resident import meeting
from simcore.pipeline.resident.library import ResidentLibrary
from simcore.pipeline.resident.messages import MOST_ASKED, VERSION, answer, decode, encode
from simcore.store.held_texts import file_at
from simcore.store.index import FingerprintIndex
from simcore.store.paths import resident_path
from simcore.text.reading import READER_VERSION

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
        self._folder, address = meeting.new_address()
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
            meeting.note(resident_path(index), self._address, self._key)
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
        with contextlib.suppress(*meeting.GONE):
            # another process may serve by now
            if meeting.noted_at(path) == (self._address, self._key):
                path.unlink()
        # wakes the thread that waits for clients
        try:
            meeting.connected(self._address).close()
        except meeting.GONE:  # somebody tidied the folder of the socket away
            self._shut()
        self._accepting.join(meeting.GREETING_SECONDS)
        with contextlib.suppress(OSError):
            self._listener.close()
        with self._lock:
            for client in self._clients:
                meeting.end(client)
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
            with contextlib.suppress(*meeting.GONE, SimcoreError):
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
        with meeting.within(meeting.GREETING_SECONDS, client):
            deliver_challenge(client, self._key)
            answer_challenge(client, self._key)
            client.send_bytes(encode(greeting))
        if not self._is_there():
            return
        with FingerprintIndex(self._index) as index:
            while not self._closing.is_set() and client.poll(_IDLE_SECONDS):
                with meeting.within(meeting.ANSWER_SECONDS, client):
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
