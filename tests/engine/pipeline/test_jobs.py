"""Work that is given to others: texts kept in hand, and batches of pairs to compare."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections import deque
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore.pipeline.jobs
from builders import chinese_text, edited
from scans import scanned
from simcore import ScanConfig, read_document
from simcore.formats.reading import read_text
from simcore.model.records import DecodedText, Fingerprinted, SourceFile, TextId
from simcore.pipeline import jobs
from simcore.pipeline.jobs import (
    KeptText,
    TextSource,
    TextWriter,
    batches_of,
    fingerprint_files,
    room_in,
    temporary_folder,
)
from simcore.text.normal_form import content_hash
from written import written


@given(st.lists(st.text(st.characters(codec=None)), max_size=7))
def test_what_is_kept_comes_back(texts: list[str]) -> None:
    with temporary_folder() as folder:
        assert folder is not None
        places = []
        for some in (texts[:3], texts[3:]):  # two jobs of one process
            with TextWriter(folder) as writer:
                places += [writer.keep(text, 4 * len(text)) for text in some]
        assert [KeptText(folder, place).read() for place in places if place] == texts
        if os.name == "posix":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", "短文档：合同\r\n".encode()),
        ("a.md", "# 合同\n```\ncode\n```".encode()),
        ("a.txt", "合同第一条".encode("utf-8-sig")),
        ("a.txt", "短文档：合同第一条".encode("gb18030")),
        ("a.txt", "短文档：合同第一条".encode() * 20 + b"\xff"),
        ("a.html", "<p>合同<br>".encode()),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n合同\n".encode()),
    ],
)
def test_what_is_kept_of_a_file_is_its_text(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    source = SourceFile(path, path, len(data), path.stat().st_mtime_ns, 1, 1)
    (read,) = fingerprint_files([source], ScanConfig(), in_hand=tmp_path)
    assert isinstance(read, Fingerprinted)
    assert read.place is not None
    assert KeptText(tmp_path, read.place).read() == read_document(name, data).text


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path) -> None:
    with TextWriter(tmp_path / "gone") as writer:
        assert writer.keep("text", 4) is None
    with TextWriter(None) as writer:
        assert writer.keep("text", 4) is None
    with TextWriter(tmp_path) as writer:
        assert writer.keep("a text that is far larger than its file", 4) is None
        place = writer.keep("text", 4)
    assert place is not None
    assert KeptText(tmp_path, place).read() == "text"
    assert KeptText(tmp_path, place._replace(start=1)).read() is None
    assert KeptText(tmp_path / "gone", place).read() is None


HOLDS = """
import sys
from simcore.pipeline.jobs import TextWriter, temporary_folder
with temporary_folder() as folder:
    with TextWriter(folder) as writer:
        writer.keep("a text", 4)
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_what_a_killed_scan_left_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "of somebody else").mkdir()
    (tmp_path / "of somebody else" / "scan").touch()
    (tmp_path / "variorum-texts-link").symlink_to(tmp_path / "of somebody else")
    killed, alive = (
        subprocess.Popen(
            [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    )
    left, held = (Path(one.stdout.readline().strip()) for one in (killed, alive))
    killed.kill()
    killed.communicate()
    assert any(left.iterdir())
    with temporary_folder():
        assert not left.exists()
        assert held.exists()
    assert (tmp_path / "of somebody else" / "scan").exists()
    alive.communicate()
    assert not held.exists()


@pytest.mark.parametrize("other", [b"", b"notes", b"other text that is longer than it was"])
def test_other_bytes_in_its_place_are_no_text(tmp_path: Path, other: bytes) -> None:
    with TextWriter(tmp_path) as writer:
        place = writer.keep("words", 5)
    assert place is not None
    (tmp_path / str(place.process)).write_bytes(other)
    assert KeptText(tmp_path, place).read() is None


def test_little_is_kept_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    for free, most in ((0, 0), (8_000, 1_000), (1 << 50, simcore.pipeline.jobs.MOST_BYTES)):
        now = usage._replace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, now=now: now)
        assert room_in(tmp_path) == most
    assert room_in(None) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no disk that is always full")
def test_a_full_disk_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / str(os.getpid())).symlink_to("/dev/full")
    many = "text" * 100_000
    with TextWriter(tmp_path) as writer:
        place = writer.keep("text", 4)
        assert writer.keep(many, len(many)) is None
        assert writer.keep("text", 4) is None
    assert place is not None
    assert KeptText(tmp_path, place).read() is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = [edited(chinese_text(4, 300), number, 1) for number in range(24)]
    files = {f"{at:02}.txt": text.encode("gb18030") for at, text in enumerate(texts)}
    return written(tmp_path / "草稿", files)


def figures(folder: Path, jobs: int) -> set[tuple[object, ...]]:
    """Scan, and return what is shown of each pair."""
    report = scanned(folder, config=ScanConfig(jobs=jobs, similarity=0.3))
    path = {key: str(one.path) for key, one in report.documents.items()}
    return {
        (path[one.left], path[one.right], one.resemblance, one.numbers_only) for one in report.pairs
    }


