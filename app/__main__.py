"""The entry point: from its first line on, Ctrl+C ends the program with a line and 130.

Worker processes import this module again, so it must stay light; so must whatever is imported
before Ctrl+C is dealt with.
"""

import gc
import os
import signal
import sys
import types
from collections.abc import Sequence

_IMPORTING = "<frozen importlib"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code: 0, 1 for a failed run, 2 for wrong usage.

    ``argv`` is that of the process if none is given; then Ctrl+C belongs to the program to its
    very end. It ends it with 130.
    """
    before, hook = signal.signal(signal.SIGINT, _interrupt), sys.unraisablehook
    mine = before is signal.default_int_handler
    if mine:
        sys.unraisablehook = _not_raised
    else:  # a shell has it ignored
        signal.signal(signal.SIGINT, before)
    try:
        from .command_line import run_words  # noqa: PLC0415 - see the docstring

        return run_words(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        _end()
        return 130
    finally:
        if argv is None:
            gc.freeze()  # the end of a process looks for cycles among all that lives, twice
        if mine:
            signal.signal(signal.SIGINT, before if argv is not None else _end)
            sys.unraisablehook = hook


def _interrupt(_number: int, frame: types.FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, but in the middle of an import end the program at once.

    Modules in C make other errors of it there, or lose it. Nothing is half done that a kill would
    not leave as well.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            _end()
        frame = frame.f_back
    raise KeyboardInterrupt


def _not_raised(error: "sys.UnraisableHookArgs") -> None:
    if isinstance(error.exc_value, KeyboardInterrupt):
        _end()  # in what Python calls by itself, as when an object goes
    sys.__unraisablehook__(error)


def _end(*_signal: object) -> None:
    os.write(2, b"variorum: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
