"""The entry point: from its first line on, Ctrl+C ends the program with a line.

Worker processes import this module again, so it and its early imports must stay light.
"""

import atexit
import gc
import os
import signal
import sys
import types
from collections.abc import Sequence

_IMPORTING = "<frozen importlib"
_FAILED = 4  # what Python ends with of itself, 1, is said where something was found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code, see ``simcore.cli.output``.

    ``argv`` is the process's if not given. Then Ctrl+C ends the process by the signal's own action,
    so that a shell ends its loop, too, and reports 130.
    """
    signals: list[int] = []
    if argv is None:
        atexit.register(_end_by, signals)  # what is registered first comes last
    before, hook = signal.signal(signal.SIGINT, _interrupt), sys.unraisablehook
    mine = before is signal.default_int_handler
    if mine:
        sys.unraisablehook = _not_raised
    else:  # a shell has it ignored
        signal.signal(signal.SIGINT, before)
    try:
        from .main import run_words

        code = run_words(sys.argv[1:] if argv is None else argv)
        signals.append(code - 128)
    except KeyboardInterrupt:
        _end()
        return 130
    except Exception:
        if argv is not None:
            raise
        sys.excepthook(*sys.exc_info())
        return _FAILED
    else:
        return code
    finally:
        if argv is None:
            gc.freeze()  # the end of a process looks for cycles among all that lives, twice
        if mine:
            signal.signal(signal.SIGINT, before if argv is not None else _end)
            sys.unraisablehook = hook


def _interrupt(_number: int, frame: types.FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, but during an import end the program at once.

    C modules turn it into other errors there, or lose it. A kill would leave nothing worse.
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
    _end_by([signal.SIGINT])
    os._exit(130)


def _end_by(signals: list[int]) -> None:
    """End this process by a signal's own action if it ended a command, where signals exist."""
    if os.name != "posix" or not {signal.SIGINT, signal.SIGTERM}.intersection(signals):
        return
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError, RuntimeError):  # closed, or at work just now
            continue
    signal.signal(signals[0], signal.SIG_DFL)
    os.kill(os.getpid(), signals[0])


if __name__ == "__main__":
    sys.exit(main())