@pytest.fixture
def read_again(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read to be compared, in this process."""
    read: list[Path] = []
    read_text = simcore.pipeline.jobs.read_text

    def noted(path: Path, *others: object, **named: object) -> object:
        read.append(path)
        return read_text(path, *others, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(simcore.pipeline.jobs, "read_text", noted)
    return read


@pytest.mark.parametrize("jobs", [0, 2])
def test_texts_are_read_once_whatever_the_batches(
    folder: Path, jobs: int, read_again: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)
        expected = figures(folder, jobs)
    assert len(expected) == len(list(combinations(range(24), 2)))
    assert jobs or sorted(read_again) == sorted(folder.iterdir())
    read_again.clear()
    monkeypatch.setattr(simcore.pipeline.jobs, "_TEXTS_A_BLOCK", 4)
    monkeypatch.setattr(simcore.pipeline.jobs, "_LEAST_PAIRS_A_BATCH", 1)
    monkeypatch.setattr(simcore.pipeline.jobs, "_MOST_TOGETHER", 3)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert figures(folder, jobs) == expected
    assert not read_again
    assert not list(temporary.glob("variorum-*"))


def test_without_a_temporary_folder_files_are_read_again(
    folder: Path, read_again: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = figures(folder, 0)
    assert not read_again
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert figures(folder, 0) == expected
    assert sorted(read_again) == sorted(folder.iterdir())


# ---- batches of pairs


@given(
    st.lists(
        st.tuples(st.integers(0, 2_000), st.integers(2_001, 4_000)), unique=True, max_size=3_000
    )
)
def test_batches_hold_every_pair_once(pairs: list[tuple[int, int]]) -> None:
    batches = list(batches_of([(TextId(a), TextId(b)) for a, b in pairs]))
    assert sorted(pair for batch in batches for pair in batch) == sorted(pairs)
    assert all(batches)


def test_texts_that_meet_often_are_read_few_times() -> None:
    """All pairs of a thousand texts: the number of batches of each text is the number of blocks."""
    pairs = [(TextId(a), TextId(b)) for a in range(1_000) for b in range(a + 1, 1_000)]
    reads = sum(len({text for pair in batch for text in pair}) for batch in batches_of(pairs))
    assert reads <= 1_000 * 5


def test_notes_that_meet_all_texts_do_not_make_these_be_read_again() -> None:
    """Texts beside the next one and beside 20 notes: read once, at the end of a block twice."""
    notes = range(2_000, 2_020)
    pairs = [(TextId(a), TextId(a + 1)) for a in range(1_999)]
    pairs += [(TextId(a), TextId(note)) for a in range(2_000) for note in notes]
    sizes = {TextId(text): 100 if text in notes else 50_000 for text in range(2_020)}
    batches = list(batches_of(pairs, sizes=sizes))
    assert sorted(pair for batch in batches for pair in batch) == sorted(pairs)
    long = [{text for pair in batch for text in pair} - set(notes) for batch in batches]
    assert sum(map(len, long)) <= 1.1 * 2_000


def test_long_texts_are_not_read_again_for_each_pair() -> None:
    """All pairs of sixty texts, of which 16 fit in the cache: eight blocks of eight."""
    pairs = [(TextId(a), TextId(b)) for a in range(60) for b in range(a + 1, 60)]
    sizes = {TextId(text): 400_000 for text in range(60)}
    batches = list(batches_of(pairs, sizes=sizes))
    assert sorted(pair for batch in batches for pair in batch) == pairs
    cached: deque[TextId] = deque(maxlen=64 * 1024 * 1024 // (10 * 400_000))
    reads = 0
    for text in (text for batch in batches for pair in batch for text in pair):
        if text in cached:
            cached.remove(text)
        else:
            reads += 1
        cached.append(text)
    assert reads <= 60 + 28 * 2 * 8


def test_a_text_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources: dict[TextId, list[TextSource]] = {}
    for number in range(200):
        path = tmp_path / f"{number}.txt"
        path.write_text(text := f"text {number} of a few words", encoding="utf-8")
        content = content_hash(text.encode())
        sources[TextId(number)] = [TextSource(path, path, content, "utf-8")]
    # two by two, and then the first with the last
    pairs = [(TextId(one), TextId(one + 1)) for one in range(0, 200, 2)]
    read: list[Path] = []

    def counted(path: Path, *rest: Any, **more: Any) -> tuple[DecodedText, bytes]:
        read.append(path)
        return read_text(path, *rest, **more)

    monkeypatch.setattr(jobs, "read_text", counted)
    texts = jobs.ReadTexts(sources, ScanConfig())
    assert len(texts.compared([*pairs, (TextId(0), TextId(199))])) == 101
    assert len(read) == len(set(read)) == 200
    assert not texts.problems
    assert (len(texts._kept), texts._bytes) == (0, 0)
