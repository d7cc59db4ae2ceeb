"""Rescans: little is done, all changes are seen, and the result equals that of a new index."""

import fnmatch
import hashlib
import os
import random
import string
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore.index.documents
import simcore.index.index
import simcore.pipeline.candidates
from amounts import combined
from builders import chinese_text, document, edited, english_text
from live_watches import text, watching
from scans import CONFIG, content, member_kinds, reopened, scanned
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    Kind,
    ScanConfig,
    ScanReport,
    carry_out,
    plan_removal,
)
from simcore.candidates import inverted
from simcore.candidates.inverted import Bounds, Frequencies, SketchPairs, sketch_pairs
from simcore.candidates.sketches import Sketches
from simcore.files.patterns import Patterns
from simcore.index.documents import OF_PRINT, Documents, KnownFiles, path_key
from simcore.model.config import Thresholds
from simcore.model.reasons import ReasonCode
from simcore.model.records import DocumentId
from simcore.model.report import State
from simcore.pipeline import resident
from simcore.pipeline.candidates import _CODE, CachedCandidates, decode, encode, key_of, settings_of
from simcore.pipeline.rereading import find_changes
from simcore.pipeline.similar import recall_similar
from written import written


def change(folder: Path, dice: random.Random) -> None:
    """Change, move, copy or delete a file or two."""
    files = sorted(folder.rglob("*.txt"))
    one, other = dice.sample(files, 2)
    new = one.with_name(f"{dice.randrange(1000):03}.txt")
    match dice.randrange(6):
        case 0:
            one.write_text(edited(chinese_text(dice.randrange(6), 150), dice.randrange(99), 1))
        case 1:
            one.unlink()
        case 2:
            one.rename(new)
        case 3:
            new.write_bytes(other.read_bytes())
        case 4:
            first, second = one.read_bytes(), other.read_bytes()
            one.write_bytes(second)
            other.write_bytes(first)
        case 5:
            one.write_text(one.read_text() + other.read_text())


@pytest.fixture
def library(tmp_path: Path) -> Path:
    texts = [edited(chinese_text(number % 6, 150), number, number % 4) for number in range(24)]
    files = {f"{number % 3}/{number:03}.txt": text for number, text in enumerate(texts)}
    few = {"0/short.txt": "只有几个字", "0/empty.txt": "..."}
    return written(tmp_path / "documents", {**files, **few})


def test_comparisons_read_in_passing_are_those_looked_up(
    library: Path, tmp_path: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [edited(english_text(number % 2, 200), number, 4) for number in range(9)]
    other = written(tmp_path / "other", {f"{at}.txt": text for at, text in enumerate(texts)})
    scanned(other, index)  # of texts that the library does not have
    first = scanned(library, index)
    monkeypatch.setattr("simcore.pipeline.comparing._PAIRS_A_LOOKUP", 5)
    asked = []
    for worth in (0, 1_000):
        monkeypatch.setattr("simcore.pipeline.comparing._WORTH_READING", worth)
        again = scanned(library, index)
        asked.append(([*again.comparisons.items()], content(again)))
    assert asked[0] == asked[1]
    assert asked[0][1] == content(first)
    assert index.count_comparisons() > first.counts.candidates > 20
    assert first.pairs


@pytest.mark.parametrize(("seed", "work"), combined(range(2), [1 << 24, 60]))
def test_any_history_gives_what_a_fresh_index_gives(
    library: Path, tmp_path: Path, seed: int, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # with little work lists are cut
    monkeypatch.setattr(inverted, "_LEAST_WORK", work)
    monkeypatch.setattr(inverted, "_LEAST_ASKED", work)
    monkeypatch.setattr(resident, "LEAST_TEXTS", 1)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)
    monkeypatch.setattr(inverted, "_LEAST_CUT", 1)
    dice = random.Random(seed)
    missed = 0
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        for step in range(8):
            config = ScanConfig(
                jobs=0,
                compared_distance=dice.choice([None, 3, 20]),
                containment=dice.choice([0.5, 0.8]),
                grouping=dice.choice(["leaders", "components"]),
            )
            first, again = (scanned(library, index, config) for _ in range(2))
            expected = scanned(library, config=config)
            assert content(first) == content(expected), step
            assert content(again) == content(expected), step
            assert again.counts.read == 0
            missed += expected.counts.missed
            for _ in range(dice.randrange(3)):
                change(library, dice)
    assert bool(missed) == (work == 60)


def test_a_crowd_that_comes_later_is_searched_as_if_it_had_been_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_LEAST_WORK", "_LEAST_ASKED"):
        monkeypatch.setattr(inverted, name, 60)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)
    monkeypatch.setattr(inverted, "_LEAST_CUT", 1)
    monkeypatch.setattr(resident, "LEAST_TEXTS", 1)
    folder = written(tmp_path / "notes", {f"{at}.txt": english_text(at, 60) for at in range(60)})
    licence = english_text(99, 200)
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        assert scanned(folder, index).counts.missed == 0
        crowd = {f"c{at}.txt": f"{licence} {english_text(200 + at, 9 + at)}" for at in range(12)}
        written(folder, crowd)
        later, anew = scanned(folder, index), scanned(folder)
        assert content(later) == content(anew)
        assert later.counts.missed == anew.counts.missed > 0


