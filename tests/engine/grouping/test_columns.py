"""The columns of compared pairs against the report read row by row."""

from dataclasses import replace
from pathlib import Path

from builders import document, edited, english_text, pair
from pair_reports import every_sort, report_of
from simcore import FingerprintIndex, ScanConfig, recall, scan
from simcore.grouping.pairs import PairColumns, PairSort, pair_columns
from simcore.model.records import Comparison, TextId
from simcore.workers import make_executor


def rows(columns: PairColumns) -> set[tuple[object, ...]]:
    given = zip(
        columns.left.tolist(),
        columns.right.tolist(),
        map(PairSort, columns.sort.tolist()),
        columns.distance.tolist(),
        columns.resemblance.tolist(),
        columns.part.tolist(),
        columns.short.tolist(),
        strict=True,
    )
    found = list(given)
    assert len(set(found)) == len(found)
    return set(found)


def test_every_sort_has_its_rows() -> None:
    found = rows(pair_columns(every_sort()))
    assert found == {
        (1, 2, PairSort.NEAR, 3, 0.9, 0.0, False),
        (1, 8, PairSort.NEAR, 20, 0.55, 0.0, False),
        (3, 4, PairSort.UNLIKE, 3, 10 / 190, 0.0, False),
        (5, 6, PairSort.IDENTICAL, 0, 1.0, 0.0, False),
        (5, 7, PairSort.SAME_TEXT, 0, 1.0, 0.0, False),
    }


def test_a_part_is_clearly_shorter_than_its_whole() -> None:
    """72 of the 83, 84 or 100 shingles of one text are among the 100 of the other."""
    documents = [document(number) for number in range(1, 5)]
    sizes = {2: 83, 3: 84, 4: 100}
    pairs = [
        replace(pair(1, other, 0.6), left_in_right=72 / 100, right_in_left=72 / size)
        for other, size in sizes.items()
    ]
    found = rows(pair_columns(report_of(documents, pairs)))
    assert {row[1]: row[5] for row in found} == {2: 72 / 83, 3: 0.0, 4: 0.0}


def test_short_texts_are_told_also_where_they_are_unlike() -> None:
    documents = [document(1, features=9), document(2), document(3)]
    made = report_of(
        documents,
        [pair(1, 3, 0.8, 30, short=True)],
        [Comparison(TextId(1), TextId(2), 1, 10, 20)],
    )
    assert {(row[2], row[6]) for row in rows(pair_columns(made))} == {
        (PairSort.NEAR, True),
        (PairSort.UNLIKE, True),
    }


def test_comparisons_of_texts_that_are_gone_are_left_out() -> None:
    made = report_of([document(1)], [], [Comparison(TextId(1), TextId(9), 1, 10, 20)])
    assert rows(pair_columns(made)) == set()


def test_the_width_is_the_recipes() -> None:
    for recipe, bits in (("default", 64), ("bigrams-32", 32), ("default+128", 128)):
        made = report_of([], [], config=ScanConfig(recipe=recipe))
        assert pair_columns(made).bits == bits


def test_a_scan_and_what_is_recalled_of_it(tmp_path: Path) -> None:
    """Every pair, comparison and copy of real files is there, from rows of the index too."""
    folder = tmp_path / "documents"
    folder.mkdir()
    text = english_text(1)
    for number in range(6):
        path = folder / f"{number}.txt"
        path.write_text(edited(text, number, number * 5), encoding="utf-8")
    (folder / "copy.txt").write_text(edited(text, 3, 15), encoding="utf-8")
    (folder / "spaced.txt").write_text(edited(text, 3, 15) + "\n\n", encoding="utf-8")
    config = ScanConfig(jobs=0, compared_distance=64)
    executor = make_executor(config.jobs, config.seconds_a_file)
    with FingerprintIndex(tmp_path / "index.sqlite") as index, executor:
        first = scan([folder], config, index, executor)
        again = recall([folder], config, index)
    for report in (first, again):
        columns = pair_columns(report)
        sorts = columns.sort.tolist()
        assert sorts.count(PairSort.NEAR) == len(report.pairs) > 3
        assert sorts.count(PairSort.UNLIKE) == len(report.comparisons)
        assert sorts.count(PairSort.IDENTICAL) == sorts.count(PairSort.SAME_TEXT) == 1
        for left, right, distance in zip(
            columns.left.tolist(), columns.right.tolist(), columns.distance.tolist(), strict=True
        ):
            one, other = (report.documents[end].fingerprint for end in (left, right))
            assert one is not None
            assert other is not None
            assert distance == (one ^ other).bit_count()
