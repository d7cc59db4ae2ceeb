"""Explanations against votes, passages and counts made again in plain Python."""

import random
from collections import Counter
from pathlib import Path
from string import ascii_lowercase

import pytest

from builders import chinese_text, edited, english_text, letters_and_digits, shingle_strings
from forms import made_up
from simcore import Cancelled, Kind, ReadError, ScanConfig, explain
from simcore.cli.lines import explanation_lines
from simcore.cli.main import main
from simcore.explanation import Explanation, feature_words, numbers
from simcore.fingerprints import Features, Recipe, find_recipe, fnv1
from simcore.text.masking import segmenter
from simcore.text.words import normalise, quote_run, words

INVOICE = "发票\n客户：{name}\n货款共计{amount}元，请于{date}前支付。货物已经验收，不得退换。\n"


def explained(
    tmp_path: Path, left: str, right: str, recipe: str = "default", similarity: float = 0.5
) -> Explanation:
    paths = tmp_path / "left.txt", tmp_path / "right.txt"
    for path, text in zip(paths, (left, right), strict=True):
        path.write_text(text, encoding="utf-8")
    return explain(*paths, ScanConfig(recipe=recipe, similarity=similarity))


def printed(found: Explanation) -> str:
    return "\n".join(explanation_lines(found, ScanConfig()))


def differs(found: Explanation) -> list[str]:
    return [one for one in printed(found).split("\n") if one.startswith("differs")]


def grams(text: str) -> set[str]:
    return set(shingle_strings(letters_and_digits(text)))


@pytest.mark.parametrize("text", [chinese_text(1), english_text(1)])
def test_votes_by_term_frequency(tmp_path: Path, text: str) -> None:
    """Charikar's recipe, recomputed: word counts, FNV-1, votes bit by bit."""
    texts = text, edited(text, 2, 6)
    found = explained(tmp_path, *texts, recipe="charikar")
    counts = [Counter(words(normalise(each), segmenter())) for each in texts]
    votes = [
        [sum(n if fnv1(word) >> bit & 1 else -n for word, n in count.items()) for bit in range(64)]
        for count in counts
    ]
    for side, count, vote in zip((found.left, found.right), counts, votes, strict=True):
        assert side.votes.tolist() == vote
        assert side.fingerprint == sum(1 << bit for bit in range(64) if vote[bit] >= 0)
        weights = [feature.weight for feature in side.heaviest]
        assert weights == sorted(count.values(), reverse=True)[: len(weights)]
        assert len(weights) == 8
        for feature in side.heaviest:
            assert feature.label is not None
            assert feature.hash == fnv1(feature.label)
            assert feature.weight == count[feature.label]
            assert {feature.vote(bit) for bit in range(64)} == {feature.weight, -feature.weight}
            assert all(
                (feature.vote(bit) > 0) == bool(feature.hash >> bit & 1) for bit in range(64)
            )
    differing = [bit for bit in range(64) if (votes[0][bit] >= 0) != (votes[1][bit] >= 0)]
    assert [each.bit for each in found.differing] == differing != []
    assert found.distance == len(differing)
    for each in found.differing:
        assert (each.left_votes, each.right_votes) == (votes[0][each.bit], votes[1][each.bit])
        for ours, theirs, decided, vote in (
            (counts[0], counts[1], each.left_deciding, each.left_votes),
            (counts[1], counts[0], each.right_deciding, each.right_votes),
        ):
            pull = {
                word: n - theirs[word]
                for word, n in ours.items()
                if n > theirs[word] and bool(fnv1(word) >> each.bit & 1) == (vote >= 0)
            }
            strongest = sorted(pull.values(), reverse=True)[:8]
            assert [pull[str(feature.label)] for feature in decided] == strongest


@pytest.mark.parametrize(
    "recipe", ["default", "shingles", "charikar+stem", "default+stop", "chars-4", "bigrams-32"]
)
def test_labels_make_their_hashes(tmp_path: Path, recipe: str) -> None:
    found = explained(tmp_path, english_text(3), edited(english_text(3), 5, 5), recipe)
    shown = [*found.left.heaviest, *found.right.heaviest]
    shown += [f for bit in found.differing for f in (*bit.left_deciding, *bit.right_deciding)]
    assert len(shown) > 16
    for feature in shown:
        assert feature.label is not None
        hashes = find_recipe(recipe).features(feature.label.split())[0]
        assert feature.hash in {
            sum(word << 64 * at for at, word in enumerate(row)) for row in hashes.tolist()
        }


