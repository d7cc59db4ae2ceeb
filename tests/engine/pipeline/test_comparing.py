"""What is counted of two texts, and by every recipe: all that comparing all pairs finds."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from alike import alike
from builders import chinese_text, english_text, voted
from scans import CONFIG, member_kinds, reopened, scanned, within
from simcore import (
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    recall,
    regroup,
)
from simcore.cli.lines import explanation_lines, group_lines
from simcore.cli.main import main
from simcore.explanation import ReadAs, compare_as, explain
from simcore.fingerprints import RECIPES, find_recipe
from simcore.grouping.pairs import shown_kind
from simcore.model.config import DEFAULT_DISTANCE, Thresholds, least_features, start_distance
from simcore.model.records import ONLY_IN_WORDS, MeasuredBy, OnlyIn, percent
from simcore.model.report import TRUE_COPIES
from simcore.pipeline.candidates import settings_of
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.reports.tables import GROUP_COLUMNS, PAIR_COLUMNS, group_rows, pair_rows
from written import written

OTHERS = [name for name in [*RECIPES, "default+128", "default+32+stem"] if name != "default"]
LOOSE = 0.3


def families() -> Iterator[str]:
    """Yield families of texts of drawn words, each with more and more words exchanged."""
    chance = random.Random(20)
    letters = "abcdefghijklmnopqrstuvwxyz"
    drawn = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(900)]
    for family in range(16):
        words = chance.choices(drawn, k=110 if family % 2 else 45)
        for changes in (0, 3, 8, 15, 25, 40):
            some = list(words)
            for at in chance.sample(range(len(some)), changes):
                some[at] = chance.choice(drawn)
            yield " ".join(some)


def runs(text: str) -> set[str]:
    """Return the runs of five letters of a text, by which two texts are compared."""
    letters = text.replace(" ", "")
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    for number, text in enumerate(families()):
        (folder / f"{number:02}.txt").write_text(text)
    return folder


@pytest.fixture(scope="module")
def measured(shelf: Path) -> dict[tuple[str, str], float]:
    """How alike each two texts are, by comparing all pairs, those of the same length by words."""
    texts = {path.name: path.read_text() for path in sorted(shelf.iterdir())}
    sets = {name: runs(text) for name, text in texts.items()}
    found = {
        (one, other): alike(sets[one], sets[other], (texts[one], texts[other]))
        for one, other in itertools.combinations(sets, 2)
    }
    assert sum(by_words for (share, *_), by_words in found.values() if share >= LOOSE) > 20
    return {pair: share for pair, ((share, *_), _) in found.items()}


def shown(report: ScanReport) -> set[tuple[str, str]]:
    return {
        (report.documents[pair.left].path.name, report.documents[pair.right].path.name)
        for pair in report.pairs
        if shown_kind(pair, report.config) is Kind.SIMILAR
    }


@pytest.mark.parametrize("recipe", OTHERS)
def test_no_pair_is_lost(recipe: str, shelf: Path, measured: dict[tuple[str, str], float]) -> None:
    """What passages propose is shown whatever the fingerprints of a recipe are good for."""
    config = ScanConfig(recipe=recipe, similarity=LOOSE, jobs=0, contained=False)
    report = scanned(shelf, config=config)
    true = {pair for pair, share in measured.items() if share >= LOOSE}
    assert len(true) > 90
    assert shown(report) == true
    stricter = regroup(report, Thresholds(report.config.distance, 0.7))
    assert shown(stricter) == {pair for pair, share in measured.items() if share >= 0.7}


def test_the_usual_recipe_loses_none(shelf: Path, measured: dict[tuple[str, str], float]) -> None:
    assert shown(scanned(shelf, config=ScanConfig(jobs=0, contained=False))) == {
        pair for pair, share in measured.items() if share >= 0.7
    }


@pytest.mark.parametrize("recipe", [*OTHERS, "default", "default+64", "bigrams-32+64"])
def test_a_recipe_starts_with_all_its_bits(recipe: str) -> None:
    """Only the distance of the usual one is measured; a distance that is asked for is obeyed."""
    expected = DEFAULT_DISTANCE if recipe == "default" else find_recipe(recipe).width
    assert start_distance(recipe) == expected
    assert ScanConfig(recipe=recipe).distance == expected
    assert ScanConfig(recipe=recipe, distance=DEFAULT_DISTANCE).distance == DEFAULT_DISTANCE


def test_another_recipe_brings_its_start_unless_a_distance_was_chosen() -> None:
    usual = ScanConfig()
    assert usual.by_recipe_of(replace(usual, recipe="chars-4")).distance == 64
    other = ScanConfig(recipe="chars-4")
    assert other.by_recipe_of(replace(other, recipe="default")).distance == DEFAULT_DISTANCE
    chosen = replace(usual, recipe="chars-4", distance=10)
    assert usual.by_recipe_of(chosen) == chosen
    stricter = replace(usual, distance=10)
    assert stricter.by_recipe_of(replace(stricter, recipe="chars-4")).distance == 10
    assert usual.by_recipe_of(replace(usual, similarity=0.5)) == replace(usual, similarity=0.5)


def test_the_limit_of_features_is_the_recipes() -> None:
    """A recipe that takes 20 words of any text needs no more; a cached search knows its limit."""
    words = [f"{a}{b}" for a in "bcdfghjk" for b in "aeiouxyz"]
    for recipe in RECIPES:
        most = len(find_recipe(recipe).features(words * 2)[0])
        assert least_features(recipe) <= most, recipe
        assert least_features(find_recipe(recipe).key) == least_features(recipe)
    usual = Thresholds(3, 0.7, 0.8)
    assert settings_of("tfidf-20/1", usual) != settings_of("default/1", usual)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Two texts of more than 20 words, alike, and two of 12."""
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefghij", k=6)) for _ in range(60)]
    few = ["".join(chance.choices("klmnopqrst", k=6)) for _ in range(12)]
    texts = {"long": words, "long 2": [*words[:-1], "another"]}
    texts |= {"few": few, "few 2": [*few[1:], "other"]}
    return written(tmp_path / "notes", {f"{at}.txt": " ".join(one) for at, one in texts.items()})


