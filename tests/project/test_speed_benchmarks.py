"""The speed harness itself: its data, its arithmetic, that every row runs. No time is judged."""

import doctest
import email.policy
import gzip
import itertools
import math
import os
import random
import re
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import opencc
import pytest

from amounts import LONG, in_long_runs
from benchmarks.speed import figures, mixed
from benchmarks.speed.__main__ import ROWS, measured, report
from benchmarks.speed.bench import Bench
from benchmarks.speed.copies import substituted
from benchmarks.speed.corpus import Corpus
from benchmarks.speed.crowds import CROWDS, Crowd
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line, alternated
from benchmarks.speed.peers import installed
from benchmarks.speed.prints import Prints
from benchmarks.speed.processes import run
from benchmarks.speed.results import BEGIN, END, put, table
from benchmarks.speed.rows import cold, rensa
from benchmarks.speed.rows.disk import sizes
from benchmarks.speed.rows.strings import alike, copies, made_strings, wrong_share
from benchmarks.speed.words import Vocabulary, chinese, english, random_bits
from places import ROOT
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.pipeline.rereading import read_text
from simcore.text.words import normalise
from simcore.workers import make_executor

KINDS = {
    "substituted 1%",
    "substituted 3%",
    "substituted 5%",
    "in gb18030",
    "in big5",
    "in utf-16",
    "in utf-8-sig",
    "chapter",
    "header and footer",
}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus(seed=7, mean_bytes=2_000)


def pieces(text: str) -> list[str]:
    """Cut a text where words were joined by marks: enough to compare two states of it."""
    return re.findall(r"\w+", text)


# ---- the generated crowds


@pytest.mark.parametrize("crowd", CROWDS, ids=lambda crowd: crowd.name)
def test_crowds_follow_from_the_seed(crowd: Crowd, tmp_path: Path) -> None:
    few, more = (list(crowd.texts(3, count)) for count in (20, 40))
    assert more[:20] == few
    assert len(set(more)) == 40
    assert not set(more) & set(crowd.texts(4, 40))
    size = crowd.write(tmp_path, 3, 40)
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [path.read_text(encoding="utf-8") for path in files] == more
    assert size == sum(path.stat().st_size for path in files)
    assert {path.suffix for path in files} == {crowd.suffix}


def test_crowds_are_alike_in_their_ways() -> None:
    growing, logs, licences, forms = (list(crowd.texts(1, 60)) for crowd in CROWDS)
    assert all(later.startswith(one) for one, later in itertools.pairwise(growing))
    # the line, not the file, is what the logs of one program share: times and numbers differ
    lines = [line for text in logs for line in text.splitlines()]
    assert len(set(lines)) == len(lines)
    assert len({re.sub(r"\d+", "0", line) for line in lines}) < 100
    headers = {text.partition("*/")[0] for text in licences}
    assert len(headers) == 1
    assert all(len(text) > 1.5 * len(next(iter(headers))) / 2 for text in licences)
    fixed = [line for line in forms[0].splitlines() if all(line in one for one in forms)]
    assert 0.6 < sum(map(len, fixed)) / len(forms[0]) < 0.9


