"""Asking the resident library of another process."""

import threading
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.inverted import Asked
from simcore.model.config import ScanConfig
from simcore.model.records import TextId
from simcore.pipeline.resident import meeting
from simcore.pipeline.resident.library import ResidentLibrary
from simcore.pipeline.resident.messages import (
    MOST_ANSWERED,
    VERSION,
    BadMessageError,
    array_from_text,
    array_to_text,
    asked_for_candidates,
    decode,
    encode,
)
from simcore.store.held_texts import file_at
from simcore.store.paths import resident_path
from simcore.text.reading import READER_VERSION


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
            with self._lock, meeting.within(meeting.ANSWER_SECONDS, self._connection):
                self._connection.send_bytes(encode(question))
                return decode(self._connection.recv_bytes(MOST_ANSWERED))
        except meeting.GONE as error:
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
        address, key = meeting.noted_at(resident_path(index))
        connection = meeting.connected(address)
    except meeting.GONE:
        return None
    try:
        with meeting.within(meeting.GREETING_SECONDS, connection):
            answer_challenge(connection, key)
            deliver_challenge(connection, key)
            greeting = decode(connection.recv_bytes(meeting.MOST_NOTED))
    except meeting.GONE:
        connection.close()
        return None
    told = greeting.get("recipe")
    fits = greeting.get("version") == VERSION and greeting.get("reader") == READER_VERSION
    fits &= greeting.get("file") == list(file_at(index)) and recipe in {None, told}
    if not fits or not isinstance(told, str):
        connection.close()
        return None
    return ResidentClient(connection, told)