def test_the_twenty_most_telling_words_are_enough(notes: Path, tmp_path: Path) -> None:
    """In a scan, from the index, in memory, in a question and in saved results."""
    config, index = ScanConfig(recipe="tfidf-20", jobs=0), tmp_path / "index"
    report = scanned(notes, index, config)
    again = scanned(notes, index, config)
    path = tmp_path / "saved.variorum"
    for one in (report, again, reopened(report, path)):
        short = {document.path.stem for document in one.documents.values() if document.short}
        assert short == {"few", "few 2"}
        pairs = {
            tuple(one.documents[end].path.stem for end in (pair.left, pair.right)): pair.short
            for pair in one.pairs
        }
        assert pairs["few 2", "few"]
        assert not pairs["long 2", "long"]
    assert (report.counts.short, again.counts.short) == (2, 2)
    with FingerprintIndex(index) as opened:
        found = find_similar(notes / "long.txt", within(report, 64), opened)
    by_name = {report.documents[pair.right].path.stem: pair.short for pair in found}
    assert not by_name["long 2"]


def test_its_classic_use_works(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs within a few bits without a comparison, and with one: the distances are shown."""
    recipe = find_recipe("tfidf-20")
    prints = {
        path.name: voted(recipe, path.read_text().split()) or 0 for path in sorted(notes.iterdir())
    }
    apart = {
        (one, other): (prints[one] ^ prints[other]).bit_count()
        for one, other in itertools.combinations(prints, 2)
    }
    most = str(apart["long 2.txt", "long.txt"])
    asked = "--recipe", "tfidf-20", "--distance", most, "--index", ":memory:", "--jobs", "0"
    assert main(["pairs", *asked, "--unverified", str(notes)]) == 0
    rows = [row.split(",") for row in capsys.readouterr().out.splitlines()[1:]]
    assert {(Path(one).name, Path(other).name): int(bits) for one, other, bits, *_ in rows} == {
        pair: bits for pair, bits in apart.items() if bits <= int(most)
    }
    assert main(["groups", *asked, str(notes)]) == 0
    printed = capsys.readouterr()
    lines = {Path(line).name: line for line in printed.out.splitlines()}
    assert f"{most} bits  " in lines["long.txt"] + lines["long 2.txt"]
    assert "(too short)" in lines["few.txt"] + lines["few 2.txt"]
    assert "2 documents have fewer than 20 features" in printed.err


# ---- short texts are compared by their words, too: a corrected note is found, another one is not


def notes_in(folder: Path, *texts: str) -> Path:
    return written(folder, {f"{number:03}.txt": f"{text}\n" for number, text in enumerate(texts)})


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
OTHER_MESSAGES = (
    "Can you send me the address of the dentist?",
    "The dentist moved to another street last year.",
    "Could you tell me when the library opens on Sunday?",
    "明天的会议改到下午三点，请大家准时参加。",
    "明天下午有雨，请大家记得带伞出门。",
    "冰箱里还有昨天剩下的鱼汤，热一下再喝。",
)


@pytest.mark.parametrize("name", [*CORRECTED, *NUMBERS])
def test_a_note_with_a_word_or_numbers_changed_is_similar(name: str, tmp_path: Path) -> None:
    left, right, share = (CORRECTED | NUMBERS)[name]
    (row,) = pair_rows(scanned(notes_in(tmp_path / "a", left, right)))
    found = row.figures.kind, row.figures.numbers_only, row.figures.measure
    assert found == (Kind.SIMILAR, name in NUMBERS, MeasuredBy.WORDS)
    assert row.figures.resemblance == pytest.approx(share)


def test_other_messages_are_not_similar(tmp_path: Path) -> None:
    assert not list(pair_rows(scanned(notes_in(tmp_path / "a", *OTHER_MESSAGES))))


def test_a_part_is_measured_by_what_of_it_is_in_the_whole(tmp_path: Path) -> None:
    left, *_ = CORRECTED["english"]
    folder = notes_in(tmp_path / "a", left, f"{left} The door of the cellar is locked again, too.")
    (row,) = pair_rows(scanned(folder))
    assert (row.figures.kind, row.figures.containment, row.figures.measure) == (
        Kind.PART,
        1.0,
        MeasuredBy.SHINGLES,
    )


def test_every_output_says_the_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left, right, share = CORRECTED["chinese"]
    folder = notes_in(tmp_path / "a", left, right)
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        report = scanned(folder, index)
        recalled = recall([folder], CONFIG, index)
    for known in (report, recalled, reopened(report, tmp_path / "saved.variorum")):
        (pair,) = known.pairs
        assert pair.measure is MeasuredBy.WORDS
        assert pair.resemblance == pytest.approx(share)
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
    # thirds are told as such
    left, right, _ = NUMBERS["phone"]
    folder = notes_in(tmp_path / "b", left, right)
    lines = explanation_lines(explain(folder / "000.txt", folder / "001.txt", CONFIG), CONFIG)
    assert any("(11.3 shared, A has 12, B 12)" in line for line in lines)


def families_of_notes() -> Iterator[str]:
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
    texts = list(dict.fromkeys(families_of_notes()))
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

    whole = notes_in(tmp_path / "a", *texts)
    assert found(scanned(whole, config=config)) == pytest.approx(true)
    path = tmp_path / "index.sqlite3"
    late = sorted(whole.iterdir())[::4]
    kept = {one: one.read_bytes() for one in late}
    for one in late:
        one.unlink()
    scanned(whole, path, config)
    for one, data in kept.items():
        one.write_bytes(data)
    assert found(scanned(whole, path, config)) == pytest.approx(true)
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
    folder = notes_in(tmp_path / "a", " ".join(words), " ".join(joined))
    config = replace(CONFIG, contained=False)
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        report = scanned(folder, index, config)
        (pair,) = report.pairs
        assert pair.distance > config.distance
        assert [row.figures.only_in for row in pair_rows(report)] == ["spaces"]
        library = ResidentLibrary(recipe_key(CONFIG))
        library.refresh(index)
        for resident in (None, library):
            file = folder / "000.txt"
            asked = recall_similar(file, config, index, resident=resident)
            assert len(asked.pairs) == 1


# ---- documents that differ in signs, capitals or accents alone: found, and never called the same


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
# two documents of each, and what they differ in
PAIRS: dict[str, tuple[str, str, OnlyIn]] = {
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


@pytest.fixture
def differing(tmp_path: Path) -> Path:
    sides = [(f"a {name}", one) for name, (one, _, _) in PAIRS.items()]
    sides += [(f"b {name}", other) for name, (_, other, _) in PAIRS.items()]
    return written(tmp_path / "文档", dict(sides))


def test_they_are_near_and_what_differs_is_said(differing: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        reports = [scanned(differing, index), scanned(differing, index)]  # compared, and recalled
        reports.append(reopened(reports[0], tmp_path / "results.variorum"))
        assert not set(member_kinds(reports[0]).values()) & set(TRUE_COPIES)
        lines = "\n".join(group_lines(reports[0]))
        for only_in in OnlyIn:
            assert f"({ONLY_IN_WORDS[only_in]})" in lines
        rows = [
            {frozenset((row.left.path.name, row.right.path.name)): row for row in pair_rows(one)}
            for one in reports
        ]
        for name, (_, _, only_in) in PAIRS.items():
            for report in rows:
                row = report[frozenset((f"a {name}", f"b {name}"))]
                found = row.figures
                assert (found.kind, found.only_in) == (Kind.SIMILAR, only_in)
                assert not found.numbers_only
                assert percent(found.resemblance) == "99.9 %"
                assert row.cells()[PAIR_COLUMNS.index("badge")] == f"{only_in.value}-only"
            # one more file is answered as a scan would
            one, other = differing / f"a {name}", differing / f"b {name}"
            (pair,) = recall_similar(one, CONFIG, index).pairs
            assert (pair.kind, pair.only_in) == (Kind.SIMILAR, only_in)
            assert percent(pair.resemblance) == "99.9 %"
            explained = explain(one, other, CONFIG)
            assert (explained.pair.kind, explained.pair.only_in) == (Kind.SIMILAR, only_in)
            assert ONLY_IN_WORDS[only_in] in "\n".join(explanation_lines(explained, CONFIG))


def test_a_page_and_its_source_are_near(tmp_path: Path) -> None:
    files = {
        "reading.rst": f"Reading a file\n==============\n\n{SOURCE}",
        "reading.html": PAGE.format(SHOWN),
        "other.html": PAGE.format(f"<p>{english_text(9, 200)}"),
    }
    (pair,) = scanned(written(tmp_path, files)).pairs
    assert (pair.kind, pair.only_in) == (Kind.SIMILAR, None)
    assert 0.8 < pair.resemblance < 1


def test_numbers_are_told_apart_from_their_signs(tmp_path: Path) -> None:
    """1.5 is not 15: numbers differ, where without the point nothing would."""
    text = chinese_text(3, 200)
    for name, number in (("a", "1.5"), ("b", "15"), ("c", "-15")):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n单价 {number} 元。", encoding="utf-8")
    found = [row.figures for row in pair_rows(scanned(tmp_path), expand=True)]
    assert [(one.kind, one.only_in) for one in found] == [(Kind.SIMILAR, None)] * 3
    assert [one.numbers_only for one in found].count(True) >= 1
