"""What is seen of the start of Spark: nothing where it starts, all where Java ends."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simcore.cluster.session import open_session
from simcore.model.reasons import SimcoreError

pytestmark = pytest.mark.usefixtures("quick")
_START = "from simcore.cluster.session import open_session; open_session('local[1]').stop()"
_LOGS = """
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = own: %m%n
"""


def started(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    command, environment = [sys.executable, *words], os.environ | variables
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


# as py4j does when a question is interrupted and, on a busy machine, its socket is gone by then
_INTERRUPTED = """
import logging, py4j.java_gateway
from simcore.cluster.session import _own_interrupts
told = "logging.exception('interrupted'); logging.getLogger('py4j.clientserver').error('gone')"
with _own_interrupts():
    exec(compile(told, py4j.java_gateway.__file__, "exec"))
logging.getLogger("another").error("said")
"""


def test_what_py4j_logs_of_an_interrupt_is_not_printed() -> None:
    assert started("-c", _INTERRUPTED).stderr == "ERROR:another:said\n"


def test_own_settings_of_logs_print_what_they_say(tmp_path: Path, quick: dict[str, str]) -> None:
    (tmp_path / "log4j2.properties").write_text(_LOGS)
    found = started("-c", _START, SPARK_CONF_DIR=str(tmp_path), **quick)
    assert found.returncode == 0
    assert "own: " in found.stderr


def test_a_java_that_ends_says_why(tmp_path: Path) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(
        '#!/bin/sh\n[ "$1" = -version ] && echo \'version "17"\' && exit\n'
        "echo 'there is no memory' >&2\nexit 1\n"
    )
    java.chmod(0o755)
    found = started("-c", _START, JAVA_HOME=str(tmp_path))
    assert found.returncode == 1
    assert found.stderr.startswith("there is no memory\n")
    assert "Spark does not start: Java gateway process exited" in found.stderr


def test_a_master_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import IllegalArgumentException  # noqa: PLC0415 - it is optional

    @contextlib.contextmanager
    def given_up(_: object) -> Iterator[None]:
        raise IllegalArgumentException("Cannot call methods on a stopped SparkContext.\nThis ...")
        yield

    monkeypatch.setattr("simcore.cluster.session.quiet_start", given_up)
    with pytest.raises(SimcoreError) as error:
        open_session("spark://none:7077")
    assert str(error.value) == (
        "Spark does not start: spark://none:7077 gives no answer, or refuses"
    )


def test_workers_have_what_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: dict[str, str]
) -> None:
    """Not what is in the current folder, such as a checkout that is not built.

    The start of Spark itself prints nothing.
    """
    (tmp_path / "simcore").mkdir()
    (tmp_path / "simcore" / "__init__.py").write_text("raise OSError('not this one')")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("some words")
    monkeypatch.chdir(tmp_path)
    ran = started("-P", "-m", "simcore", "cluster", "in", "out", **quick)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("1 document, 0 pairs, 0 groups\n")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("at_work", [False, True])
def test_ctrl_c_leaves_nothing(tmp_path: Path, quick: dict[str, str], at_work: bool) -> None:
    """While Java starts, and in a job: neither Java, which has this output, nor a folder."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("some words")
    java, starts = tmp_path / "bin" / "java", tmp_path / "starts"
    java.parent.mkdir()
    usual = shutil.which("java", path=str(Path(os.environ.get("JAVA_HOME", ""), "bin")))
    java.write_text(
        f'#!/bin/sh\n[ "$1" = -version ] || : > "{starts}"\n'
        f'exec {usual or shutil.which("java")} "$@"\n'
    )
    java.chmod(0o755)
    awaited = tmp_path / "out" / "_claim" if at_work else starts
    with subprocess.Popen(
        [sys.executable, "-m", "simcore", "cluster", tmp_path / "in", tmp_path / "out"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env=os.environ | quick | {"JAVA_HOME": str(tmp_path)},
    ) as ran:
        until = time.monotonic() + 120
        while time.monotonic() < until and not awaited.exists():
            time.sleep(0.05)
        assert awaited.exists()
        time.sleep(0.5)
        os.killpg(ran.pid, signal.SIGINT)
        said, _ = ran.communicate(timeout=120)
    assert (said, ran.returncode) == ("variorum: interrupted\n", -signal.SIGINT)
    assert not (tmp_path / "out").exists()