@pytest.mark.parametrize(("recipe", "length"), [("default", 100_000), ("chars-4", 4)])
def test_a_word_of_many_letters_is_searched_by_halves(
    monkeypatch: pytest.MonkeyPatch, recipe: str, length: int
) -> None:
    word = "".join(random.Random(5).choices(ascii_lowercase, k=100_000))
    known = find_recipe(recipe)
    asked: list[list[str]] = []

    def features(of: Recipe, listed: list[str]) -> Features:
        asked.append(listed)
        return made(of, listed)

    made = Recipe.features
    monkeypatch.setattr(Recipe, "features", features)
    wanted = numbers(known.features([word])[0])[:2]
    found = feature_words([[word]], known, wanted)
    for value, label in found.items():
        assert len(label) == length
        assert label in word
        assert value in numbers(made(known, [label])[0])
    assert set(found) == set(wanted)
    assert len(asked) < 200


def test_figures_and_passages(tmp_path: Path) -> None:
    texts = chinese_text(4), edited(chinese_text(4), 3, 4) + "附录：后来添上的一段全新文字。"
    found = explained(tmp_path, *texts)
    left, right = map(grams, texts)
    assert found.comparison.shared == len(left & right)
    assert found.comparison.left_in_right == len(left & right) / len(left)
    assert found.comparison.right_in_left == len(left & right) / len(right)
    assert found.shown_kind(ScanConfig()) is Kind.SIMILAR
    for passages, inside, outside in (
        (found.shared, left & right, set()),
        (found.left.own, left - right, right),
        (found.right.own, right - left, left),
    ):
        assert passages
        sizes = [passage.characters for passage in passages]
        assert sizes == sorted(sizes, reverse=True)
        for passage in passages:
            shown = passage.text.removesuffix("…")
            assert grams(shown) <= inside
            assert not grams(shown) & outside
            if shown == passage.text:
                assert passage.characters == len(letters_and_digits(shown))
    assert any("后来添上的一段全新文字" in passage.text for passage in found.right.own)


def test_passages_keep_the_spaces_of_words(tmp_path: Path) -> None:
    text = english_text(6, 100)
    found = explained(tmp_path, text, text + "A wholly new sentence.")
    assert found.comparison.left_in_right == 1 > found.comparison.right_in_left
    assert found.left.own == ()
    (own,) = found.right.own
    assert "a wholly new sentence" in own.text
    assert normalise(text).startswith(found.shared[0].text.removesuffix("…"))
    assert found.shared[0].characters == len(letters_and_digits(text))


def test_shares_of_what_changed_are_about_true(tmp_path: Path) -> None:
    """Every fortieth of many distinct characters is another one, and every tenth of many words."""
    for right, share in (("同一篇文字", 0.0), ("一二三四五六", 1.0)):
        assert explained(tmp_path, "同一篇文字", right).changed_characters == share
    text = normalise("".join(chr(0x4E00 + at * 7) for at in range(1_200)))
    changed = [chr(0xAC00 + at) if at % 40 == 20 else c for at, c in enumerate(text)]
    found = explained(tmp_path, text, "".join(changed))
    assert found.changed_characters == pytest.approx(1 / 40, rel=0.15)
    assert "about one character in" in printed(found)
    generator = random.Random(5)
    drawn = ["".join(generator.choices(ascii_lowercase, k=6)) for _ in range(4_000)]
    listed, others = drawn[:2_000], drawn[2_000:]
    changed = [others[at] if at % 10 == 5 else word for at, word in enumerate(listed)]
    found = explained(tmp_path, " ".join(listed), " ".join(changed))
    assert not found.mostly_chinese
    assert found.changed_words == pytest.approx(1 / 10, rel=0.15)
    assert "about one word in" in printed(found)


def test_numbers_only(tmp_path: Path) -> None:
    one = INVOICE.format(name="张伟", amount="3,500.00", date="2024年3月5日")
    other = INVOICE.format(name="王建明", amount="128", date="2023年11月28日")
    found = explained(tmp_path, one, other, similarity=0.3)
    assert found.pair.numbers_only
    assert "numbers only" in printed(found)
    for text in (one, one.replace("不得", "可以"), one.replace("元", "美元")):
        found = explained(tmp_path, one, text)
        assert not found.pair.numbers_only
        assert "numbers only" not in printed(found)
    # nor do rows in another order differ in numbers
    rows = [f"{one * 7919 % 1000},{one * 104729 % 1000},{one}" for one in range(1, 80)]
    found = explained(tmp_path, "\n".join(rows), "\n".join(sorted(rows)))
    assert not found.pair.numbers_only
    (line,) = differs(found)
    assert line.startswith("differs      nothing but the order: ")


