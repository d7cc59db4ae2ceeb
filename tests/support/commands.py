"""The command line as tests call it: in this process, or in one of its own."""

import csv
import io
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from places import ROOT

Run = Callable[..., tuple[int, str, str]]
"""Runs a command in this process; returns its exit code, its output and its complaints."""

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def rows(text: str) -> list[dict[str, str]]:
    """Read a table in CSV."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def started(*words: object, module: str = "simcore", **options: Any) -> "subprocess.Popen[bytes]":
    """Start the program, with both of its outputs in pipes unless they are named."""
    usual = {
        "args": [sys.executable, "-m", module, *map(str, words)],
        "env": {**os.environ, "PYTHONPATH": str(ROOT)},
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
    }
    return subprocess.Popen(**(usual | options))


def ended(*words: object, **options: Any) -> tuple[int, str, str]:
    """Run the program to its end; return its exit code and what it wrote."""
    process = started(*words, **options)
    out, err = process.communicate(timeout=120)
    decoded = [(one or b"").decode("utf-8", "surrogateescape") for one in (out, err)]
    return process.returncode, decoded[0], decoded[1]
