"""What ``variorum cluster`` needs is asked for in a sentence; these tests need none of it."""

import sys
from pathlib import Path

import pytest

import simcore
from simcore.cli.main import main
from simcore.cluster import session

Captured = pytest.CaptureFixture[str]
DEBIAN = "on Debian and Ubuntu: apt install default-jre-headless"


of_shell = pytest.mark.skipif(sys.platform == "win32", reason="Java is a script of a shell here")


def java(folder: Path, said: str) -> Path:
    """Make a Java that says nothing but its version."""
    made = folder / "bin" / "java"
    made.parent.mkdir(parents=True)
    made.write_text(f"#!/bin/sh\necho '{said}' >&2\n")
    made.chmod(0o755)
    return folder


def refused() -> str:
    with pytest.raises(simcore.SimcoreError) as error:
        session.check_java()
    return str(error.value)


def test_no_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refused() == f"Spark needs Java 17 or newer, and there is none; {DEBIAN}"


@of_shell
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('openjdk version "11.0.20" 2023-07-18', "is version 11"),
        ('java version "1.8.0_381"', "is version 8"),
        ("no Java at all", "does not say its version"),
        *((f'openjdk version "{version}"', None) for version in ("17.0.1", "21", "25-ea")),
    ],
)
def test_versions_of_java(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, found: str | None
) -> None:
    home = java(tmp_path, said)
    monkeypatch.setenv("JAVA_HOME", str(home))
    if found is None:
        session.check_java()
    else:
        begin = f"Spark needs Java 17 or newer, and {home / 'bin' / 'java'} {found}; {DEBIAN}"
        assert refused() == f"{begin}, or name another one by JAVA_HOME"


def test_a_java_home_without_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    begin = (
        f"JAVA_HOME names {tmp_path}, where there is no Java (bin/java): let it name that of Java "
        "17 or newer, or "
    )
    assert refused() == f"{begin}not be set"
    there = java(tmp_path / "other", 'openjdk version "17"') / "bin"
    monkeypatch.setenv("PATH", str(there))
    assert refused() == f"{begin}unset it to have {there / 'java'}"


HOW = ", by --packages of spark-submit or as spark.jars.packages in spark-defaults.conf"


MISSING = "java.lang.ClassNotFoundException: Class org.apache.hadoop.fs.{} not found"
NO_SCHEME = 'org.apache.hadoop.fs.UnsupportedFileSystemException: No FileSystem for scheme "{}"'


@pytest.mark.parametrize(
    ("said", "missing", "told"),
    [
        (MISSING, "s3a.S3AFileSystem", "hadoop-aws"),
        (MISSING, "azurebfs.SecureAzureBlobFileSystem", "hadoop-azure"),
        (MISSING, "gs.GoogleHadoopFileSystem", "hadoop-gcp"),
        (NO_SCHEME, "gs", "com.google.cloud.bigdataoss:gcs-connector (that for Hadoop 3)"),
        (NO_SCHEME, "s3", "write s3a: in its place"),
        (NO_SCHEME, "foo", "a package that has one"),
    ],
)
def test_no_reader(monkeypatch: pytest.MonkeyPatch, said: str, missing: str, told: str) -> None:
    monkeypatch.setattr(session, "_hadoop", lambda: "3.5.0")
    error = RuntimeError(
        f"An error occurred while calling o44.text.\n: {said.format(missing)}\n\tat org.apache"
    )
    which = "such" if said is MISSING else f"{missing}:"
    if said is MISSING:
        told = f"the package org.apache.hadoop:{told}:3.5.0"
    elif missing == "gs":
        told = f"the package {told}"
    what = told if missing == "s3" else f"add {told}{HOW}"
    assert session.sentence_of(error) == f"Spark has no reader for {which} addresses; {what}"


def test_codes_of_spark_are_left_out() -> None:
    plain = "Cannot do it"
    coded = f"[A_CODE.OF_IT] {plain}. SQLSTATE: 42K03"
    assert session.sentence_of(RuntimeError(coded)) == plain
    assert session.cause_of(RuntimeError(coded)) == plain
    inside = f"x\nCaused by: org.apache.spark.SparkException: {coded}"
    assert session.cause_of(RuntimeError(inside)) == f"{plain}."


@pytest.mark.parametrize("library", ["pyspark", "pyarrow"])
def test_no_pyspark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, library: str
) -> None:
    # or else a session of other tests is found
    monkeypatch.delitem(sys.modules, "pyspark.sql", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["cluster", str(tmp_path), str(tmp_path / "out")]) == 4
    told = capsys.readouterr().err
    assert told == 'variorum: PySpark is not installed: pip install "variorum[spark]"\n'
    assert not (tmp_path / "out").exists()


def test_a_number_of_buckets_is_one_or_more(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as end:
        main(["cluster", "in", "out", "--buckets", "0"])
    assert end.value.code == 2
    assert "must lie between 1 and" in capsys.readouterr().err