def test_what_differs_is_said_once(tmp_path: Path) -> None:
    assert differs(explained(tmp_path, "if a < b: go on with it", "if a > b: go on with it")) == [
        "differs      only punctuation differs",
        'differs      punctuation and signs, at 1 place: A has "<", B has ">"',
    ]
    # what is no word, sign or letter is told in general
    assert differs(explained(tmp_path, "one two three four", "onetwo three four"))
    with pytest.raises(ReadError, match=r"right\.txt: has no words"):
        explained(tmp_path, "文字", "...")


def test_a_traditional_copy_has_the_same_words(tmp_path: Path) -> None:
    found = explained(tmp_path, "後面的頭髮乾了，計畫發展", "后面的头发干了，计划发展")
    assert (found.pair.kind, found.distance) == (Kind.SAME_WORDS, 0)
    assert found.differing == found.left.own == found.only_left == ()


def test_lines_for_people(tmp_path: Path) -> None:
    text = chinese_text(7)
    found = explained(tmp_path, text, text + "全新的结尾，三号楼停止供水。")
    lines = printed(found)
    assert 'B has "全新的结尾，三号楼停止供水" (12 characters)' in lines
    assert f"fingerprint {found.left.fingerprint:016x}\n" in lines
    assert "containment  100 % of A is in B: every passage of A is in B too\n" in lines
    assert "of B is in A" in lines
    assert "\nlongest passages in A only" not in lines
    shown = [(one.hash, f"  {one.label}") for one in found.left.heaviest]
    for value, label in (*shown, (found.right.fingerprint, "")):
        signs = f"{value:064b}".replace("1", "+").replace("0", "-")
        assert signs + label in lines
        assert not label or f"{value:016x}  {signs}{label}" in lines
    nothing = printed(explained(tmp_path, "一二三四五六", "甲乙丙丁戊己"))
    assert "they have no passage in common" in nothing
    assert "A has nothing from B" in nothing


