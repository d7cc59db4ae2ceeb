"""What is saved of the differences: a patch that ``patch`` applies, a page that a browser reads."""

import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QFileDialog

from app.compare.export import html_page, patch_bytes, patch_lines, write_patch
from app.compare.texts import ComparisonRequest, LineEnds, TitledText, aligned
from app.compare.view import DifferenceView
from app.tasks import Task
from simcore.diff.align import align, detailed
from simcore.diff.matching import Ignored

LEFT = (
    "标题\n\n本合同一式两份。\n\n甲方\n乙方\n\n完\n"
    + "".join(f"第{n}条\n" for n in range(30))
    + "尾"
)
RIGHT = LEFT.replace("两份", "三份").replace("第20条\n", "").replace("尾", "尾\n新的一行\n")

texts = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "甲\r乙\n", "\n", "- x\n", "@@ 1\n"])).map(
    "".join
) | st.lists(st.sampled_from(["a", "b", "\n", "\r"]), max_size=12).map("".join)


def applied(left: str, patch: str) -> str:
    """Apply a unified diff, written after the manual of diffutils and nothing else."""
    lines = left.split("\n")
    given_lines = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    result: list[str] = []
    done = 0
    listed = patch.split("\n")[:-1]
    assert not listed or [line[:3] for line in listed[:2]] == ["---", "+++"]
    at = 2
    while at < len(listed):
        assert listed[at].startswith("@@ -")
        old, new = (
            tuple(map(int, part[1:].split(","))) if "," in part else (int(part[1:]), 1)
            for part in listed[at].split(" ")[1:3]
        )
        start = old[0] - 1 if old[1] else old[0]
        result += given_lines[done:start]
        done = start
        at += 1
        taken = added = 0
        while taken < old[1] or added < new[1]:
            sign, text = listed[at][0], f"{listed[at][1:]}\n"
            at += 1
            if at < len(listed) and listed[at].startswith("\\"):
                text = text[:-1]
                at += 1
            if sign in " -":
                assert given_lines[done] == text
                done += 1
                taken += 1
            if sign in " +":
                result.append(text)
                added += 1
    return "".join(result + given_lines[done:])


