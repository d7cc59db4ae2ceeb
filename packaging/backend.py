"""What pip and other installers call (PEP 517 and 660): setuptools' own, and what the core needs.

Only builds that have to compile, and where there is no compiler, ask for one, and only those that
have to make the tables ask for what makes them.
"""

from collections.abc import Mapping
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from native.outputs import Outputs
from native.targets import UnbuildableError, asked_for, this_machine

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what has to be there before a wheel is built."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_needed()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what has to be there before the checkout itself is installed."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_needed()]


def _needed() -> list[str]:
    try:
        target = asked_for()
        return Outputs(target or this_machine(), released=target is not None).requirements()
    except UnbuildableError as error:
        raise SystemExit(str(error)) from None  # one sentence, without a trace
