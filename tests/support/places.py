"""The path of the checkout, and Python as a test starts it from there."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python_environment() -> dict[str, str]:
    """Return an environment in which Python finds the packages and the helpers of the tests."""
    folders = ROOT, Path(__file__).resolve().parent
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}


def printed_by(code: str) -> str:
    """Return what a new Python prints that runs some code, whatever becomes of it."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=python_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout
