"""Budgets of candidates that a small library reaches."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from simcore.candidates.parameters import PARAMETERS

__all__ = ["limits"]


@contextmanager
def limits(**values: float) -> Iterator[pytest.MonkeyPatch]:
    """Set some of the parameters for all that propose pairs."""
    with pytest.MonkeyPatch.context() as patch:
        few = replace(PARAMETERS, **values)  # type: ignore[arg-type]
        for module in ("near", "sketches", "crowded", "postings"):
            patch.setattr(f"simcore.candidates.{module}.PARAMETERS", few)
        yield patch
