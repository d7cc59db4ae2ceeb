"""The resident library: the same answers as a scan, whatever came and went in between."""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alike import alike
from amounts import Counted, examples
from builders import chinese_text, edited, english_text, letters_and_digits
from scans import CONFIG, scanned
from simcore import Cancelled, FingerprintIndex, ScanConfig
from simcore.candidates.sketches import Sketches
from simcore.grouping.pairs import shown_kind
from simcore.index.index import held
from simcore.model.records import Document, Kind, TextId
from simcore.model.report import ScanReport
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import recall_similar
from simcore.text.decoding import decode
from simcore.text.shingles import shingles_in_order


def a_text(generator: random.Random) -> str:
    """Make one of few texts, Chinese or English, long or short, a version or a part of it."""
    number = generator.randrange(5)
    length = (4, 40, 150, 700, 4_000)[number]
    text = (chinese_text if generator.random() < 0.6 else english_text)(number, length)
    lines = text.count("\n")
    match generator.randrange(4):
        case 1:
            return edited(text, generator.randrange(99), generator.randrange(lines + 1) // 2)
        case 2:
            start = generator.randrange(len(text))
            return text[start : start + generator.randrange(len(text)) + 1] + "\n末尾 end"
        case 3:
            return text + chinese_text(generator.randrange(99), generator.randrange(length) + 1)
    return text


def figures_of(
    report: ScanReport, config: ScanConfig
) -> dict[TextId, dict[TextId, tuple[float, Kind]]]:
    """Return what a scan shows at some thresholds: for each text the others, and how alike."""
    shown: dict[TextId, dict[TextId, tuple[float, Kind]]] = {}
    for pair in report.pairs:
        kind = shown_kind(pair, config)
        if kind is not None:
            left, right = (report.documents[end].text for end in (pair.left, pair.right))
            shown.setdefault(left, {})[right] = pair.resemblance, kind
            shown.setdefault(right, {})[left] = pair.resemblance, kind
    return shown


def brute_force(documents: dict[TextId, Document], config: ScanConfig) -> set[tuple[int, int]]:
    """Compare all texts with all, by their files."""
    decoded = {text: decode(one.path.read_bytes()).text for text, one in documents.items()}
    letters = {text: letters_and_digits(found) for text, found in decoded.items()}
    sets = {text: set(shingles_in_order(found).tolist()) for text, found in letters.items()}
    found = set()
    for one, left in sets.items():
        for other, right in sets.items():
            if one == other:
                continue
            apart = (documents[one].fingerprint or 0) ^ (documents[other].fingerprint or 0)
            short = documents[one].short or documents[other].short
            (share, *held), _ = alike(left, right, (decoded[one], decoded[other]))
            near = share >= config.similarity - 1e-9
            near &= short or letters[one] == letters[other] or apart.bit_count() <= config.distance
            least, most = sorted((len(left), len(right)))
            part = max(held) >= config.containment - 1e-9
            # two of about one length are a part only where they are less alike than 0.3; a text
            # that repeats itself is as long as it stands
            written, longest = sorted((len(letters[one]), len(letters[other])))
            shorter = least <= 0.83 * most or written <= 0.83 * longest
            part &= shorter or config.containment < 0.52
            if near or (part and config.contained):
                found.add((one, other))
    return found


@given(
    st.integers(0, 2**32),
    st.sampled_from([0.3, 0.5, 0.7, 0.9]),
    st.sampled_from([0.3, 0.6, 0.8, 1.0]),
    st.sampled_from([0, 6, 24, 64]),
    st.booleans(),
)
@example(2978, 0.3, 0.6, 0, True)  # a text repeats itself, and holds another as a part
@example(18195, 0.3, 0.3, 0, True)  # two short texts hold a third of each other by their words
@settings(max_examples=examples(24))
def test_the_same_answers_as_a_scan(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    similarity: float,
    containment: float,
    distance: int,
    contained: bool,
) -> None:
    generator = random.Random(seed)
    place = tmp_path_factory.mktemp("library")
    folder = place / "文档"
    folder.mkdir()
    config = replace(
        CONFIG,
        similarity=similarity,
        containment=containment,
        distance=distance,
        contained=contained,
    )
    library = ResidentLibrary(recipe_key(config))
    with FingerprintIndex(place / "index.sqlite3") as index:
        number = 0
        for _ in range(3):
            for path in sorted(folder.iterdir()):
                if generator.random() < 0.3:
                    path.unlink()
            for _ in range(generator.randrange(9)):
                number += 1
                (folder / f"{number:03}.txt").write_text(a_text(generator), encoding="utf-8")
            report = scanned(folder, index, config)
            library.refresh(index)
            compared_with(report, index, config, library)
    shutil.rmtree(place)


def compared_with(
    report: ScanReport, index: FingerprintIndex, config: ScanConfig, library: ResidentLibrary
) -> None:
    assert report.counts.missed == 0
    documents = {one.text: one for one in report.documents.values() if one.fingerprint is not None}
    wanted, truth = figures_of(report, config), brute_force(documents, config)
    for text, document in documents.items():
        asked = recall_similar(document.path, config, index, resident=library)
        found = {
            asked.documents[pair.right].text: (pair.resemblance, pair.kind)
            for pair in asked.pairs
            if asked.documents[pair.right].text != text
        }
        assert found.items() >= wanted.get(text, {}).items()
        assert {(text, other) for other in found} <= truth
        assert asked.problems == ()


@dataclass(frozen=True)
class Kept:
    """A library of a few documents, its index and what follows it."""

    folder: Path
    index: FingerprintIndex
    library: ResidentLibrary

    def write(self, *names: str) -> None:
        for name in names:
            (self.folder / name).write_text(chinese_text(len(name) * 7 + ord(name[0]), 200))
        scanned(self.folder, self.index)

    def refresh(self) -> None:
        self.library.refresh(self.index)

    def held(self) -> set[int]:
        """All that can be found."""
        return {text for part in self.library._parts for text in part.texts[~part.gone].tolist()}

    def there(self) -> set[int]:
        return set(held(self.index, self.library.recipe).tolist())


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    folder = tmp_path / "文档"
    folder.mkdir()
    index = FingerprintIndex(tmp_path / "index.sqlite3")
    return Kept(folder, index, ResidentLibrary(recipe_key(CONFIG)))


def test_it_follows_what_this_and_other_connections_write(kept: Kept) -> None:
    assert kept.library.frequencies(np.array([1], dtype=np.uint32)).tolist() == [0]
    kept.refresh()
    assert kept.held() == set()
    kept.write("a.txt", "b.txt", "c.txt")
    kept.refresh()
    assert len(kept.held()) == len(kept.library) == 3
    with FingerprintIndex(kept.index.path) as another:
        (kept.folder / "d.txt").write_text(chinese_text(99, 200))
        (kept.folder / "a.txt").unlink()
        scanned(kept.folder, another)
    kept.refresh()
    assert kept.held() == kept.there()
    kept.library.refresh(kept.index)
    with FingerprintIndex(kept.index.path) as another:
        kept.library.refresh(another)
    assert kept.held() == kept.there()


def test_nothing_is_read_where_nothing_changed(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write("a.txt", "bb.txt")
    kept.refresh()
    statements: list[str] = []
    kept.index.connection.set_trace_callback(statements.append)
    kept.refresh()
    assert statements == ["pragma data_version"]


def test_a_text_that_another_recipe_knew_before(kept: Kept) -> None:
    """Its id is lower than ids that are held already."""
    (kept.folder / "old.txt").write_text(chinese_text(1))
    scanned(kept.folder, kept.index, replace(CONFIG, recipe="charikar"))
    (kept.folder / "old.txt").rename(kept.folder / "old.html~")
    kept.write("new.txt")
    kept.refresh()
    assert len(kept.held()) == 1
    (kept.folder / "old.html~").rename(kept.folder / "old.txt")
    kept.write("newer.txt")
    kept.refresh()
    assert kept.held() == kept.there()
    assert len(kept.held()) == 3


@pytest.mark.parametrize("numbered_anew", [True, False])
def test_another_file_in_the_place_of_the_index_is_loaded_anew(
    kept: Kept, numbered_anew: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many file systems give a new file the number of one that was deleted."""
    if not numbered_anew:
        monkeypatch.setattr("simcore.index.index.file_of", lambda _: (1, 2))
    kept.write("a.txt", "bb.txt", "ccc.txt")
    kept.refresh()
    before = kept.held()
    kept.index.close()
    path = kept.index.path
    for beside in path.parent.glob("index.sqlite3*"):
        beside.unlink()
    (kept.folder / "a.txt").unlink()
    with FingerprintIndex(path) as index:
        again = Kept(kept.folder, index, kept.library)
        again.write("dddd.txt")
        again.refresh()
        # the ids are the same, the texts are not
        assert again.held() == before == again.there()
        found = recall_similar(kept.folder / "dddd.txt", CONFIG, index, resident=kept.library)
        assert found.pairs == ()
        shutil.copyfile(kept.folder / "dddd.txt", kept.folder / "copy.md")
        again.write()
        again.refresh()
        (pair,) = recall_similar(
            kept.folder / "dddd.txt", CONFIG, index, resident=kept.library
        ).pairs
        assert pair.kind is Kind.IDENTICAL


def test_loading_that_is_stopped_changes_nothing(kept: Kept) -> None:
    kept.write("a.txt", "bb.txt")
    kept.refresh()
    before = kept.held()
    kept.write("ccc.txt")

    def stopping(after: int) -> Callable[[], None]:
        left = iter(range(after))

        def check() -> None:
            if next(left, None) is None:
                raise Cancelled

        return check

    for after in (0, 1):
        with pytest.raises(Cancelled):
            kept.library.refresh(kept.index, stopping(after))
        assert kept.held() == before
    # and the index is not left in a transaction
    kept.write("dddd.txt")
    kept.refresh()
    assert kept.held() == kept.there() > before


def test_parts_stay_few_and_the_memory_is_that_of_the_samples(kept: Kept) -> None:
    for number in range(12):
        kept.write(f"{'x' * number}.txt", f"{'y' * number}.txt")
        kept.refresh()
    assert len(kept.library._parts) <= 4
    taken = sum(one.values.nbytes + one.owners.nbytes for one in kept.library._parts)
    assert taken == 8 * sum(len(some.values) for _, some in kept.index.sketches())


def test_a_library_of_another_recipe_is_not_asked(kept: Kept) -> None:
    kept.write("a.txt")
    shutil.copyfile(kept.folder / "a.txt", kept.folder / "b.txt")
    kept.write()
    other = ResidentLibrary(recipe_key(replace(CONFIG, recipe="charikar")))
    other.refresh(kept.index)
    found = recall_similar(kept.folder / "a.txt", CONFIG, kept.index, resident=other)
    assert [found.documents[pair.right].path.name for pair in found.pairs] == ["b.txt"]


@pytest.mark.parametrize("recipe", ["charikar", "default"])
def test_the_most_alike_come_first(kept: Kept, recipe: str, counted: Counted) -> None:
    config = replace(CONFIG, recipe=recipe, similarity=0.3)
    text = chinese_text(3, 1_500)
    lines = text.count("\n")
    for number in range(8):
        (kept.folder / f"{number}.txt").write_text(edited(text, 5, lines * number // 12))
    scanned(kept.folder, kept.index, config)
    library = ResidentLibrary(recipe_key(config))
    library.refresh(kept.index)
    report = scanned(kept.folder, kept.index, config)
    by_text = {one.text: one for one in report.documents.values()}
    first = next(one for one in by_text.values() if one.path.name == "0.txt")
    sketches = {
        text: values
        for ids, some in kept.index.sketches()
        for text, values in zip(
            ids.tolist(), np.split(some.values, np.cumsum(some.sizes)[:-1]), strict=True
        )
    }
    (found,) = library.candidates_of(Sketches.of([sketches[first.text]]), config)
    names = [by_text[text].path.name for text in found]
    assert names == sorted(names)
    assert len(names) >= 4
    counted("texts ranked", len(names))
