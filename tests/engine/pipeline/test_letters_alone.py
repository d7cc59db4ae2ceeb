"""Documents that differ in signs, capitals or accents alone: found, and never called the same."""

import itertools
from pathlib import Path

import pytest

from builders import chinese_text, english_text
from simcore import FingerprintIndex, Kind, ScanConfig, ScanReport, load_results, save_results, scan
from simcore.cli.lines import explanation_lines, group_lines
from simcore.explanation import explain
from simcore.model.records import ONLY_IN_WORDS, OnlyIn, percent
from simcore.model.report import TRUE_COPIES
from simcore.pipeline.similar import recall_similar
from simcore.reports.tables import PAIR_COLUMNS, PairRow, pair_rows
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
CODE = "".join(f"    if a{n} <= limit + {n}:\n        total{n} = a{n} * rate\n" for n in range(12))
ARABIC = "كَتَبَ الوَلَدُ رِسَالَةً إِلَى أُمِّهِ وَأَرْسَلَهَا مَعَ صَدِيقِهِ فِي الصَّبَاحِ."
BARE_ARABIC = "كتب الولد رسالة إلى أمه وأرسلها مع صديقه في الصباح."
PAGE = "<html><body><h1>Reading a file</h1>{}</body></html>"
SOURCE = "".join(
    f"{line}\nUse :func:`~io.open` with *mode*, and :meth:`close` it. See :ref:`above <files>`.\n\n"
    for line in english_text(8, 200).splitlines()
)
SHOWN = "".join(
    f"<p>{line} Use <code>open()</code> with <em>mode</em>, and <code>close()</code> it. See "
    "<a href='#files'>above</a>.</p>"
    for line in english_text(8, 200).splitlines()
)
# two documents of each, and what they differ in; None: near for another reason
PAIRS: dict[str, tuple[str, str, OnlyIn | None]] = {
    "note.txt": ("Meeting moved to Thursday 3pm", "MEETING MOVED TO THURSDAY 3PM", OnlyIn.LOOK),
    "case.txt": (
        "Please bring the keys, the map and two lamps.",
        "PLEASE BRING THE KEYS THE MAP AND TWO LAMPS",
        OnlyIn.PUNCTUATION,
    ),
    "code.py": (CODE, CODE.replace("<=", ">=").replace("*", "/"), OnlyIn.PUNCTUATION),
    "arabic.txt": (ARABIC, BARE_ARABIC, OnlyIn.ACCENTS),
    "yo.txt": (
        "Ещё идёт дождь, и всё зелёное под ёлкой мокрое.",
        "Еще идет дождь, и все зеленое под елкой мокрое.",
        OnlyIn.ACCENTS,
    ),
    "french.txt": (
        "L'élève a réussi à l'épreuve où l'on répète la leçon préférée.\n" * 3,
        "L'eleve a reussi a l'epreuve ou l'on repete la lecon preferee\n" * 3,
        OnlyIn.BOTH,
    ),
    "korean.txt": (
        "데이터 베이스 관리 시스템을 설치하는 방법을 설명합니다.",
        "데이터베이스 관리시스템을 설치하는 방법을 설명합니다.",
        OnlyIn.SPACES,
    ),
    "wide.txt": (
        "价格：1500元，共3件；请在5日内付款。",
        "价格:１５００元,共３件;请在５日内付款.",
        OnlyIn.PUNCTUATION,
    ),
}


def write(folder: Path) -> dict[str, tuple[Path, Path]]:
    paths = {}
    for name, (one, other, _) in PAIRS.items():
        paths[name] = (folder / f"a {name}", folder / f"b {name}")
        for path, text in zip(paths[name], (one, other), strict=True):
            path.write_text(text, encoding="utf-8")
    return paths


@pytest.fixture
def library(tmp_path: Path) -> tuple[Path, dict[str, tuple[Path, Path]]]:
    folder = tmp_path / "文档"
    folder.mkdir()
    return folder, write(folder)


def scanned(folder: Path, index: FingerprintIndex, config: ScanConfig = CONFIG) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], config, index, executor)


def row_of(report: ScanReport, one: Path, other: Path) -> PairRow:
    found = [
        row
        for row in pair_rows(report, expand=True)
        if {row.left.path, row.right.path} == {one, other}
    ]
    assert len(found) == 1, (one, found)
    return found[0]


def test_they_are_near_and_what_differs_is_said(
    library: tuple[Path, dict[str, tuple[Path, Path]]], tmp_path: Path
) -> None:
    folder, paths = library
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        reports = [scanned(folder, index), scanned(folder, index)]  # compared, and recalled
        results = tmp_path / "results.variorum"
        save_results(reports[0], (), results)
        reports.append(load_results(results).report)
        for report, (name, (one, other)) in itertools.product(reports, paths.items()):
            row = row_of(report, one, other)
            only_in = PAIRS[name][2]
            assert only_in is not None
            found = row.figures
            assert (found.kind, found.only_in, found.numbers_only) == (Kind.SIMILAR, only_in, False)
            assert percent(found.resemblance) == "99.9 %"
            assert row.cells()[PAIR_COLUMNS.index("badge")] == f"{only_in.value}-only"
        lines = "\n".join(group_lines(reports[0]))
        for only_in in OnlyIn:
            assert f"({ONLY_IN_WORDS[only_in]})" in lines
        # one more file is answered as a scan would
        for name, (one, other) in paths.items():
            (pair,) = recall_similar(one, CONFIG, index).pairs
            assert (pair.kind, pair.only_in) == (Kind.SIMILAR, PAIRS[name][2])
            assert percent(pair.resemblance) == "99.9 %"
            explained = explain(one, other, CONFIG)
            assert (explained.pair.kind, explained.pair.only_in) == (Kind.SIMILAR, PAIRS[name][2])
            assert ONLY_IN_WORDS[PAIRS[name][2]] in "\n".join(explanation_lines(explained, CONFIG))


def test_none_of_them_goes_as_a_copy(
    library: tuple[Path, dict[str, tuple[Path, Path]]], tmp_path: Path
) -> None:
    folder, _ = library
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
    kinds = {member.kind for group in report.groups for member in group.members}
    assert not kinds & set(TRUE_COPIES)


def test_a_page_and_its_source_are_near(tmp_path: Path) -> None:
    source, page = tmp_path / "reading.rst", tmp_path / "reading.html"
    source.write_text(f"Reading a file\n==============\n\n{SOURCE}", encoding="utf-8")
    page.write_text(PAGE.format(SHOWN), encoding="utf-8")
    (tmp_path / "other.html").write_text(PAGE.format(f"<p>{english_text(9, 200)}"), "utf-8")
    with FingerprintIndex(Path(":memory:")) as index:
        (pair,) = scanned(tmp_path, index).pairs
    assert (pair.kind, pair.only_in) == (Kind.SIMILAR, None)
    assert 0.8 < pair.resemblance < 1


def test_numbers_are_told_apart_from_their_signs(tmp_path: Path) -> None:
    """1.5 is not 15: numbers differ, where without the point nothing would."""
    text = chinese_text(3, 200)
    for name, number in (("a", "1.5"), ("b", "15"), ("c", "-15")):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n单价 {number} 元。", encoding="utf-8")
    with FingerprintIndex(Path(":memory:")) as index:
        rows = list(pair_rows(scanned(tmp_path, index), expand=True))
    found = [row.figures for row in rows]
    assert [(one.kind, one.only_in) for one in found] == [(Kind.SIMILAR, None)] * 3
    assert [one.numbers_only for one in found].count(True) >= 1
