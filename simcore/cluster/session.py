"""A session of Spark for a command: made, or a sentence that says what is missing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.model.errors import SimcoreError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LEAST_JAVA = 17
"""That of Spark 4."""

_LEAST_SPARK = (4, 1)
_NO_SPARK = 'PySpark is not installed: pip install "variorum[spark]"'
_DEBIAN = "on Debian and Ubuntu: apt install default-jre-headless"
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_SECONDS = 60


def open_session(master: str | None) -> "SparkSession":
    """Return the session of ``spark-submit``, or start one at a ``master``, or on this machine.

    On this machine, all processors are used. Raises ``SimcoreError`` if PySpark or Java is missing
    or too old, or the session does not start.
    """
    try:
        import pyspark  # noqa: PLC0415 - it is optional
        from pyspark.errors import PySparkException  # noqa: PLC0415 - as above
        from pyspark.sql import SparkSession  # noqa: PLC0415 - as above
    except ImportError as error:
        raise SimcoreError(_NO_SPARK) from error
    version = tuple(int(part) for part in re.findall(r"\d+", pyspark.__version__)[:2])
    if version < _LEAST_SPARK:
        least = ".".join(map(str, _LEAST_SPARK))
        raise SimcoreError(f"PySpark is version {pyspark.__version__}; at least {least} is needed")
    builder = SparkSession.builder.appName("variorum")
    if "PYSPARK_GATEWAY_PORT" not in os.environ:  # which spark-submit sets: it has a Java
        check_java()
        where = master or "local[*]"
        builder = builder.master(where)
        if where.startswith("local"):
            # or else names of this machine are looked up, for up to a minute
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
            # or else workers would be any python3 of the PATH
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        session = builder.getOrCreate()
    except (PySparkException, OSError) as error:
        raise SimcoreError(f"Spark does not start: {_first_line(error)}") from error
    session.sparkContext.setLogLevel("ERROR")
    return session


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