# ---- the mixed files


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make documentation and man pages of a machine, some of them packed, and links to them."""
    folder = tmp_path_factory.mktemp("machine")
    for number in range(8):
        page = folder / "man" / f"man{number % 2 + 1}" / f"{number}.1.gz"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(gzip.compress(random.Random(number).randbytes(100 * number + 50)))
    (folder / "man" / "man1" / "link.1.gz").symlink_to(page)
    (folder / "doc").mkdir()
    (folder / "doc" / "manual.html").write_text("<p>a manual")
    (folder / "doc" / "picture.png").write_bytes(b"no text")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mixed, "MAN_PAGES", folder / "man")
        patch.setattr(mixed, "DOCUMENTATION", folder / "doc")
        yield folder


def test_mixed_files_are_manuals_mail_and_man_pages(machine: Path, tmp_path: Path) -> None:
    manual, articles = tmp_path / "manual", tmp_path / "articles"
    for folder, suffix, count in ((manual, "md", 3), (articles, "txt", 3)):
        folder.mkdir()
        for number in range(count):
            text = f"page {number} " + "of many words that are said at length " * 20
            (folder / f"{number}.{suffix}").write_text(text, encoding="utf-8")
    listed = mixed.files(manual, articles, 16)
    names = [name for name, _ in listed]
    assert names[:4] == ["0.md", "1.md", "2.md", "manual.html"]
    assert names[4:10] == [f"{one}{of}.eml" for one in range(3) for of in ("", " answer")]
    assert names[10:] == ["7.1", "6.1", "5.1", "4.1", "3.1", "2.1"], "the longest, no link"
    assert listed[10][1] == random.Random(7).randbytes(750)
    message, answer = (
        email.message_from_bytes(data, policy=email.policy.default) for _, data in listed[4:6]
    )
    body, quoting = message.get_content(), answer.get_content()
    assert " ".join(body.split()) == (manual / "0.md").read_text().strip()
    assert all(f"> {line}" in quoting for line in body.splitlines())
    assert quoting.startswith("page 1 of many words")
    assert mixed.files(manual, articles, 16) == listed
    assert len(mixed.files(manual, articles, 99)) == 4 + 6 + 8, "no more than there are"
    size = mixed.write(tmp_path / "made", listed)
    made = [path for path in (tmp_path / "made").rglob("*") if path.is_file()]
    assert len(made) == 16
    assert size == sum(path.stat().st_size for path in made)


# ---- the generated documents


@in_long_runs
def test_documents_follow_from_the_seed(tmp_path: Path, corpus: Corpus) -> None:
    # in another process, where strings hash otherwise
    code = (
        "import sys; from pathlib import Path; from benchmarks.speed.corpus import Corpus;"
        "Corpus(7, 2_000).write(Path(sys.argv[1]), range(60))"
    )
    subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "12345"},
    )
    written = [(tmp_path / corpus.path(number)).read_bytes() for number in range(60)]
    assert written == [corpus.content(number) for number in range(60)]
    assert len(set(written)) == 60
    other = Corpus(seed=8, mean_bytes=2_000)
    assert not {other.content(number) for number in range(60)} & set(written)


def test_documents_have_the_size_and_the_languages_asked_for(corpus: Corpus) -> None:
    originals = [n for n in range(2_000 if LONG else 300) if corpus.source(n) is None]
    documents = [corpus.content(number) for number in originals]
    # lengths of one document vary by 0.78 of the mean, so the mean of 1,800 by 2 %, of 270 by 5 %
    assert sum(map(len, documents)) / len(documents) == pytest.approx(2_000, rel=0.1)
    in_english = sum(document.isascii() for document in documents)
    # half of them, within five standard deviations
    assert abs(in_english - len(documents) / 2) < 5 * math.sqrt(len(documents)) / 2


@pytest.mark.parametrize("language", [english, chinese])
def test_words_are_as_frequent_as_their_vocabulary_says(
    language: Callable[[], Vocabulary],
) -> None:
    vocabulary = language()
    drawn = vocabulary.draw(random_bits(200_000, 3))
    size = len(vocabulary.words)
    share = float(vocabulary.up_to[0])
    first = np.count_nonzero(drawn % size == 0) / len(drawn)
    assert first == pytest.approx(share, abs=5 * math.sqrt(share / len(drawn)))
    # a paragraph ends behind 26 of 2,048 words
    ends = np.count_nonzero(drawn // size == 3) / len(drawn)
    assert ends == pytest.approx(26 / 2_048, abs=5 * math.sqrt(26 / 2_048 / len(drawn)))
    text = vocabulary.text(drawn)
    assert len(text.encode()) / len(drawn) == pytest.approx(vocabulary.bytes_a_word, rel=0.01)
    assert text.endswith("\n\n")
    assert vocabulary.text(drawn[:0]) == ""


def test_every_tenth_document_is_a_copy_of_a_stated_kind(corpus: Corpus) -> None:
    planted = corpus.planted(1_000)
    assert [one.copy for one in planted] == list(range(9, 1_000, 10))
    assert {one.kind for one in planted} == KINDS
    for one in planted:
        assert one.source == corpus.source(one.copy)
        assert one.source < one.copy
        assert corpus.source(one.source) is None
    assert sum(one.copy - one.source > 100 for one in planted) > 50, "sources lie anywhere"


def test_planted_edits_are_what_they_say(corpus: Corpus) -> None:
    to_traditional = opencc.OpenCC("s2t").convert
    seen = set()
    for one in corpus.planted(1_500):
        source = corpus.content(one.source).decode()
        copy = corpus.content(one.copy)
        seen.add(one.kind)
        match one.kind:
            case "in gb18030" | "in utf-16" | "in utf-8-sig":
                assert copy.decode(one.kind.removeprefix("in ")) == source
                assert copy != source.encode()
            case "in big5":
                decoded = copy.decode("big5")
                traditional = to_traditional(source)
                assert len(decoded) == len(traditional)
                differing = sum(map(str.__ne__, decoded, traditional))
                assert differing <= len(traditional) // 100, "but for what Big5 lacks"
            case "chapter":
                part = copy.decode().rstrip("。. \n")
                assert part in source
                assert 0.2 < len(part) / len(source) < 0.5
            case "header and footer":
                at = copy.decode().find(source.rstrip("。. \n"))
                assert at > 0
                assert len(copy.decode()) - at > len(source)
            case _:
                share = int(one.kind.split()[1].rstrip("%")) / 100
                assert copy.decode() != source
                if source.isascii():
                    left, right = pieces(source), pieces(copy.decode())
                    assert len(left) == len(right)
                    changed = sum(map(str.__ne__, left, right))
                    assert changed == max(1, round(share * len(left)))
    assert seen == KINDS


def test_substitution_replaces_exactly_so_many_words() -> None:
    vocabulary = chinese()
    codes = vocabulary.draw(random_bits(1_000, 1))
    changed = substituted(codes, vocabulary, random_bits(1_000, 2), 0.05)
    size = len(vocabulary.words)
    assert np.count_nonzero(changed % size != codes % size) == 50
    assert (changed // size == codes // size).all(), "marks stay"
    assert ((changed % size >= 0) & (changed % size < size)).all()


def test_a_changed_document_is_another_one_of_the_same_length(corpus: Corpus) -> None:
    before, first, second = (corpus.content(2, change) for change in (0, 1, 2))
    assert len({before, first, second}) == 3
    left, right = (pieces(normalise(data.decode())) for data in (before, first))
    assert len(left) == pytest.approx(len(right), abs=len(left) // 10 + 1)


def test_what_was_planted_is_found(tmp_path: Path, corpus: Corpus) -> None:
    count = 300
    corpus.write(tmp_path, range(count))
    config = ScanConfig(jobs=1, containment=0.8)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(1) as executor:
        found = scan([tmp_path], config, index, executor)
    assert found.counts.documents == count
    group_of: dict[Path, set[int]] = {}
    for number, group in enumerate(found.groups):
        for identity in (group.representative, *(m.document for m in group.members)):
            path = found.documents[identity].path.relative_to(tmp_path)
            group_of.setdefault(path, set()).add(number)
    missed = [
        one
        for one in corpus.planted(count)
        # copies of one source may belong to it by another copy
        if one.kind not in {"chapter", "substituted 5%", "header and footer"}
        and not group_of.get(corpus.path(one.copy), set())
        & group_of.get(corpus.path(one.source), set())
    ]
    assert missed == []


def test_copies_in_other_encodings_are_the_same_text(tmp_path: Path, corpus: Corpus) -> None:
    for one in corpus.planted(1_000):
        if one.kind in {"in gb18030", "in utf-16", "in utf-8-sig"}:
            path = tmp_path / "copy.txt"
            path.write_bytes(corpus.content(one.copy))
            decoded, _ = read_text(path, 1_000_000)
            assert normalise(decoded.text) == normalise(corpus.content(one.source).decode())


# ---- fingerprints


def test_planted_fingerprints(tmp_path: Path) -> None:
    made = Prints(tmp_path, seed=5, count=3_000)
    values = made.values
    again = Prints(tmp_path, seed=5, count=3_000).values
    assert (values == again).all()
    distances = [
        min((int(values[place]) ^ int(value)).bit_count() for value in values[:place])
        for place in range(100, 3_000, 100)
    ]
    assert max(distances) <= 12
    assert len(set(distances)) > 5
    with FingerprintIndex(made.index) as index:
        rows = index.connection.execute("select value from fingerprint order by text")
        stored = [value & 0xFFFFFFFFFFFFFFFF for (value,) in rows]
    assert stored == values.tolist()
    sample = set(made.sample().tolist())
    listed = values.tolist()
    expected = {
        (left, right)
        for right in range(3_000)
        for left in range(right)
        if (left in sample or right in sample) and (listed[left] ^ listed[right]).bit_count() <= 7
    }
    assert made.brute_force(7) == expected
    assert len(expected) > 5


# ---- the table


def test_ratio_and_verdict() -> None:
    line = Line(
        "a", "b", Figure((9.0, 3.0, 6.0)), "c", Figure((4.0, 1.0)), "at most 2", Limit.RATIO, 2.0
    )
    assert line.ratio == 6.0 / 2.5
    assert line.met is False
    assert Line("a", "b", Figure((5.0,)), "c", Figure((2.5,)), "", Limit.RATIO, 2.0).met is True
    assert Line("a", "b", Figure((5.0,)), limit=Limit.RATIO, most=9.0).met is None
    assert Line("a", "b", Figure((0.5,)), limit=Limit.FIGURE, most=0.5).met is True
    assert Line("a", "b", Figure((0.51,)), limit=Limit.FIGURE, most=0.5).met is False
    assert Line("a", "b", Figure((0.51,))).met is None
    assert Line("a", "b", reason="not run", limit=Limit.FIGURE, most=1.0).met is None


def test_table_prints_figures_with_their_spread() -> None:
    line = Line(
        "a",
        "b",
        Figure((0.004, 0.002, 0.006), MILLISECONDS),
        "c",
        Figure((0.008,), MILLISECONDS),
        "at most 5 ms",
        Limit.FIGURE,
        0.005,
    )
    printed = table([line, Line("d", "e", wish="f", reason="not run")]).splitlines()
    assert printed[2] == (
        "| a | b | 4.00 ms (2.00 to 6.00) | c: 8.00 ms (once) | 0.5000 | at most 5 ms | met |"
    )
    assert printed[3] == "| d | e | not run |  |  | f |  |"
    assert len({row.count("|") for row in printed}) == 1


def test_measurements_take_turns() -> None:
    calls: list[str] = []

    def note(name: str) -> float:
        calls.append(name)
        return float(len(calls))

    columns = alternated([lambda: note("a"), lambda: note("b")], 3)
    assert "".join(calls) == "ababab"
    assert columns == [(1.0, 3.0, 5.0), (2.0, 4.0, 6.0)]


def test_results_replace_only_what_stands_between_the_markers(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    path.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nafter\n", encoding="utf-8")
    put(path, "new\n")
    put(path, "newer 中文\n")
    after = path.read_text(encoding="utf-8")
    assert after == f"# Before\n\n{BEGIN}\nnewer 中文\n{END}\n\nafter\n"
    for broken in ("nothing", f"{END} {BEGIN}", f"{BEGIN} {BEGIN} {END}", f"{BEGIN}{END}{END}"):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(ValueError, match="once each"):
            put(path, "new")
        assert path.read_text(encoding="utf-8") == broken
    put_here = ROOT / "benchmarks" / "RESULTS.md"
    kept = put_here.read_text(encoding="utf-8")
    assert kept.count(BEGIN) == kept.count(END) == 1


# ---- processes


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_process_is_measured_with_its_children() -> None:
    child = "x = b'1' * 150_000_000; import os, time; other = os.fork(); s = time.process_time()\n"
    child += "while time.process_time() - s < 0.3: pass\nif other: os.wait()"
    code = (
        "import subprocess, sys\nprint('out')\n"
        f"subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    )
    ended = run([sys.executable, "-c", code], watch=True)
    assert ended.output == "out\n"
    assert ended.processor_seconds >= 0.3
    assert ended.worker_peak >= 150_000_000
    # two have the same bytes
    assert 150_000_000 <= ended.together < 250_000_000
    assert sum(ended.peaks) > 300_000_000
    assert 1_000_000 < ended.main_peak < 150_000_000
    with pytest.raises(SystemExit, match="broken on purpose"):
        run([sys.executable, "-c", "raise SystemExit('broken on purpose')"])


def test_sizes_of_an_index(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("create table passage (text integer primary key, hashes blob)")
        connection.execute("create table other (text integer primary key, hashes blob)")
        connection.execute("create index passage_hash on passage (hashes)")
        for table_name, rows in (("passage", 300), ("other", 100)):
            connection.executemany(
                f"insert into {table_name} values (?, ?)",
                [(number, number.to_bytes(1000, "big")) for number in range(rows)],
            )
    connection.close()
    without, whole = sizes(path)
    assert whole == path.stat().st_size
    # 300 rows of 1,000 bytes, twice
    assert whole - without >= 600_000
    assert 100_000 <= without < 200_000


def test_which_strings_are_alike_is_known() -> None:
    texts, sources = made_strings(3, 120)
    every = alike(texts, itertools.combinations(range(120), 2))
    planted = copies(sources)
    assert every < planted, "some copies are not alike enough"
    assert wrong_share(texts, planted, every) == wrong_share(texts, planted, planted) == 0
    one = next(iter(every))
    missed = len(every - {one}) / len(every)
    assert wrong_share(texts, planted, every - {one}) == pytest.approx(
        1 - 2 * missed / (1 + missed)
    )
    assert wrong_share(texts, planted, {one, (0, 1)}) > 1 - 2 * 0.5 / 1.5
    assert wrong_share(texts, planted, set()) == 1
    assert all(400 < len(text) < 620 for text in texts)
    assert made_strings(3, 60) == (texts[:60], sources[:60])


# ---- the rows


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory, corpus: Corpus) -> Path:
    """Make a manual of four pages, two of which are a labelled pair."""
    made = tmp_path_factory.mktemp("manual")
    pages = made / "pages"
    text = corpus.content(0).decode()
    (pages / "new").mkdir(parents=True)
    (pages / "a.md").write_text(text, encoding="utf-8")
    (pages / "new" / "a.md").write_text(f"{text}\nOne more line.\n", encoding="utf-8")
    for number in (1, 2):
        (pages / f"{number}.md").write_bytes(corpus.content(number))
    folder = made / "corpora"
    folder.mkdir()
    with tarfile.open(folder / "tidb-docs-zh.tar.xz", "w:xz") as file:
        for path in pages.iterdir():
            file.add(path, path.name)
    with tarfile.open(folder / "mccormick-articles.tar.xz", "w:xz") as file:
        for number in (1, 2, 3):
            path = made / f"t{number}.txt"
            path.write_bytes(corpus.content(number))
            file.add(path, path.name)
    real = Path(__file__).parents[1] / "engine" / "formats" / "real"
    with tarfile.open(folder / "documents.tar.xz", "w:xz") as file:
        for kind in ("docx", "epub"):
            file.add(real / f"contract.{kind}", f"{kind}/contract.{kind}")
        file.add(real / "pages.pdf", "pdf/pages.pdf")
    labels = "left,right,jaccard,containment\na.md,new/a.md,0.99,1\n"
    (folder / "tidb-docs-zh.pairs.csv").write_text(labels, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, corpora: Path, machine: Path) -> Bench:
    """A tiny run, whose rows share documents and index as those of any run do."""
    folder = tmp_path_factory.mktemp("bench")
    return Bench(folder, Path(sys.executable), corpora, documents=100, rounds=1, jobs=1)


@in_long_runs
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("name", [row.name for row in ROWS])
def test_every_row_runs_at_a_tiny_size(name: str, bench: Bench) -> None:
    every = measured(bench, [name])
    assert list(dict.fromkeys(line.row for line in every)) == [row.name for row in ROWS]
    assert {line.reason for line in every if line.row != name} == {"not run"}
    lines = [line for line in every if line.row == name]
    beside = {"documents": {"kreuzberg", "markitdown"}, "strings": {"rensa", "datasketch"}}
    beside |= {one: {"rensa"} for one in ("cold", "mixed", "articles")}
    peers = beside.get(name, set())
    missing = peers - installed(bench.peers).keys()
    assert {line.reason for line in lines if line.figure is None and peers} == {
        f"not run: {one} is not installed beside Variorum" for one in missing
    }
    if not peers or peers - missing:
        assert any(line.figure is not None and line.met is not None for line in lines)
    if name == "pairs":
        # what is right does not depend on the machine
        wrong = [line for line in lines if line.wish == "none"]
        assert [line.met for line in wrong] == [True, True, True]
    if name == "growth":
        assert lines[-1].reason == "not run: asked for by --million"


@in_long_runs
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_table_of_a_run(bench: Bench) -> None:
    lines = measured(bench, ["disk"])
    assert [line.row for line in lines if line.figure is not None] == ["disk", "disk"]
    text = report(bench, lines, "0.10, 0.20, 0.30")
    assert "0.10, 0.20, 0.30 before" in text
    assert "Scaled down: 100 documents and 1,000 fingerprints" in text


def test_without_the_corpus_its_rows_say_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Path(sys.executable), tmp_path / "corpora", rounds=1)
    for row in (*cold.ROWS, *rensa.ROWS):
        (line,) = row.measure(bench)
        assert line.met is None
        archive = "mccormick-articles" if row is rensa.ARTICLES else "tidb-docs-zh"
        assert line.cells()[2] == f"not run: {archive}.tar.xz is not in corpora/ beside the project"


def test_examples_in_the_documentation() -> None:
    assert doctest.testmod(figures).attempted > 5
    assert doctest.testmod(figures).failed == 0
