"""The start of Java for Spark, without the lines that it says of itself."""

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from typing import Any

_SECONDS = 5
_CHUNK = 1 << 16
_STANDARD_ERROR = 2


@contextlib.contextmanager
def quiet_start(settings: Mapping[str, str]) -> Iterator[None]:
    """Start Spark with ``settings``, unless it runs; a block makes its session.

    What Java writes to its standard error until the block ends is shown only if Java itself ends
    before: it is then the only one to say why. Later words are passed on as they come. Raises what
    PySpark raises.
    """
    from pyspark import SparkConf, SparkContext  # noqa: PLC0415 - it is optional
    from pyspark.errors import PySparkRuntimeError  # noqa: PLC0415 - as above
    from pyspark.java_gateway import launch_gateway  # noqa: PLC0415 - as above

    if SparkContext._gateway is not None:  # noqa: SLF001 - PySpark has no other way to ask
        yield
        return
    said = _Said()
    conf = SparkConf().setAll([*settings.items()])
    try:
        with _ended_if_interrupted():
            gateway = launch_gateway(conf, {"stderr": said.end})
    except PySparkRuntimeError:
        said.show()
        raise
    finally:
        said.close()
    try:
        SparkContext(conf=conf, gateway=gateway)
        yield
    finally:
        said.pass_on()


@contextlib.contextmanager
def _ended_if_interrupted() -> Iterator[None]:
    """End a Java that a block starts if that fails: nobody is left to whom it could answer.

    It would stay for ever: while it starts it does not look whether its caller is there.
    """
    from pyspark import java_gateway  # noqa: PLC0415 - it is optional

    started: list[subprocess.Popen[bytes]] = []
    usual = java_gateway.Popen

    def noted(*words: Any, **given: Any) -> "subprocess.Popen[bytes]":
        started.append(usual(*words, **given))
        return started[-1]

    java_gateway.Popen = noted
    try:
        yield
    except BaseException:
        for one in started:
            one.kill()
        raise
    finally:
        java_gateway.Popen = usual


class _Said:
    """What is written to the ``end`` of a pipe: held, until it is to be passed on."""

    def __init__(self) -> None:
        beginning, self.end = os.pipe()
        self._held: bytearray | None = bytearray()
        self._lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, args=(beginning,), daemon=True)
        self._reader.start()

    def close(self) -> None:
        """Leave the end to the process that has it."""
        if self.end >= 0:
            os.close(self.end)
            self.end = -1

    def show(self) -> None:
        """Write all that is held: its process has ended."""
        self.close()
        self._reader.join(_SECONDS)
        if self._held is not None:
            _write(bytes(self._held))

    def pass_on(self) -> None:
        """Forget what is held, and write what comes from now on."""
        with self._lock:
            self._held = None

    def _read(self, beginning: int) -> None:
        while chunk := os.read(beginning, _CHUNK):
            with self._lock:
                if self._held is not None:
                    self._held += chunk
                    continue
            _write(chunk)
        os.close(beginning)


def _write(chunk: bytes) -> None:
    with contextlib.suppress(OSError):  # it may be closed
        os.write(_STANDARD_ERROR, chunk)
