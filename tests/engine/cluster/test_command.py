"""What ``variorum cluster`` needs is asked for in a sentence; these tests need none of it."""

import sys
from pathlib import Path

import pytest

import simcore
from simcore.cli.main import main
from simcore.cluster import session

DEBIAN = "on Debian and Ubuntu: apt install default-jre-headless"


def java(folder: Path, said: str) -> Path:
    """Make a Java that says nothing but its version."""
    made = folder / "bin" / "java"
    made.parent.mkdir(parents=True)
    made.write_text(f"#!/bin/sh\necho '{said}' >&2\n")
    made.chmod(0o755)
    return folder


def test_no_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(simcore.SimcoreError) as error:
        session.check_java()
    assert str(error.value) == f"Spark needs Java 17 or newer, and there is none; {DEBIAN}"


@pytest.mark.skipif(sys.platform == "win32", reason="what stands for Java is a script of a shell")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('openjdk version "11.0.20" 2023-07-18', "is version 11"),
        ('java version "1.8.0_381"', "is version 8"),
        ("no Java at all", "does not say its version"),
    ],
)
def test_another_java_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, found: str
) -> None:
    home = java(tmp_path, said)
    monkeypatch.setenv("JAVA_HOME", str(home))
    with pytest.raises(simcore.SimcoreError) as error:
        session.check_java()
    java_path = home / "bin" / "java"
    assert str(error.value) == (
        f"Spark needs Java 17 or newer, and {java_path} {found}; {DEBIAN}, or name another one by "
        "JAVA_HOME"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="what stands for Java is a script of a shell")
@pytest.mark.parametrize("version", ["17.0.1", "21", "25-ea"])
def test_a_newer_java_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java(tmp_path, f'openjdk version "{version}"')))
    session.check_java()


def test_a_java_home_without_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    begin = (
        f"JAVA_HOME names {tmp_path}, where there is no Java (bin/java): let it name that of Java "
        "17 or newer, or "
    )
    with pytest.raises(simcore.SimcoreError) as error:
        session.check_java()
    assert str(error.value) == f"{begin}not be set"
    there = java(tmp_path / "other", 'openjdk version "17"') / "bin"
    monkeypatch.setenv("PATH", str(there))
    with pytest.raises(simcore.SimcoreError) as error:
        session.check_java()
    assert str(error.value) == f"{begin}unset it to have {there / 'java'}"


HOW = ", by --packages of spark-submit or as spark.jars.packages in spark-defaults.conf"


@pytest.mark.parametrize(
    ("missing", "package"),
    [
        ("s3a.S3AFileSystem", "hadoop-aws"),
        ("azurebfs.SecureAzureBlobFileSystem", "hadoop-azure"),
        ("gs.GoogleHadoopFileSystem", "hadoop-gcp"),
    ],
)
def test_addresses_whose_reader_is_missing(
    monkeypatch: pytest.MonkeyPatch, missing: str, package: str
) -> None:
    monkeypatch.setattr(session, "_hadoop", lambda: "3.5.0")
    said = f"java.lang.ClassNotFoundException: Class org.apache.hadoop.fs.{missing} not found"
    error = RuntimeError(f"An error occurred while calling o44.text.\n: {said}\n\tat org.apache")
    assert session.sentence_of(error) == (
        "Spark has no reader for such addresses; add the package "
        f"org.apache.hadoop:{package}:3.5.0{HOW}"
    )


@pytest.mark.parametrize(
    ("scheme", "told"),
    [
        (
            "gs",
            f"add the package com.google.cloud.bigdataoss:gcs-connector (that for Hadoop 3){HOW}",
        ),
        ("s3", "write s3a: in its place"),
        ("foo", f"add a package that has one{HOW}"),
    ],
)
def test_addresses_without_a_reader(scheme: str, told: str) -> None:
    said = (
        f'org.apache.hadoop.fs.UnsupportedFileSystemException: No FileSystem for scheme "{scheme}"'
    )
    error = RuntimeError(f"An error occurred while calling o44.text.\n: {said}\n\tat org.apache")
    assert session.sentence_of(error) == f"Spark has no reader for {scheme}: addresses; {told}"


def test_codes_of_spark_are_left_out() -> None:
    plain = "Cannot do it"
    coded = f"[A_CODE.OF_IT] {plain}. SQLSTATE: 42K03"
    assert session.sentence_of(RuntimeError(coded)) == plain
    assert session.cause_of(RuntimeError(coded)) == plain
    inside = f"x\nCaused by: org.apache.spark.SparkException: {coded}"
    assert session.cause_of(RuntimeError(inside)) == f"{plain}."


@pytest.mark.parametrize("library", ["pyspark", "pyarrow"])
def test_no_pyspark(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    library: str,
) -> None:
    # or else a session of other tests is found
    monkeypatch.delitem(sys.modules, "pyspark.sql", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["cluster", str(tmp_path), str(tmp_path / "out")]) == 4
    assert capsys.readouterr().err == (
        'variorum: PySpark is not installed: pip install "variorum[spark]"\n'
    )
    assert not (tmp_path / "out").exists()


def test_a_number_of_buckets_is_one_or_more(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["cluster", "in", "out", "--buckets", "0"])
    assert end.value.code == 2
    assert "must lie between 1 and" in capsys.readouterr().err
