"""``python -m simcore``: the command line alone, without the window's libraries."""

import atexit
import sys

from simcore.cli.main import main
from simcore.cli.output import ExitCode, end_process


def _ended() -> int:
    """Run the command; Python would make ``ExitCode.FOUND`` of a fault of the program."""
    try:
        return main()
    except Exception:  # noqa: BLE001 - nothing is above it but Python
        sys.excepthook(*sys.exc_info())
        return ExitCode.FAILED


if __name__ == "__main__":
    codes: list[int] = []
    atexit.register(lambda: end_process(*codes))  # what is registered first comes last
    codes.append(_ended())
    sys.exit(codes[0])