def test_the_threshold_that_hides_a_pair_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = chinese_text(7)
    names = "left.txt", "right.txt"
    explained(tmp_path, text, edited(text, 3, 3))  # writes them: about .8 alike, of one length
    paths = [str(tmp_path / name) for name in names]

    def kind(*options: object) -> list[str]:
        assert main(["explain", *paths, *map(str, options)]) == 0
        lines = capsys.readouterr().out.splitlines()
        start = next(at for at, line in enumerate(lines) if line.startswith("kind"))
        rest = [line.strip() for line in lines[start + 1 :]]
        stop = next(at for at, line in enumerate(rest) if line.startswith("similarity  "))
        return [lines[start].removeprefix("kind").strip(), *rest[:stop]]

    length = "length: neither is clearly shorter, a part has at most 83 % of the whole's runs"
    assert kind() == ["similar"]
    for option, value, said in (
        ("similarity", 0.95, " alike, similar means at least 95 %"),
        ("distance", 0, " bits apart, similar means at most 0"),
    ):
        hidden, by, *more = kind(f"--{option}", value)
        assert (hidden, more) == ("hidden by", [length])
        assert by.startswith(f"{option}: ")
        assert by.endswith(said)
    both = kind("--distance", 0, "--similarity", 1, "--containment", 1, "--no-contained")
    expected = "hidden by|similarity|distance|parts|containment|length"
    assert "|".join(line.partition(":")[0] for line in both) == expected
    # a part is shown whatever similarity and distance are, if parts are
    (tmp_path / "left.txt").write_text(text[: len(text) // 3], encoding="utf-8")
    assert kind("--distance", 0, "--similarity", 1) == ["part"]
    left_out = kind("--distance", 0, "--similarity", 1, "--no-contained")[-1]
    assert left_out == "parts: parts are left out"
    # what is identical is shown at all thresholds
    (tmp_path / "left.txt").write_bytes((tmp_path / "right.txt").read_bytes())
    assert kind("--distance", 0, "--similarity", 1, "--no-contained") == ["identical"]


def test_a_hash_without_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recipe whose features are no runs of words shows its hashes alone."""
    monkeypatch.setattr("simcore.explanation._WORDS_TRIED", 0)
    found = explained(tmp_path, chinese_text(1, 40), chinese_text(2, 40))
    assert {feature.label for feature in found.left.heaviest} == {None}
    assert f"{found.left.heaviest[0].hash:016x}" in printed(found)


def test_influences_and_shared_votes(tmp_path: Path) -> None:
    """Every vote is the sum of those of the common features and of a side's surplus."""
    texts = english_text(8), edited(english_text(8), 4, 9)
    found = explained(tmp_path, *texts, recipe="charikar")
    counts = [Counter(words(normalise(each), segmenter())) for each in texts]
    common = counts[0] & counts[1]
    for bit in range(64):
        voted = sum(n if fnv1(word) >> bit & 1 else -n for word, n in common.items())
        assert found.shared_votes[bit] == voted
    differing = [each.bit for each in found.differing]
    for side, ours, theirs in (
        (found.left, counts[0], counts[1]),
        (found.right, counts[1], counts[0]),
    ):
        expected = {}
        for word, more in (ours - theirs).items():
            pulled = [bit for bit in differing if not ((fnv1(word) ^ side.fingerprint) >> bit & 1)]
            if pulled:
                expected[word] = more, tuple(pulled)
        shown = {str(each.feature.label): (each.more, each.bits) for each in side.influences}
        assert side.pulling == len(expected)
        assert shown == expected != {}
        totals = [each.total for each in side.influences]
        assert totals == sorted((more * len(b) for more, b in expected.values()), reverse=True)
    for each in found.differing:
        assert each.left_pulling == sum(each.bit in i.bits for i in found.left.influences)
        assert each.right_pulling == sum(each.bit in i.bits for i in found.right.influences)


def test_stopping(tmp_path: Path) -> None:
    """The check is called often enough to stop, and its exception is raised."""
    path = tmp_path / "text.txt"
    path.write_text(chinese_text(1), encoding="utf-8")
    calls = iter((None, None, Cancelled()))

    def check() -> None:
        if error := next(calls):
            raise error

    with pytest.raises(Cancelled):
        explain(path, path, ScanConfig(), check)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two texts of long words; of some a letter in the middle is another one."""
    chance = random.Random(5)
    words = ["".join(chance.choices("abcdefghij", k=9)) for _ in range(300)]
    others = [f"{one[:4]}z{one[5:]}" if at % 37 == 9 else one for at, one in enumerate(words)]
    others[100:100] = made_up(chance, 40)
    paths = tmp_path / "a.txt", tmp_path / "b.txt"
    for path, text in zip(paths, (words, others), strict=True):
        path.write_text(" ".join(text))
    return paths


def test_passages_begin_and_end_with_words(pair: tuple[Path, Path]) -> None:
    found = explain(*pair, ScanConfig())
    texts = [path.read_text() for path in pair]
    for passages, text in (
        (found.shared, texts[0]),
        (found.left.own, texts[0]),
        (found.right.own, texts[1]),
    ):
        assert passages
        for one in passages:
            if " " not in one.text:
                continue  # a part of a word, of which nothing else differs
            quoted = one.text.strip("…")
            assert f" {quoted} " in f" {text} "
            assert one.text.startswith("…") == (not text.startswith(quoted))
            assert one.text.endswith("…") == (not text.endswith(quoted))
    assert any(" " in one.text for one in found.right.own)


@pytest.mark.parametrize(
    ("text", "start", "stop", "most", "quoted"),
    [
        ("one two three", 0, 13, 99, "one two three"),
        ("one two three", 4, 13, 99, "two three"),
        ("one two three", 1, 12, 99, "…two…"),
        ("one two three", 0, 13, 9, "one two…"),
        ("one  two\nthree", 0, 14, 99, "one two three"),
        ("मैं हिन्दी हूँ", 1, 14, 99, "…हिन्दी हूँ"),
        ("나는 한국어를 한다", 1, 10, 99, "…한국어를 한다"),
        ("我们 use Python3 写程序", 1, 12, 99, "们 use…"),
        ("ภาษาไทยไม่มีช่องว่าง", 2, 9, 99, "ษาไทยไม"),
        ("acgtacgt ttgacaat", 3, 14, 99, "…tacgt ttgac…"),
        ("acgtacgt ttgacaat", 3, 14, 8, "…tacgt tt…"),
        ("regards. -- dr. brandt", 5, 10, 99, "…ds. -"),
    ],
)
def test_a_quotation(text: str, start: int, stop: int, most: int, quoted: str) -> None:
    assert quote_run(text, start, stop, most) == quoted