@settings(deadline=None)  # the first call imports the library
@given(texts, texts)
def test_a_patch_makes_the_right_text_of_the_left_one(left: str, right: str):
    patch = "".join(patch_lines(left, right, "old", "new"))
    assert applied(left, patch) == right
    assert bool(patch) == (left != right)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (LEFT, RIGHT),
        (RIGHT, LEFT),
        ("", "新\n"),
        ("一\n", ""),
        ("a\r\nb\n", "a\nb\r\n"),
        ("x", "y"),
    ],
)
def test_the_program_patch_applies_it(tmp_path, encoding: str, left: str, right: str):
    program = shutil.which("patch")
    if program is None:
        pytest.skip("the program patch is not installed")
    file, patch = tmp_path / "old file.txt", tmp_path / "changes.patch"
    file.write_bytes(left.encode(encoding))
    lines = patch_lines(left, right, "old file.txt", "new 文件.txt")
    patch.write_bytes(patch_bytes("".join(lines), encoding))
    subprocess.run(
        [program, "--binary", "--no-backup-if-mismatch", str(file), str(patch)],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    # what is emptied is removed
    assert (file.read_bytes() if file.exists() else b"") == right.encode(encoding)


def test_a_patch_in_an_encoding_that_cannot_hold_it_is_in_utf_8():
    assert patch_bytes("+数\n", "windows-1252") == "+数\n".encode()
    assert patch_bytes("+a\n", "utf-16-le") == b"+a\n"


class Page(HTMLParser):
    """Rows of cells, what is marked, and whatever a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.marks: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "col", "br"):
            self.open.append(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")
        elif tag == "mark":
            self.marks.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.rows[-1][-1] += data
        if "mark" in self.open:
            self.marks[-1] += data


@pytest.mark.parametrize("one_column", [False, True])
def test_a_page_holds_both_texts_and_loads_nothing(one_column: bool):
    left, right = "<b>一</b> & old\n本合同一式两份。\n", "<b>一</b> & old\n本合同一式三份。\n新\n"
    alignment = align(left, right)
    rows, _ = detailed(alignment)
    sides = TitledText("kept: <a>.txt", left), TitledText("chosen: b.txt", right)
    text = "".join(html_page(alignment, rows, *sides, unified=one_column))
    page = Page()
    page.feed(text)
    assert not page.open
    assert not page.loads
    assert "<script" not in text
    assert "prefers-color-scheme: dark" in text
    assert page.marks == ["两", "三"]
    cells = [row for row in page.rows if row]
    if one_column:
        assert [row[3] for row in cells] == [
            "<b>一</b> & old",
            "本合同一式两份。",
            "本合同一式三份。",
            "新",
        ]
        assert [row[2] for row in cells] == ["", "−", "+", "+"]
    else:
        assert [(row[0], row[2]) for row in cells if row[0]] == [
            ("1", "<b>一</b> & old"),
            ("2", "本合同一式两份。"),
        ]
        assert [(row[3], row[4], row[5]) for row in cells][1:] == [
            ("2", "~", "本合同一式三份。"),
            ("3", "+", "新"),
        ]


@pytest.mark.parametrize("one_column", [False, True])
def test_a_page_has_the_numbers_and_formats_that_the_window_shows(one_column: bool):
    lines = [f"第{n}条 双方应当履行本合同第{n * 7}款的全部义务。" for n in range(1, 7)]
    pages = "\n".join(f"{line[:9]}\n{line[9:]}" for line in lines) + "\n"
    sides = (
        TitledText(
            "kept: a.pdf", pages, "a.pdf", "pdf", lines=LineEnds.FLOWING, pages=(0, 6), form="pdf"
        ),
        TitledText("b.txt", "\n\n".join(lines).replace("42", "43") + "\n", "b.txt", "utf-8"),
    )
    wish = ComparisonRequest(sides[0].beside(sides[1]), sides[1].beside(sides[0]), Ignored())
    alignment = aligned(wish, lambda: False)
    rows, _ = detailed(alignment)
    text = "".join(html_page(alignment, rows, *sides, unified=one_column))
    page = Page()
    page.feed(text)
    cells = [row for row in page.rows if row]
    numbers = [row[0] for row in cells if row[0]]
    assert numbers == ["p. 1", "p. 2"]
    other = [row[1 if one_column else 3] for row in cells]
    assert [one for one in other if one] == [str(n) for n in range(1, 12)]
    assert "PDF, 2 pages" in text
    assert "UTF-8" in text


def test_a_patch_of_what_was_read_names_no_document(tmp_path, qtbot):
    """Else ``patch`` would try to change the PDF."""
    sides = (
        TitledText("", LEFT, "a 文.pdf", "pdf", form="pdf"),
        TitledText("", RIGHT, "b.txt", "utf-8"),
    )
    path = tmp_path / "x.patch"
    task = Task(write_patch, path, *sides)
    write_patch(task, path, *sides)
    said, patch = path.read_text(encoding="utf-8").split("\n", 1)
    assert "variorum text" in said
    assert patch.startswith("--- a 文.pdf.txt\t\n+++ b.txt\n")
    assert applied(LEFT, patch) == RIGHT
    program = shutil.which("patch")
    if program:
        (tmp_path / "a 文.pdf").write_bytes(b"%PDF-1.7")
        file = tmp_path / "a 文.pdf.txt"
        file.write_bytes(LEFT.encode())
        subprocess.run([program, "-i", str(path)], cwd=tmp_path, check=True, capture_output=True)
        assert file.read_bytes() == RIGHT.encode()


def test_the_window_saves_both(qtbot, tmp_path, monkeypatch):
    view = DifferenceView()
    qtbot.addWidget(view)
    view.show_sides(
        TitledText("kept: a.txt", LEFT, "a.txt", "gb18030"),
        TitledText("chosen: b.txt", RIGHT, "b.txt"),
    )
    qtbot.waitUntil(lambda: view.settled)
    path = tmp_path / "saved"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(view.saved) as saved:
        view.options.patch.trigger()
    assert saved.args == [tmp_path / "saved.patch"]
    patch = (tmp_path / "saved.patch").read_bytes().decode("gb18030")
    assert applied(LEFT, patch) == RIGHT
    with qtbot.waitSignal(view.saved):
        view.options.html.trigger()
    assert "本合同一式" in (tmp_path / "saved.html").read_text(encoding="utf-8")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.html"), "")
    )
    with qtbot.waitSignal(view.failed) as failed:
        view.options.html.trigger()
    assert "x.html" in str(failed.args[0])
    view.close()
