"""The program that measures what is kept: libraries are what they say, and it counts rightly."""

from pathlib import Path

import pytest

from benchmarks.quality.keeping import __main__ as command
from benchmarks.quality.keeping.copies import copy_out
from benchmarks.quality.keeping.releases import LAYOUTS, lay_out
from benchmarks.quality.keeping.sources import Releases
from builders import edited, english_text

PAGES = 60
RELEASES = "1.9", "1.10"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for number in range(PAGES):
        for release in ("1.9", "1.10"):
            (folder / release).mkdir(exist_ok=True)
            text = english_text(number, 420)
            page = folder / release / f"page{number}.txt"
            page.write_text(text if release == "1.9" else edited(text, number, 6))
    return folder


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Releases:
    made = Releases(
        "manual", ("1.9", "1.10"), ("1.9", "1.10"), "*.txt", (10**9, 11 * 10**8), "make it"
    )
    monkeypatch.setattr(command, "HALVES", {"tuned": (made,)})
    return made


def test_the_newer_one_is_the_one_of_the_newer_release(
    sources: Path, work: Releases, tmp_path: Path
) -> None:
    for layout in LAYOUTS:
        planted = list(lay_out(work, sources, layout, 5, tmp_path / layout))
        assert len(planted) == 5
        for one in planted:
            number = "".join(filter(str.isdigit, one.stays.stem.split()[0]))
            new, old = (sources / release / f"page{number}.txt" for release in ("1.10", "1.9"))
            assert (one.stays.read_bytes(), one.other.read_bytes()) == (
                new.read_bytes(),
                old.read_bytes(),
            )
        told = [one.stays.stat().st_mtime - one.other.stat().st_mtime for one in planted]
        assert all(seconds == 10**8 for seconds in told) is (layout == "times")
        named = ["1.10" in str(one.stays.relative_to(tmp_path)) for one in planted]
        assert all(named) is any(named) is (layout in {"folders", "names"})


def test_copies_have_the_bytes_of_their_originals(sources: Path, tmp_path: Path) -> None:
    pages = sorted((sources / "1.9").iterdir())
    planted = list(copy_out(pages, tmp_path / "library", 2))
    assert len({one.sort for one in planted}) >= 20
    assert len({one.stays for one in planted} | {one.other for one in planted}) == 2 * len(planted)
    for one in planted:
        assert one.stays.read_bytes() == one.other.read_bytes()
        fresh = one.sort.startswith(("cp:", "browsers"))
        assert (one.other.stat().st_mtime_ns > one.stays.stat().st_mtime_ns) is fresh


@pytest.mark.parametrize("half", ["tuned", "aside", "strangers", "unseen"])
def test_the_right_document_of_a_family_is_kept(
    half: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--only", "families", "--half", half, "--work", str(tmp_path), "--jobs", "0"]
    assert command.main(options) == 0
    _, _, total, right, _ = capsys.readouterr().out.split("|")
    assert int(total) >= 12
    assert int(right.split()[0]) >= 0.95 * int(total)


def test_the_table(
    sources: Path, work: Releases, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--sources", str(tmp_path)]) == 2
    assert "make it" in capsys.readouterr().err
    options = ["--sources", str(sources), "--work", str(tmp_path), "--most", "1"]
    options += ["--jobs", "0"]
    assert command.main(options) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    rows = {
        name.strip(): [cell.strip() for cell in cells]
        for _, name, *cells, _ in (line.split("|") for line in lines)
    }
    assert rows["manual, folders"] == ["1", "1", "100.0 %", "0"]
    assert rows["manual, times"] == ["1", "1", "100.0 %", "0"]
    assert (
        rows["cp: above"][2] == rows["Explorer"][2] == rows["Finder, then moved up"][2] == "100.0 %"
    )
