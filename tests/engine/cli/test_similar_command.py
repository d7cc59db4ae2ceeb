"""``similar``, ``explain`` and ``text``: one document and another, and what is compared of it."""

import random
import re
import zipfile
from pathlib import Path

from builders import chinese_text, edited
from commands import Run
from simcore.index.judgements import JudgementFile
from simcore.index.paths import default_index_path, judgements_path
from simcore.text.normal_form import content_hash

SENTENCE = "合同自双方签字之日起生效，一式两份。"


def test_similar(library: Path, run: Run) -> None:
    query = Path("query.md")
    query.write_text(edited(chinese_text(1), 9, 1), encoding="utf-16")
    asked = "similar", query, "--index", "asked.sqlite3"
    code, out, _ = run("similar", query, library, "--jobs", 0)
    assert code == 0
    assert {line.split()[-1] for line in out.splitlines()} == {"文档/1.txt", "文档/near.txt"}
    code, _, err = run(*asked)
    assert (code, "no index" in err, Path("asked.sqlite3").exists()) == (2, True, False)
    run("scan", library, "--jobs", 0, "--index", "asked.sqlite3")
    code, known, err = run(*asked)
    assert (code, err) == (0, "")
    # without a folder, paths are those of the index
    assert known.replace(str(library.resolve()), "文档") == out
    (library / "near.txt").unlink()
    code, known, err = run(*asked)
    assert code == 3
    assert [line.split()[-1] for line in known.splitlines()] == [str(library.resolve() / "1.txt")]
    assert "near.txt: cannot be read" in err
    code, _, err = run(*asked, "--exclude", "x*")
    assert (code, "are for folders" in err) == (2, True)


def test_explain(library: Path, run: Run) -> None:
    near = "explain", library / "1.txt", library / "near.txt"
    code, out, _ = run(*near)
    assert code == 0
    words = "differs  ", "longest passages", "kind         similar", "\nsimilarity  ", "containment"
    places = [out.index(word) for word in (*words, "distance ")]
    assert places == sorted(places)  # what a person needs first stands first
    assert "fingerprint " not in out
    _, voted, _ = run(*near, "--votes")
    assert voted.startswith(out)
    assert "fingerprint " in voted
    assert "closest votes" in voted
    (library / "same.txt").write_text(chinese_text(1), encoding="utf-8")
    _, out, _ = run("explain", library / "1.txt", library / "same.txt")
    assert "kind         same text" in out
    assert "distance     0 of 64" in out


def test_explain_tells_how_long_the_runs_are_that_it_counts(tmp_path: Path, run: Run) -> None:
    """There are 1,024 runs of five letters of DNA; a text twice is counted twice."""
    rng = random.Random(3)
    one, other = ("".join(rng.choices("acgt", k=6000)) for _ in range(2))
    prose = " ".join("".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(60))
    for name, text in {"1": one, "2": other, "3": prose, "4": f"{prose} {prose}"}.items():
        (tmp_path / name).write_text(text)
    _, out, _ = run("explain", tmp_path / "1", tmp_path / "2")
    found = re.search(r"of all runs of \d+ or (\d+) characters.*A has (\d+)", out)
    assert found is not None
    length, has = map(int, found.groups())
    runs = {one[at : at + length] for at in range(len(one) - length + 1)}
    assert len(runs) == has > 4**5
    _, out, _ = run("explain", tmp_path / "3", tmp_path / "4")
    assert "runs of 4 or 5 characters are in both, as often as they stand there" in out


def test_the_text_of_a_page_and_of_a_text(library: Path, run: Run) -> None:
    page, plain = Path("page.html"), Path("plain.txt")
    page.write_text("<p>Two<br>lines</p><script>no()</script>", encoding="utf-8")
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert run("text", page) == (0, "Two\nlines\n", "")
    assert run("text", plain) == (0, f"{SENTENCE * 9}\n", "")
    both = f"==> {page} <==\nTwo\nlines\n\n==> {plain} <==\n{SENTENCE * 9}\n"
    assert run("text", page, plain) == (0, both, "")
    plain.write_text("ＡＢＣ Ｄｅｆ", encoding="utf-8")
    assert run("text", plain, "--normal") == (0, "abc def\n", "")


def test_a_document_inside_an_archive(library: Path, run: Run) -> None:
    """Its path is the one that ``groups --containers`` prints."""
    path, plain = Path("old.zip"), Path("plain.txt")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", SENTENCE * 9)
    inside = path / "文档" / "a.txt"
    assert run("text", inside) == (0, f"{SENTENCE * 9}\n", "")
    code, _, said = run("text", path / "b.txt")
    assert (code, "is no longer there" in said) == (3, True)
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert run("explain", inside, plain)[0] == 0
    assert run("similar", inside, ".")[0] == 0
    assert "does not exist" in run("text", Path("no.zip") / "a.txt")[2]


def test_a_chosen_encoding_is_followed(library: Path, run: Run) -> None:
    plain = Path("plain.txt").absolute()
    data = "Быстрый рыжий кот".encode("koi8-r")
    plain.write_bytes(data)
    judgements = JudgementFile(judgements_path(default_index_path()))
    for encoding in ("koi8-r", "windows-1251"):
        judgements.set_encodings([(plain, content_hash(data))], encoding)
        assert run("text", plain)[1] == f"{data.decode(encoding)}\n"


def test_what_is_wrong_is_said_and_loses_no_other_file(library: Path, run: Run) -> None:
    Path("a.bin").write_bytes(bytes(range(256)) * 4)
    Path("b.txt").write_text("Here it is.", encoding="utf-8")
    code, out, err = run("text", "gone.txt", "a.bin", "b.txt")
    assert (code, "Here it is." in out) == (3, True)
    assert "gone.txt: does not exist" in err
    assert "a.bin: is binary, not text" in err
    Path("c.txt").write_bytes(f"{SENTENCE * 40}".encode() + b"\xff\xfe end")
    code, out, err = run("text", "c.txt")
    assert (code, out.startswith(SENTENCE), "c.txt" in err) == (0, True, True)
