"""A session of Spark for a command: made, or a sentence that says what is missing."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.model.errors import ConfigError, SimcoreError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LEAST_JAVA = 17
"""That of Spark 4."""

_LEAST_SPARK = (4, 1)
_NO_SPARK = 'PySpark is not installed: pip install "variorum[spark]"'
_DEBIAN = "on Debian and Ubuntu: apt install default-jre-headless"
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_SECONDS = 60
_MEMORY = "spark.driver.memory"
_OF_PYTHON = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit): .+$", re.MULTILINE)
_COLON = re.compile(r"Relative path in absolute URI: \.?(.+?)(?:\.crc)?$", re.MULTILINE)
_CAUSE = re.compile(r"Caused by: (?:[\w$]+\.)+[\w$]+: (.+)")


def has_session() -> bool:
    """Return whether this process has a session, or ``spark-submit`` has started it with one."""
    if _submitted():
        return True
    if sys.modules.get("pyspark.sql") is None:
        return False
    from pyspark.sql import SparkSession  # noqa: PLC0415 - it is optional

    return SparkSession.getActiveSession() is not None


def _submitted() -> bool:
    return "PYSPARK_GATEWAY_PORT" in os.environ


def open_session(master: str | None, *, progress: bool = False) -> "SparkSession":
    """Return the session of ``spark-submit``, or start one at a ``master``, or on this machine.

    On this machine, all processors and half of the memory are used. Raises ``SimcoreError`` if
    PySpark or Java is missing or too old, or the session does not start.
    """
    # of versions that it does not name yet, at each use
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    try:
        import pyarrow  # noqa: F401, PLC0415 - it is optional
        import pyspark  # noqa: PLC0415 - as above
        from pyspark.errors import PySparkException  # noqa: PLC0415 - as above
        from pyspark.sql import SparkSession  # noqa: PLC0415 - as above
    except ImportError as error:
        raise SimcoreError(_NO_SPARK) from error
    version = tuple(int(part) for part in re.findall(r"\d+", pyspark.__version__)[:2])
    if version < _LEAST_SPARK:
        least = ".".join(map(str, _LEAST_SPARK))
        raise SimcoreError(f"PySpark is version {pyspark.__version__}; at least {least} is needed")
    builder = SparkSession.builder.appName("variorum")
    if _submitted():
        if master is not None:
            raise ConfigError("--master is an option of spark-submit here: name it there")
    else:
        check_java()
        where = master or "local[*]"
        shown = str(progress and sys.stderr.isatty()).lower()
        builder = builder.master(where).config("spark.ui.showConsoleProgress", shown)
        builder = builder.config("spark.log.level", "FATAL")
        if where.startswith("local"):
            # or else names of this machine are looked up, for up to a minute
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
            # or else workers would be any python3 of the PATH
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            if _MEMORY not in _own_settings():  # or else one gigabyte
                builder = builder.config(_MEMORY, f"{_half_of_memory()}m")
    try:
        session = builder.getOrCreate()
    except (PySparkException, OSError) as error:
        raise SimcoreError(f"Spark does not start: {_first_line(error)}") from error
    session.sparkContext.setLogLevel("FATAL")
    return session


@contextlib.contextmanager
def errors_said() -> Iterator[None]:
    """Raise ``SimcoreError`` for what Spark raises in a block, with its cause in a sentence."""
    try:
        yield
    except spark_errors() as error:
        raise SimcoreError(f"the job failed: {cause_of(error)}") from error


def spark_errors() -> tuple[type[Exception], ...]:
    """Return what Spark raises: errors of its own, and those of Java that it does not know."""
    from py4j.protocol import Py4JJavaError  # noqa: PLC0415 - it is optional
    from pyspark.errors import PySparkException  # noqa: PLC0415 - as above

    return PySparkException, Py4JJavaError


def cause_of(error: BaseException) -> str:
    """Return what made a task fail: the last error of its Python, or that of Java."""
    said = str(error)
    colon = _COLON.search(said)
    if colon is not None:
        return f"Hadoop reads no names with a colon: {colon[1]}; rename it, or leave it out"
    for sign in (_OF_PYTHON, _CAUSE):
        found = sign.findall(said)
        if found:
            plain = re.sub(r"^\[[A-Z_.0-9]+\] ?", "", str(found[-1]).strip())
            return re.sub(r" ?SQLSTATE: \w+$", "", plain)
    return _first_line(error)


def _own_settings() -> str:
    """Return the defaults that a person has set for Spark, as they stand in a file."""
    folder = os.environ.get("SPARK_CONF_DIR") or f"{os.environ.get('SPARK_HOME', '')}/conf"
    try:
        return Path(folder, "spark-defaults.conf").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _half_of_memory() -> int:
    """Return half of the memory of this machine in megabytes, or two gigabytes."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 21
    except (AttributeError, ValueError, OSError):  # of Windows
        return 2_048


def check_java() -> None:
    """Raise ``SimcoreError`` if there is no Java that Spark can be run with."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if java is None:
        raise SimcoreError(f"Spark needs Java {LEAST_JAVA} or newer, and there is none; {_DEBIAN}")
    try:
        said = subprocess.run(  # noqa: S603 - what the user has named as Java
            [java, "-version"], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SimcoreError(f"{java} cannot be run: {error}; {_DEBIAN}") from error
    found = _VERSION.search(said.stderr + said.stdout)
    if found is None or int(found[1]) < LEAST_JAVA:
        what = f"is version {found[1]}" if found else "does not say its version"
        raise SimcoreError(
            f"Spark needs Java {LEAST_JAVA} or newer, and {java} {what}; {_DEBIAN}, or name "
            "another one by JAVA_HOME"
        )


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
