"""Indexes of earlier versions."""

import pytest

from simcore.index.database import Database


def without_reading_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the step of the schema after which every document is read again.

    What other steps have read again is seen without it only.
    """
    steps = (one for one in Database.migrations if "delete from fingerprint;" not in one)
    monkeypatch.setattr(Database, "migrations", tuple(steps))
