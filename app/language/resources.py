"""The paths of the files that ship with the program: icons, sample documents."""

from importlib import resources
from pathlib import Path


def resource(*names: str) -> Path:
    """Return the path of a bundled file or folder; it need not exist.

    Installed, the files are the package ``variorum_resources``; in a source checkout they are the
    folder ``resources`` beside the package ``app``.
    """
    try:
        root = Path(str(resources.files("variorum_resources")))
    except ModuleNotFoundError:
        root = Path(__file__).resolve().parents[2] / "resources"
    return root.joinpath(*names)