def test_texts_from_before_a_column_are_read_again(library: Path, tmp_path: Path) -> None:
    """A migration adds a column of texts as null, and no value that there was is replaced."""
    newest, older = OF_PRINT[-1], OF_PRINT[0]
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        first = scanned(library, index)
        kept = ", ".join(name for name in ("recipe", "text", "value", *OF_PRINT) if name != newest)
        index.connection.executescript(
            f"create table old as select {kept}, null as {newest} from fingerprint;"
            "drop view documents; drop table fingerprint; alter table old rename to fingerprint;"
            f"create unique index one on fingerprint (recipe, text);"
            f"update fingerprint set {older} = 10000 + {older};"
        )
        again = scanned(library, index)
        third = scanned(library, index)
    assert (again.counts.read, third.counts.read) == (len(first.documents), 0)
    before = {one.path: one for one in first.documents.values()}
    for one in third.documents.values():
        assert getattr(one, newest) == getattr(before[one.path], newest)
        assert getattr(one, older) == 10_000 + getattr(before[one.path], older)


def test_a_rename_chooses_another_to_stand_for_a_text(library: Path, tmp_path: Path) -> None:
    text = english_text(1, 200)
    (library / "5.txt").write_text(text)
    (library / "6.txt").write_text(text)
    (library / "7.txt").write_text(edited(text, 1, 2))

    def sides(report: ScanReport) -> list[tuple[str, str]]:
        names = {one.id: one.path.name for one in report.documents.values()}
        listed = [(names[pair.left], names[pair.right]) for pair in report.pairs]
        return [pair for pair in listed if {"7.txt", "4.txt"} & set(pair)]

    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        assert sides(scanned(library, index)) == [("5.txt", "7.txt")]
        (library / "5.txt").rename(library / "8.txt")
        assert sides(scanned(library, index)) == [("6.txt", "7.txt")]
        (library / "6.txt").rename(library / "9.txt")
        assert sides(scanned(library, index)) == [("7.txt", "8.txt")]


