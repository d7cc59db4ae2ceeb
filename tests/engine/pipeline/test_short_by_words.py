"""Short texts are compared by their words, too: a corrected note is found, another one is not."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from alike import alike
from simcore import (
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    load_results,
    recall,
    save_results,
    scan,
)
from simcore.cli.lines import explanation_lines, group_lines
from simcore.cli.main import main
from simcore.explanation import ReadAs, compare_as, explain
from simcore.grouping.pairs import shown_kind
from simcore.model.records import MeasuredBy
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import recall_similar
from simcore.reports.tables import GROUP_COLUMNS, PAIR_COLUMNS, group_rows, pair_rows
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)

# two notes, and how alike they are: counted by hand, words that are in both of all words
CORRECTED = {
    "english": (
        "Please leave the spare keys with the plumber downstairs.",
        "Please leave the spare keys with the neighbour downstairs.",
        8 / 10,
    ),
    "chinese": (
        "请把会议室的投影仪还给行政部，谢谢。",
        "请把会议室的投影仪还给财务部，谢谢。",
        14 / 18,
    ),
    "russian": (
        "Завтра привезут новый холодильник, откройте дверь после обеда.",
        "Завтра привезут новый телевизор, откройте дверь после обеда.",
        7 / 9,
    ),
    "korean": (
        "내일 아침 회의실 열쇠를 관리실에 꼭 맡겨 주세요.",
        "내일 저녁 회의실 열쇠를 관리실에 꼭 맡겨 주세요.",
        7 / 9,
    ),
}
# of those that differ in numbers only a number in the place of another is two thirds of one
NUMBERS = {
    "phone": (
        "张师傅电话：13800138024，修空调找他。",
        "张师傅电话：13900139687，修空调找他。",
        (10 + 4 / 3) / (12 + 2 / 3),  # beside Chinese characters a number counts as two of them
    ),
    "dates": (
        "The meeting was moved to Thursday, 14 March, at 3 pm.",
        "The meeting was moved to Thursday, 21 March, at 4 pm.",
        (9 + 4 / 3) / (11 + 2 / 3),
    ),
    # of seven words three are others: two sevenths of all are not shared
    "meter": (
        "Gas meter reading on 30 June: 48215.",
        "Gas meter reading on 31 July: 48377.",
        (4 + 2) / (7 + 1),
    ),
    "prices": (
        "Moussaka\t97.82\nLamb cutlets\t13.73\nFried squid\t7.91\nGrilled feta\t94.19\n",
        "Moussaka\t19.61\nLamb cutlets\t39.66\nFried squid\t91.77\nGrilled feta\t94.81\n",
        (7 + 8 / 3) / (11 + 4 / 3),
    ),
}
OTHERS = (
    "Can you send me the address of the dentist?",
    "The dentist moved to another street last year.",
    "Could you tell me when the library opens on Sunday?",
    "明天的会议改到下午三点，请大家准时参加。",
    "明天下午有雨，请大家记得带伞出门。",
    "冰箱里还有昨天剩下的鱼汤，热一下再喝。",
)


def write(folder: Path, *texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number:03}.txt").write_text(f"{text}\n", encoding="utf-8")
    return folder


def scanned(
    folder: Path, config: ScanConfig = CONFIG, index: Path = Path(":memory:")
) -> ScanReport:
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        return scan([folder], config, opened, executor)


@pytest.mark.parametrize("language", CORRECTED)
def test_a_note_with_one_word_changed_is_similar(language: str, tmp_path: Path) -> None:
    left, right, share = CORRECTED[language]
    (row,) = pair_rows(scanned(write(tmp_path / "a", left, right)))
    assert (row.figures.kind, row.figures.numbers_only, row.figures.measure) == (
        Kind.SIMILAR,
        False,
        MeasuredBy.WORDS,
    )
    assert row.figures.resemblance == pytest.approx(share)


@pytest.mark.parametrize("what", NUMBERS)
def test_a_note_with_other_numbers_differs_in_numbers_only(what: str, tmp_path: Path) -> None:
    left, right, share = NUMBERS[what]
    (row,) = pair_rows(scanned(write(tmp_path / "a", left, right)))
    assert (row.figures.kind, row.figures.numbers_only, row.figures.measure) == (
        Kind.SIMILAR,
        True,
        MeasuredBy.WORDS,
    )
    assert row.figures.resemblance == pytest.approx(share)


def test_other_messages_are_not_similar(tmp_path: Path) -> None:
    assert not list(pair_rows(scanned(write(tmp_path / "a", *OTHERS))))


def test_a_part_is_measured_by_what_of_it_is_in_the_whole(tmp_path: Path) -> None:
    left, *_ = CORRECTED["english"]
    folder = write(tmp_path / "a", left, f"{left} The door of the cellar is locked again, too.")
    (row,) = pair_rows(scanned(folder))
    assert (row.figures.kind, row.figures.containment, row.figures.measure) == (
        Kind.PART,
        1.0,
        MeasuredBy.SHINGLES,
    )


def test_every_output_says_that_words_were_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left, right, share = CORRECTED["chinese"]
    folder = write(tmp_path / "a", left, right)
    report = scanned(folder)
    (group,) = report.groups
    assert [member.measure for member in group.members] == [MeasuredBy.WORDS]
    assert "77 %" in (line := list(group_lines(report))[1])
    assert line.endswith("(of the words)")
    (row,) = (dict(zip(PAIR_COLUMNS, one.cells(), strict=True)) for one in pair_rows(report))
    assert (row["similarity"], row["measure"]) == (round(share, 6), "words")
    rows = [dict(zip(GROUP_COLUMNS, one, strict=True)) for one in group_rows(report)]
    assert [one["measure"] for one in rows] == [None, "words"]
    options = ["--jobs", "0", "--index", ":memory:", "--format", "html"]
    assert main(["groups", str(folder), *options]) == 0
    assert "77 % of the words" in capsys.readouterr().out
    explained = explain(folder / "000.txt", folder / "001.txt", CONFIG)
    assert explained.pair.resemblance == pytest.approx(share)
    lines = list(explanation_lines(explained, CONFIG))
    assert any("77 % of all words are in both" in line and "14 shared" in line for line in lines)
    read_as = compare_as(ReadAs(folder / "000.txt"), ReadAs(folder / "001.txt"), CONFIG)
    assert read_as.resemblance == pytest.approx(share)


def test_thirds_are_told_as_such(tmp_path: Path) -> None:
    left, right, _ = NUMBERS["phone"]
    folder = write(tmp_path / "a", left, right)
    lines = explanation_lines(explain(folder / "000.txt", folder / "001.txt", CONFIG), CONFIG)
    assert any("(11.3 shared, A has 12, B 12)" in line for line in lines)


def test_saved_results_and_the_index_keep_the_measure(tmp_path: Path) -> None:
    left, right, share = CORRECTED["english"]
    folder, path = write(tmp_path / "a", left, right), tmp_path / "index.sqlite3"
    report = scanned(folder, index=path)
    save_results(report, [], tmp_path / "saved.variorum")
    opened = load_results(tmp_path / "saved.variorum").report
    with FingerprintIndex(path) as index:
        recalled = recall([folder], CONFIG, index)
    for known in (report, opened, recalled):
        (pair,) = known.pairs
        assert pair.measure is MeasuredBy.WORDS
        assert pair.resemblance == pytest.approx(share)


def runs(words: str) -> set[str]:
    letters = words.replace(" ", "")
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


def notes() -> Iterator[str]:
    """Yield families of notes of drawn words, each with more and more words exchanged."""
    chance = random.Random(6)
    letters = "abcdefghijklmnopqrstuvwxyz"
    drawn = ["".join(chance.choices(letters, k=chance.randint(1, 8))) for _ in range(400)]
    for length in (6, 7, 8, 10, 12, 15, 20, 28, 40, 50):
        words = chance.choices(drawn, k=length)
        for _ in range(5):
            some = list(words)
            for at in chance.sample(range(length), chance.randrange(length // 2)):
                some[at] = chance.choice(drawn)
            if chance.random() < 0.3:
                del some[chance.randrange(length)]
            yield " ".join(some)


@pytest.mark.parametrize("recipe", ["default", "shingles", "tfidf-20"])
def test_every_route_finds_what_comparing_all_pairs_finds(recipe: str, tmp_path: Path) -> None:
    """A scan of all, a scan of what is new, a question to the index, and one to the memory."""
    texts = list(dict.fromkeys(notes()))
    config = replace(CONFIG, recipe=recipe, similarity=0.5, contained=False)
    true: dict[frozenset[str], float] = {}
    by_words = 0
    for (one, left), (other, right) in itertools.combinations(enumerate(texts), 2):
        (share, *_), in_words = alike(runs(left), runs(right), (left, right))
        if share >= config.similarity:
            true[frozenset((f"{one:03}.txt", f"{other:03}.txt"))] = share
            by_words += in_words and share < 1
    assert by_words > 15

    def found(report: ScanReport) -> dict[frozenset[str], float]:
        return {
            frozenset(report.documents[end].path.name for end in (pair.left, pair.right)): (
                pair.resemblance
            )
            for pair in report.pairs
            if shown_kind(pair, config) is not None
        }

    whole = write(tmp_path / "a", *texts)
    assert found(scanned(whole, config)) == pytest.approx(true)
    path = tmp_path / "index.sqlite3"
    late = sorted(whole.iterdir())[::4]
    kept = {one: one.read_bytes() for one in late}
    for one in late:
        one.unlink()
    scanned(whole, config, path)
    for one, data in kept.items():
        one.write_bytes(data)
    assert found(scanned(whole, config, path)) == pytest.approx(true)
    with FingerprintIndex(path) as index:
        library = ResidentLibrary(recipe_key(config))
        library.refresh(index)
        for file, resident in itertools.product(sorted(whole.iterdir()), (None, library)):
            asked = recall_similar(file, config, index, resident=resident)
            answers = {
                frozenset((file.name, asked.documents[pair.right].path.name)): pair.resemblance
                for pair in asked.pairs
            }
            mine = {pair: share for pair, share in true.items() if file.name in pair}
            assert answers == pytest.approx(mine), file


def test_what_differs_in_spaces_alone_is_hidden_by_no_distance(tmp_path: Path) -> None:
    """Words written together are other words, so that the fingerprints are far apart."""
    chance = random.Random(2)
    words = ["".join(chance.choices("가나다라마바사아자차카타파하", k=3)) for _ in range(240)]
    joined = ["".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    folder = write(tmp_path / "a", " ".join(words), " ".join(joined))
    report = scanned(folder, replace(CONFIG, contained=False))
    (pair,) = report.pairs
    assert pair.distance > report.config.distance
    assert [row.figures.only_in for row in pair_rows(report)] == ["spaces"]
    with FingerprintIndex(tmp_path / "index.sqlite3") as index, make_executor(0) as executor:
        scan([folder], replace(CONFIG, contained=False), index, executor)
        library = ResidentLibrary(recipe_key(CONFIG))
        library.refresh(index)
        config = replace(CONFIG, contained=False)
        for resident in (None, library):
            asked = recall_similar(folder / "000.txt", config, index, resident=resident)
            assert len(asked.pairs) == 1
