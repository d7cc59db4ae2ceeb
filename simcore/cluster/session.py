"""A session of Spark for a command: made, or a sentence that says what is missing."""

import contextlib
import importlib.util
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.model.reasons import ConfigError, SimcoreError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_ANSWER_SECONDS = 5
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
        self._reader.join(_ANSWER_SECONDS)
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


LEAST_JAVA = 17
"""That of Spark 4."""

_LEAST_SPARK = (4, 1)
_NO_SPARK = 'PySpark is not installed: pip install "variorum[spark]"'
_DEBIAN = "on Debian and Ubuntu: apt install default-jre-headless"
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_START_SECONDS = 60
_MEMORY = "spark.driver.memory"
_OF_PYTHON = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit): .+$", re.MULTILINE)
_COLON = re.compile(r"Relative path in absolute URI: \.?(.+?)(?:\.crc)?$", re.MULTILINE)
_CAUSE = re.compile(r"Caused by: (?:[\w$]+\.)+[\w$]+: (.+)")

_NO_READER = re.compile(
    r'ClassNotFoundException: Class (\S+) not found|No FileSystem for scheme "([^"]+)"'
)
_PACKAGES = {
    "s3a": "hadoop-aws",
    "gs": "hadoop-gcp",
    "azurebfs": "hadoop-azure",
    "oss": "hadoop-aliyun",
}
"""The packages of Hadoop that read addresses, by the package of their class, or their scheme."""
_OF_GOOGLE = "com.google.cloud.bigdataoss:gcs-connector (that for Hadoop 3)"

_SETTERS = (
    "HADOOP_CONF_DIR YARN_CONF_DIR PYSPARK_SUBMIT_ARGS SPARK_SUBMIT_OPTS SPARK_DIST_CLASSPATH "
    "SPARK_REMOTE JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS"
).split()
_SETTING_FILES = "spark-defaults.conf spark-env.sh spark-env.cmd core-site.xml".split()
_OWN_LOGGING = "log4j2.properties log4j2.xml log4j2.yaml log4j2.json".split()


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


def will_be_plain(master: str | None) -> bool:
    """Return whether Spark is going to be started on this machine with nobody's settings.

    What is no address is a path of this machine then, seen from the current folder.
    """
    folder = _settings_folder()
    return (
        (master is None or master.startswith("local"))
        and not _submitted()
        and not _java_runs()
        and not any(map(os.environ.get, _SETTERS))
        and not any((folder / name).exists() for name in _SETTING_FILES)
    )


def check_installed() -> None:
    """Raise ``SimcoreError`` if PySpark is missing or too old; Java is not looked for."""
    try:
        import pyarrow  # noqa: F401, PLC0415 - it is optional
        import pyspark  # noqa: PLC0415 - as above
    except ImportError as error:
        raise SimcoreError(_NO_SPARK) from error
    version = tuple(int(part) for part in re.findall(r"\d+", pyspark.__version__)[:2])
    if version < _LEAST_SPARK:
        least = ".".join(map(str, _LEAST_SPARK))
        raise SimcoreError(f"PySpark is version {pyspark.__version__}; at least {least} is needed")


def open_session(master: str | None, *, progress: bool = False) -> "SparkSession":
    """Return the session of ``spark-submit``, or start one at a ``master``, or on this machine.

    On this machine, all processors and half of the memory are used. Spark is silent, unless there
    are settings of its logs. Raises ``SimcoreError`` if PySpark or Java is missing or too old, or
    the session does not start.
    """
    # of versions that it does not name yet, at each use
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    check_installed()
    from pyspark.sql import SparkSession  # noqa: PLC0415 - it is optional

    logged = any((_settings_folder() / name).exists() for name in _OWN_LOGGING)
    settings = {"spark.app.name": "variorum"}
    if _submitted():
        if master is not None:
            raise ConfigError("--master is an option of spark-submit here: name it there")
    else:
        check_java()
        settings |= _own_settings(master or "local[*]")
        settings["spark.ui.showConsoleProgress"] = str(progress and sys.stderr.isatty()).lower()
        if not logged:
            settings["spark.log.level"] = "FATAL"
    quiet = contextlib.nullcontext() if logged else quiet_start(settings)
    failures: tuple[type[Exception], ...] = (*spark_errors(), OSError)
    try:
        with _own_interrupts(), quiet:
            session = SparkSession.builder.config(map=settings).getOrCreate()
            if not logged:
                session.sparkContext.setLogLevel("FATAL")
            # or else what is in the current folder is imported first: a checkout that is not built
            session.sparkContext.environment.setdefault("PYTHONSAFEPATH", "1")
    except failures as error:
        why = sentence_of(error)
        if "stopped SparkContext" in why:  # it gave up in a minute, and tells its log alone
            why = f"{settings.get('spark.master', 'the cluster')} gives no answer, or refuses"
        raise SimcoreError(f"Spark does not start: {why}") from error
    return session


@contextlib.contextmanager
def _own_interrupts() -> Iterator[None]:
    """Keep what Ctrl+C does: PySpark would ask Java about it, in the middle of another question.

    What is under way between both then breaks, and py4j logs it with its tracebacks, of which none
    says more than that: some of it as the root logger, by a function that gives this a handler for
    standard error if it has none. From then on what py4j's own loggers pass up would be printed,
    too, and no filter of the root is asked about that: so they pass nothing up.
    """
    logging.getLogger().addFilter(_is_not_of_py4j)
    logging.getLogger("py4j").propagate = False
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if handler is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)


def _is_not_of_py4j(record: logging.LogRecord) -> bool:
    return "py4j" not in Path(record.pathname).parts