def test_an_unchanged_folder_takes_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few statements, and no search."""
    counts = []
    for count in (4, 300):
        files = {
            f"{number}.txt": f"{text}{number % 10}"
            for number in range(count)
            for text in [chinese_text(1, 200) if number % 3 == 0 else english_text(number, 60)]
        }
        folder = written(tmp_path / str(count), files)
        with FingerprintIndex(tmp_path / f"{count}.sqlite3") as index:
            first = scanned(folder, index)
            assert first.pairs
            for name in ("near_pairs", "sketch_pairs"):
                monkeypatch.delattr(simcore.pipeline.candidates, name)
            index.connection.set_trace_callback((seen := []).append)
            again = scanned(folder, index)
            index.connection.set_trace_callback(None)
        monkeypatch.undo()
        assert content(again) == content(first)
        counts.append(len(seen))
    # listing, candidates, comparisons: none of them writes
    assert counts[0] == counts[1] <= 5


def test_documents_are_made_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(60):
        (tmp_path / f"{number:02}.txt").write_text(chinese_text(number, 150))
    (tmp_path / "copy.txt").write_bytes((tmp_path / "07.txt").read_bytes())
    made: list[str] = []
    real = simcore.index.documents.document_of
    none = Frequencies(np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.int32))
    # unlike texts are candidates
    monkeypatch.setattr(
        "simcore.pipeline.candidates.sketch_pairs",
        lambda sketches, *_: SketchPairs(*np.triu_indices(len(sketches), 1), none),
    )
    with FingerprintIndex(Path(":memory:")) as index:
        first = dict(scanned(tmp_path, index).documents)
        monkeypatch.setattr(
            simcore.index.documents,
            "document_of",
            lambda row, path, *rest: (made.append(path.name), real(row, path, *rest))[1],
        )
        again = scanned(tmp_path, index)
    assert again.counts.candidates > 60  # they are compared by their texts
    assert {"07.txt", "copy.txt"} <= set(made)
    assert len(made) == len(set(made)) < 10
    assert dict(again.documents) == first
    assert sorted(made) == sorted(path.name for path in tmp_path.iterdir())
    assert DocumentId(10_000) not in again.documents
    with pytest.raises(KeyError):
        again.documents[DocumentId(10_000)]


def test_only_the_last_few_proposals_are_kept(library: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        for distance in (1, 2, 3, 4, 5, 6, 7, 8, 8, 8):
            scanned(library, index, ScanConfig(jobs=0, compared_distance=distance))
        rows = index.connection.execute("select id > 0 from proposal").fetchall()
    # beside them is which pairs are forms
    assert sum(candidates for (candidates,) in rows) == 4
    assert len(rows) <= 8


ONE = st.integers(0, 2**40)
ASCENDING = st.lists(ONE, max_size=20, unique=True).map(sorted)


@given(
    st.lists(st.tuples(ONE, ONE), max_size=40),
    ASCENDING,
    st.binary(min_size=16, max_size=16),
)
def test_what_is_remembered_is_what_was_proposed(
    pairs: list[tuple[int, int]], texts: list[int], settings: bytes
) -> None:
    expected = sorted((min(pair), max(pair)) for pair in pairs)
    one, other = (np.array([pair[side] for pair in expected], dtype=np.int64) for side in (0, 1))
    data = encode(CachedCandidates(settings, np.array(texts, dtype=np.int64), one, other, 11))
    assert data.startswith(settings)
    assert not data.startswith(bytes([settings[0] ^ 1]) + settings[1:])
    again = decode(data)
    assert list(zip(again.one.tolist(), again.other.tolist(), strict=True)) == expected
    assert again.texts.tolist() == texts
    assert again.settings == settings
    assert again.distance == 11


def test_a_key_is_of_all_that_proposals_depend_on() -> None:
    texts, hashes = np.array([3, 5, 9]), [bytes([n]) * 16 for n in range(3)]
    usual = Thresholds(12, 0.7, 0.8)
    others = Thresholds(13, 0.7, 0.8), Thresholds(12, 0.7, 0.7), Thresholds(12, 0.4, 0.8)
    settings = [settings_of("default/1", one) for one in (usual, *others)]
    settings += [settings_of("default/2", usual), settings_of("default/1", usual, as_asked=True)]
    keys = [
        *(key_of(one, texts, hashes) for one in settings),
        key_of(settings[0], texts[:2], hashes[:2]),
        key_of(settings[0], np.array([3, 6, 9]), hashes),
        # an id was reused for another text
        key_of(settings[0], texts, [*hashes[:2], bytes(16)]),
    ]
    assert len(set(keys)) == len(keys)
    assert len(set(settings)) == len(settings)
    assert key_of(settings_of("default/1", usual), texts, hashes) == keys[0]


def test_a_key_is_of_every_parameter(monkeypatch: pytest.MonkeyPatch) -> None:
    """No version is raised by hand where a number changes that decides what is proposed."""
    lower = Thresholds(12, 0.4, 0.3)
    before = settings_of("default/1", lower)
    # these decide how fast it is, and what is rounded
    others = {
        "_SAMPLES_A_PART",
        "_MOST_RANGES",
        "_ROWS_AT_ONCE",
        "_ROUNDED",
    }
    numbers = [
        (inverted, name)
        for name, value in vars(inverted).items()
        if name.isupper() and isinstance(value, int | float) and name not in others
    ]
    assert len(numbers) >= 10
    more = "SAMPLINGS LEAST_SKETCH SHORT_TEXT _PAIRS_A_TEXT _LEAST_PAIRS".split()
    numbers += [(simcore.pipeline.candidates, name) for name in more]
    keys = {before}
    for times, (module, name) in enumerate(numbers, 2):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, getattr(module, name) * times)
            keys.add(settings_of("default/1", lower))
    assert len(keys) == 1 + len(numbers)
    assert settings_of("default/1", lower) == before


def test_what_proposes_has_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Candidates are cached in the index: if this fails, raise ``_CODE`` and adapt this."""
    dice = random.Random(5)
    drawn = [sorted(dice.sample(range(600), dice.randrange(5, 200))) for _ in range(120)]
    drawn += [sorted({*dice.sample(one, len(one) * 3 // 4), 7}) for one in drawn[:40]]
    samples = [np.array(one, dtype=np.uint32) * dice.choice([1, 4, 16]) for one in drawn]
    digest = hashlib.blake2b(digest_size=8)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)
    for work in (1 << 24, 3_000):
        monkeypatch.setattr(inverted, "_LEAST_WORK", work)
        shared = sketch_pairs(Sketches.of(samples), Bounds.of(Thresholds()))
        listed = shared.left.tolist(), shared.right.tolist(), shared.missed
        digest.update(repr(listed).encode())
        assert 20 < len(shared.left) < 5_000
        assert bool(shared.missed) == (work == 3_000)
    assert (_CODE, digest.hexdigest()) == (12, "5fe9a5c5b95a5c14")


NAMES = st.text(st.sampled_from("aB.-+ ~\x01é文"), min_size=1, max_size=3).filter(
    lambda name: name not in {".", ".."}
)
ROOTS = st.sampled_from(["", "/", "a/"])


@given(st.lists(st.tuples(ROOTS, st.lists(NAMES, min_size=1, max_size=3)), max_size=8))
def test_keys_sort_as_paths_do(parts: list[tuple[str, list[str]]]) -> None:
    paths = [Path(root + "/".join(names)) for root, names in parts]
    assert sorted(paths, key=path_key) == sorted(paths)
    documents = [document(n, path=path) for n, path in enumerate(dict.fromkeys(paths))]
    ordered = Documents(KnownFiles(), documents)
    assert [one.path for one in ordered.values()] == sorted(dict.fromkeys(paths))


# those that git's rules are for have tests of their own
PATTERNS = st.lists(
    st.text(st.sampled_from("aB.*?[]!-/x"), max_size=6).filter(
        lambda one: not one.startswith("/") and not one.endswith("/") and "**" not in one
    ),
    max_size=5,
)


@given(PATTERNS, st.lists(st.text(st.sampled_from("aAbB.-[]x*\n"), min_size=1, max_size=5)))
def test_patterns_match_as_fnmatch_does(patterns: list[str], parts: list[str]) -> None:
    parts = parts or ["x"]
    chosen = Patterns(ScanConfig(include=tuple(patterns), exclude=()))
    name, below = parts[-1].lower(), "/".join(parts).lower()
    expected = any(
        fnmatch.fnmatchcase(below if "/" in pattern else name, pattern.lower())
        for pattern in patterns
    )
    assert chosen.includes(parts[-1], "/".join(parts)) == expected


@pytest.mark.parametrize("suffix", ["*.TXT", "*.tar.gz", "draft*", "Notes", "*.", "*", "~$*"])
def test_patterns_that_are_looked_up(suffix: str) -> None:
    chosen = Patterns(ScanConfig(include=(suffix,), exclude=()))
    names = ["a.txt", ".txt", "txt", "a.b.TXT", "a.tar.gz", "draft", "Draft 1", "notes", "a.", ""]
    for name in [*names, "~$a", *string.ascii_letters]:
        assert chosen.includes(name, name) == fnmatch.fnmatchcase(name.lower(), suffix.lower())


# ---- bytes that change while size, time of change and inode stay, and changes of no bytes at all


def rewrite(path: Path, old: str, new: str) -> None:
    """Write other bytes of the same size into a file, and set its times back."""
    assert len(old) == len(new)
    before = path.stat()
    found = path.read_text()
    assert old in found
    with path.open("r+") as file:
        file.write(found.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    names = ("st_size", "st_mtime_ns", "st_ino", "st_dev")
    assert [getattr(before, one) for one in names] == [getattr(after, one) for one in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if os.name == "nt":
        pytest.skip("Windows has no ctime")
    return written(tmp_path / "documents", dict.fromkeys(["a.txt", "b.txt"], english_text(1)))


def test_a_scan_sees_other_bytes_under_the_old_time(folder: Path, index: FingerprintIndex) -> None:
    assert [*member_kinds(scanned(folder, index)).values()] == [Kind.IDENTICAL]
    rewrite(folder / "b.txt", "meadow", "harbor")
    report = scanned(folder, index)
    assert [*member_kinds(report).values()] == [Kind.SIMILAR]
    assert report.counts.read == 1
    again = scanned(folder, index)
    assert ([*member_kinds(again).values()], again.counts.read) == ([Kind.SIMILAR], 0)


def test_refused_until_the_next_scan(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(folder, index)
    (member,) = report.groups[0].members
    rewrite(report.documents[member.document].path, "meadow", "harbor")
    for one, state in ((report, State.SKIPPED), (scanned(folder, index), State.DONE)):
        plan = plan_removal(one, {one.groups[0].members[0].document}, action=Action.DELETE)
        with Journal(tmp_path / "journal.sqlite3") as journal:
            assert [result.state for result in carry_out(plan, journal)] == [state]


def test_similar_and_results_see_it(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    opened = reopened(scanned(folder, index), tmp_path / "saved.variorum")
    (folder / "a.txt").chmod(0o600)  # other rights are no other bytes
    assert not find_changes(opened.documents.values()).of
    found = recall_similar(folder / "b.txt", replace(CONFIG, distance=10), index)
    assert ([one.kind for one in found.pairs], found.problems) == ([Kind.IDENTICAL], ())
    rewrite(folder / "a.txt", "meadow", "harbor")
    (problem,) = find_changes(opened.documents.values()).problems
    assert problem.path == folder / "a.txt"
    found = recall_similar(folder / "b.txt", replace(CONFIG, distance=10), index)
    assert [one.reason.code for one in found.problems] == [ReasonCode.CHANGED_SINCE_LAST_SCAN]
    assert not found.pairs


def test_rights_names_and_backups_change_nothing(
    folder: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compared again, nothing came anew, and the second scan opens no file."""
    first = scanned(folder, index)
    came = index.arrivals(first.documents)
    index.clock = lambda: 2e9
    for number in range(3):  # as where each look finds another ctime
        (folder / "a.txt").chmod(0o600 + 0o40 * (number % 2))
        os.utime(folder / "b.txt", ns=(number, (folder / "b.txt").stat().st_mtime_ns))
        report = scanned(folder, index)
        assert (report.counts.read, report.counts.unchanged) == (0, 2)
        assert list(report.documents) == list(first.documents)
        assert [*member_kinds(report).values()] == [Kind.IDENTICAL]
        assert index.arrivals(report.documents) == came
    monkeypatch.setattr(simcore.index.index, "has_bytes", None)
    assert scanned(folder, index).counts.unchanged == 2


def test_where_no_ctime_is_known_the_bytes_are_looked_at_once(
    folder: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = index.path
    scanned(folder, index)
    index.connection.execute("update document set ctime_ns = null")
    index.close()
    rewrite(folder / "b.txt", "meadow", "harbor")
    with FingerprintIndex(path) as opened:
        report = scanned(folder, opened)
        assert [*member_kinds(report).values()] == [Kind.SIMILAR]
        assert (report.counts.read, report.counts.unchanged) == (1, 1)
        monkeypatch.setattr(simcore.index.index, "has_bytes", None)
        assert scanned(folder, opened).counts.unchanged == 2
        opened.check()


def test_what_is_inside_an_archive_is_seen_too(folder: Path, index: FingerprintIndex) -> None:
    (folder / "b.txt").unlink()
    config = replace(CONFIG, containers=True)

    def pack(said: str) -> None:
        with zipfile.ZipFile(folder / "b.zip", "w") as archive:
            archive.writestr(zipfile.ZipInfo("b.txt"), said)

    pack(english_text(1))
    times = (folder / "b.zip").stat()
    assert [*member_kinds(scanned(folder, index, config)).values()] == [Kind.IDENTICAL]
    (folder / "b.zip").chmod(0o600)
    report = scanned(folder, index, config)
    assert ([*member_kinds(report).values()], report.counts.read) == ([Kind.IDENTICAL], 0)
    pack(english_text(1).replace("meadow", "harbor"))
    os.utime(folder / "b.zip", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert [*member_kinds(scanned(folder, index, config)).values()] == [Kind.SIMILAR]


def test_a_watch_tells_other_bytes_and_not_other_rights(folder: Path, tmp_path: Path) -> None:
    inbox = written(tmp_path / "in", {"a.txt": text(1), "b.txt": text(2)})
    with watching(tmp_path / "index.sqlite3", [inbox]) as told:
        (inbox / "a.txt").chmod(0o600)
        rewrite(inbox / "b.txt", text(2)[:3], "xyz")
        told.wait(lambda: told.lines == [("changed", "b.txt")])
