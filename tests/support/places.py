"""The path of the checkout, and the environment for a test that starts Python from it."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python_environment() -> dict[str, str]:
    """Return an environment in which Python finds the packages and the helpers of the tests."""
    folders = ROOT, Path(__file__).resolve().parent
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