def _own_settings(master: str) -> dict[str, str]:
    """Return what a session at a ``master`` is given; environment variables are set for it, too."""
    settings = {"spark.master": master}
    if master.startswith("local"):
        # or else names of this machine are looked up, for up to a minute
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        # or else workers would be any python3 of the PATH
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        if _MEMORY not in _defaults():  # or else one gigabyte
            settings[_MEMORY] = f"{_half_of_memory()}m"
    return settings


@contextlib.contextmanager
def errors_said() -> Iterator[None]:
    """Raise ``SimcoreError`` for what Spark raises in a block, with its cause in a sentence."""
    try:
        yield
    except spark_errors() as error:
        raise SimcoreError(f"the job failed: {cause_of(error)}") from error


def place_of(session: "SparkSession", where: str) -> tuple[Any, Any]:
    """Return a path or an address and its file system, as Java has them.

    Raises what Spark raises.
    """
    java: Any = session._jvm  # noqa: SLF001 - PySpark has no other way to a file system
    path = java.org.apache.hadoop.fs.Path(where)
    return path, path.getFileSystem(session._jsparkSession.sessionState().newHadoopConf())  # noqa: SLF001 - as above


def spark_errors() -> tuple[type[Exception], ...]:
    """Return what Spark raises: errors of its own, those of Java, and that Java has ended."""
    from py4j.protocol import Py4JError  # noqa: PLC0415 - it is optional
    from pyspark.errors import PySparkException  # noqa: PLC0415 - as above

    return PySparkException, Py4JError, ConnectionError


def cause_of(error: BaseException) -> str:
    """Return what made a task fail: the last error of its Python, or that of Java."""
    if isinstance(error, ConnectionError) or type(error).__name__ == "Py4JNetworkError":
        return "Java has ended: it was stopped, or found no memory"
    said = str(error)
    colon = _COLON.search(said)
    if colon is not None:
        return f"Hadoop reads no names with a colon: {colon[1]}; rename it, or leave it out"
    for sign in (_OF_PYTHON, _CAUSE):
        found = sign.findall(said)
        if found:
            return _without_codes(str(found[-1]).strip())
    return sentence_of(error)


def sentence_of(error: BaseException) -> str:
    """Return what is said by an error of Spark, without the classes that it came through."""
    no_reader = _NO_READER.search(str(error))
    if no_reader is not None:
        return _package_for(no_reader[1] or "", no_reader[2] or "")
    lines = [line.strip() for line in str(error).splitlines()]
    said = next((line for line in lines if line and not line.startswith("An error occ")), "")
    said = re.sub(r"^(?:: )?(?:[\w$]+\.)+[\w$]+: ", "", said.removeprefix(": "))
    return _without_codes(said).rstrip(". ") or type(error).__name__


def _without_codes(said: str) -> str:
    return re.sub(r" ?SQLSTATE: \w+$", "", re.sub(r"^\[[A-Z_.0-9]+\] ?", "", said))


def _package_for(missing: str, scheme: str) -> str:
    """Say what reads addresses for which Spark's ``missing`` class is, or none is for a scheme."""
    if scheme == "s3":
        return "Spark has no reader for s3: addresses; write s3a: in its place"
    names = [scheme, *missing.split(".")]
    package = next((_PACKAGES[name] for name in names if name in _PACKAGES), None)
    if scheme == "gs":  # before version 3.5, where Hadoop has its own
        what = f"add the package {_OF_GOOGLE}"
    elif package is not None:
        what = f"add the package org.apache.hadoop:{package}:{_hadoop()}"
    else:
        what = f"add a package that has {missing or 'one'}"
    which = f"{scheme}:" if scheme else "such"
    return (
        f"Spark has no reader for {which} addresses; {what}, by --packages of spark-submit or as "
        "spark.jars.packages in spark-defaults.conf"
    )


def _hadoop() -> str:
    """Return the version of Hadoop that Spark runs with."""
    from pyspark import SparkContext  # noqa: PLC0415 - it is optional

    java: Any = SparkContext._jvm  # noqa: SLF001 - PySpark has no other way to Java
    return str(java.org.apache.hadoop.util.VersionInfo.getVersion())


def _java_runs() -> bool:
    spark = sys.modules.get("pyspark")
    return spark is not None and spark.SparkContext._gateway is not None  # noqa: SLF001 - as above


def _settings_folder() -> Path:
    """Return the folder in which settings of Spark are, if there are any."""
    named = os.environ.get("SPARK_CONF_DIR")
    if named:
        return Path(named)
    home = os.environ.get("SPARK_HOME")
    if home:
        return Path(home, "conf")
    found = importlib.util.find_spec("pyspark")
    return Path((found and found.origin) or "").parent / "conf"


def _defaults() -> str:
    """Return the defaults that a person has set for Spark, as they stand in a file."""
    try:
        return (_settings_folder() / "spark-defaults.conf").read_text(encoding="utf-8")
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
    home, java = os.environ.get("JAVA_HOME"), shutil.which("java")
    if home:
        other = f"unset it to have {java}" if java else "not be set"
        java = shutil.which("java", path=str(Path(home, "bin")))
        if java is None:
            raise SimcoreError(
                f"JAVA_HOME names {home}, where there is no Java (bin/java): let it name that of "
                f"Java {LEAST_JAVA} or newer, or {other}"
            )
    if java is None:
        raise SimcoreError(f"Spark needs Java {LEAST_JAVA} or newer, and there is none; {_DEBIAN}")
    try:
        said = subprocess.run(  # noqa: S603 - what the user has named as Java
            [java, "-version"], capture_output=True, text=True, timeout=_START_SECONDS, check=False
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
