"""Files read again: what was chosen of encodings holds for the bytes, and what was a problem."""

import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import pytest

from builders import chinese_text, western_guess
from graphs import ids_of
from removals import put
from scans import CONFIG, named, names, reopened, scanned, within
from simcore import (
    Document,
    FingerprintIndex,
    Kind,
    ReadError,
    ScanConfig,
    ScanReport,
    choose_kept,
    explain,
    plan_removal,
    recall,
)
from simcore.cli.main import main
from simcore.grouping.freeing import by_hand_only
from simcore.index.judgements import JudgementFile, JudgementKind, read_judgements
from simcore.index.paths import default_index_path, judgements_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DecodedText, Judgements, ProblemStage
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import Retry, keep_encoding, read_again, read_text
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.workers import make_executor, stop_executor
from written import written

CHINESE = (
    "甲方应当按照本合同的约定向乙方支付全部价款。乙方收到价款之后应当开具发票，并在十日之内交付货物。"
    "任何一方违反本合同的约定，应当赔偿对方因此受到的损失。本合同一式两份，双方各执一份，自签字之日起生效。"
) * 3
TRADITIONAL = (
    "甲方應當按照本合同的約定向乙方支付全部價款。乙方收到價款之後應當開具發票，並在十日之內交付貨物。"
    "任何一方違反本合同的約定，應當賠償對方因此受到的損失。本合同一式兩份，雙方各執一份，自簽字之日起生效。"
) * 3


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Documents in four encodings, of which two are guessed wrongly."""
    monkeypatch.setattr("simcore.text.decoding.decode", western_guess)
    files = {
        "gbk.txt": CHINESE.encode("gbk"),
        "utf-8.txt": CHINESE,
        "big5.txt": TRADITIONAL.encode("big5"),
        "utf-8 traditional.txt": TRADITIONAL,
    }
    return written(tmp_path / "文档", files)


def judged(folder: Path, index: FingerprintIndex, jobs: int = 0) -> ScanReport:
    """Scan with what was said of encodings."""
    said = read_judgements(judgements_path(index.path))
    return scanned(folder, index, replace(CONFIG, jobs=jobs), judgements=said)


def correct(document: Document, encoding: str | None, index: FingerprintIndex) -> None:
    with JudgementFile(judgements_path(index.path)) as file:
        keep_encoding(
            [(document.real_path, document.content_hash)], encoding, file, CONFIG.largest_file
        )


def states(report: ScanReport) -> dict[str, tuple[str, bool, bool]]:
    found = report.documents.values()
    return {one.path.name: (one.encoding, one.guessed, one.by_hand) for one in found}


def together(report: ScanReport) -> set[str]:
    keys = {key for group in report.groups for key in ids_of(group)}
    return {report.documents[key].path.name for key in keys}


@pytest.fixture
def chosen(library: Path, index: FingerprintIndex) -> ScanReport:
    """A report of after one of the guesses was corrected."""
    correct(named(judged(library, index), "gbk.txt"), "gb18030", index)
    return judged(library, index)


UTF_8 = ("utf-8", False, False)
CHOSEN = ("gb18030", False, True)
GUESSED = ("cp850", True, False)


def test_a_guess_is_told_and_kept_in_the_index(library: Path, index: FingerprintIndex) -> None:
    expected = {
        "gbk.txt": GUESSED,
        "big5.txt": GUESSED,
        "utf-8.txt": UTF_8,
        "utf-8 traditional.txt": UTF_8,
    }
    assert states(judged(library, index)) == expected
    again = judged(library, index)
    assert (states(again), again.counts.read) == (expected, 0)
    recalled = recall([library], CONFIG, index)
    assert states(recalled) == expected
    for report in (again, recalled):
        assert {(one.path.name, one.reason) for one in report.problems} == {
            (name, Reason(ReasonCode.ENCODING_GUESSED, ("cp850",)))
            for name in ("gbk.txt", "big5.txt")
        }
        assert all(one.is_doubt for one in report.problems)
    assert again.counts.unusable == 0


def test_rules_mark_copies_that_were_guessed(library: Path, index: FingerprintIndex) -> None:
    put(library / "gbk copy.txt", (library / "gbk.txt").read_bytes())
    report = judged(library, index)
    assert by_hand_only(report) == frozenset()
    ((_, marked),) = choose_kept(report, []).marked()
    assert marked.kind is Kind.IDENTICAL
    plan = plan_removal(report, [marked.document], by_rule=[marked.document])
    assert len(plan.removals) == 1


def test_a_correction_is_found(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    before = judged(library, index)
    assert "gbk.txt" not in together(before)
    correct(named(before, "gbk.txt"), "gb18030", index)
    correct(named(before, "big5.txt"), "big5hkscs", index)
    after = judged(library, index)
    assert after.counts.read == 2
    assert states(after)["gbk.txt"] == CHOSEN
    assert states(after)["big5.txt"] == ("big5hkscs", False, True)
    # the traditional and the simplified text are one text to the program
    assert together(after) == names(after)
    assert named(after, "gbk.txt").text == named(after, "utf-8.txt").text
    assert named(after, "big5.txt").text == named(after, "utf-8 traditional.txt").text
    again = judged(library, index)
    assert (again.counts.read, states(again)) == (0, states(after))
    for known in (recall([library], CONFIG, index), reopened(after, tmp_path / "saved")):
        assert states(known) == states(after)


def test_it_holds_for_the_bytes_under_another_path_and_in_a_new_index(
    library: Path, chosen: ScanReport, index: FingerprintIndex, tmp_path: Path
) -> None:
    put(tmp_path / "moved" / "other.txt", (library / "gbk.txt").read_bytes())
    (library / "gbk.txt").rename(library / "renamed.txt")
    report = judged(tmp_path, index)
    assert states(report)["other.txt"] == states(report)["renamed.txt"] == CHOSEN
    index.close()
    index.path.unlink()
    with FingerprintIndex(index.path) as new:
        assert states(judged(tmp_path, new))["renamed.txt"] == CHOSEN
        # other bytes are other bytes
        put(library / "renamed.txt", CHINESE.encode("gbk") + b".")
        assert states(judged(tmp_path, new))["renamed.txt"] == GUESSED


def test_it_can_be_changed_and_taken_back(library: Path, index: FingerprintIndex) -> None:
    before = judged(library, index)
    for encoding, jobs in (("gb18030", 1), ("latin-1", 0), (None, 0)):
        correct(named(before, "gbk.txt"), encoding, index)
        report = judged(library, index, jobs)
        expected = GUESSED if encoding is None else (encoding, False, True)
        assert states(report)["gbk.txt"] == expected
        assert report.counts.read == 1
    assert states(report) == states(before)
    assert read_judgements(judgements_path(index.path)) == Judgements()


def test_each_step_can_be_undone_and_is_on_the_list(library: Path, index: FingerprintIndex) -> None:
    gbk = named(judged(library, index), "gbk.txt")
    files = [(gbk.real_path, gbk.content_hash)]
    with JudgementFile(judgements_path(index.path)) as file:
        states, steps = [file.all()], []
        for encoding in ("gb18030", "big5", None):
            steps.append(file.set_encodings(files, encoding))
            states.append(file.all())
            if encoding:
                (entry,) = file.entries()
                assert (entry.kind, entry.encoding) == (JudgementKind.ENCODING, encoding)
                assert entry.left == entry.right == gbk.real_path
        assert not file.set_encodings(files, None)
        for step in reversed(steps):
            assert file.all() == states.pop()
            file.take_back(step)
        assert file.all() == states.pop() == Judgements()


def test_what_does_not_fit_is_refused(library: Path, index: FingerprintIndex) -> None:
    document = named(judged(library, index), "gbk.txt")
    correct(document, "gb18030", index)
    before = read_judgements(judgements_path(index.path))
    for encoding, code in (
        ("utf-8", ReasonCode.NOT_IN_CHOSEN_ENCODING),
        ("zlib", ReasonCode.UNKNOWN_ENCODING),
        ("no such", ReasonCode.UNKNOWN_ENCODING),
    ):
        with pytest.raises(ReadError, match=r"gbk\.txt") as error:
            correct(document, encoding, index)
        _, reason = error.value.reason.values
        assert reason.code is code  # type: ignore[union-attr]
    put(document.path, b"something else")
    with pytest.raises(ReadError, match="changed since the last scan"):
        correct(document, "latin-1", index)
    document.path.unlink()
    with pytest.raises(ReadError, match="no longer there"):
        correct(document, "latin-1", index)
    correct(document, None, index)  # can be taken back all the same
    assert before.encodings == {document.content_hash: "gb18030"}
    assert read_judgements(judgements_path(index.path)) == Judgements()


@pytest.mark.parametrize(
    "cell",
    [b"zlib", b"rot13", b"idna", b"utf-8", b"", b"\xff\xfe", b"a\0b", b"x" * 10_000, 7, 1.5, "gbk"],
)
def test_a_choice_from_elsewhere_that_is_none_is_named_and_passed_over(
    library: Path, index: FingerprintIndex, cell: bytes | float | str
) -> None:
    before = judged(library, index)
    document = named(before, "gbk.txt")
    correct(document, "gb18030", index)
    correct(named(before, "big5.txt"), "big5", index)
    connection = sqlite3.connect(judgements_path(index.path))
    with connection:
        change = 'update judgement set "right" = ? where "left" = ?'
        connection.execute(change, (cell, document.content_hash))
    connection.close()
    for _ in range(2):  # it is named as long as it is there
        report = judged(library, index)
        assert states(report)["gbk.txt"] == GUESSED
        assert states(report)["big5.txt"] == ("big5", False, True)
        codes = (ReasonCode.CHOICE_NOT_USED, ReasonCode.ENCODING_GUESSED)
        assert {(one.path, one.stage, one.reason.code) for one in report.problems} == {
            (document.path, ProblemStage.DECODE, code) for code in codes
        }


def test_everybody_reads_as_was_chosen(
    library: Path, chosen: ScanReport, index: FingerprintIndex, tmp_path: Path
) -> None:
    said = chosen.judgements.encodings
    asked = tmp_path / "copy of gbk.txt"
    put(asked, (library / "gbk.txt").read_bytes())
    assert read_text(asked, 10**6)[0].encoding == "cp850"
    assert read_text(asked, 10**6, encodings=said)[0].text == CHINESE
    assert read_text(asked, 10**6, "latin-1", said)[0].encoding == "latin-1"
    explained = explain(asked, library / "utf-8.txt", CONFIG, encodings=said)
    assert (explained.left.encoding, explained.distance) == ("gb18030", 0)
    found = find_similar(asked, within(chosen, 3), index)
    assert "utf-8.txt" in {chosen.documents[one.right].path.name for one in found}
    recalled = recall_similar(asked, replace(CONFIG, distance=3), index, encodings=said)
    assert "utf-8.txt" in names(recalled)
    with make_executor(0) as executor:
        gbk = library / "gbk.txt"
        found_problem = read_again(gbk, [library], CONFIG, index, executor).problem
        assert found_problem is not None
        assert found_problem.is_doubt
        assert read_again(gbk, [library], CONFIG, index, executor, encodings=said).problem is None
    assert states(recall([library], CONFIG, index))["gbk.txt"] == CHOSEN


def test_the_command_line_obeys_it_and_tells_guesses(
    library: Path, index: FingerprintIndex, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--index", str(index.path), "--jobs", "0"]
    command = ["groups", str(library), *options]
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("may have been read wrongly: the encoding cp850 is guessed") == 2
    assert "gbk.txt" not in told.out
    correct(named(recall([library], CONFIG, index), "gbk.txt"), "gb18030", index)
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("is guessed") == 1
    assert "gbk.txt" in told.out
    both = [str(library / name) for name in ("gbk.txt", "utf-8.txt")]
    assert main(["explain", *both, *options[:2]]) == 0
    assert "   gb18030; " in capsys.readouterr().out
    assert main(["explain", *both, *options[:2], "--ignore-judgements"]) == 0
    assert "   cp850, guessed; " in capsys.readouterr().out
    for folders in ([], [str(library)]):
        assert main(["similar", str(library / "gbk.txt"), *folders, *options]) == 0
        assert "utf-8.txt" in capsys.readouterr().out
    # and without what was said, and with it again
    for words, shown in ((["--ignore-judgements"], False), ([], True)):
        assert main([*command, *words]) == 0
        assert ("gbk.txt" in capsys.readouterr().out) == shown


def test_what_was_not_recognised_can_be_read_all_the_same(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recognise(data: bytes) -> DecodedText:
        try:
            return DecodedText(data.decode("utf-8"), "utf-8", lossy=False)
        except UnicodeDecodeError:
            raise ReadError(ReasonCode.NO_KNOWN_ENCODING) from None

    monkeypatch.setattr("simcore.text.decoding.decode", recognise)
    odd = library / "odd.txt"
    put(odd, CHINESE.encode("utf-16-be"))
    problem = next(one for one in judged(library, index).problems if one.path == odd)
    assert problem.content_hash
    again = judged(library, index)
    assert next(one for one in again.problems if one.path == odd).content_hash
    assert again.counts.read == 0
    with JudgementFile(judgements_path(index.path)) as file:
        files = [(problem.path, problem.content_hash)]
        step = keep_encoding(files, "utf-16-be", file, CONFIG.largest_file)
        report = judged(library, index)
        assert states(report)["odd.txt"] == ("utf-16-be", False, True)
        assert odd not in {one.path for one in report.problems}
        file.take_back(step)
    report = judged(library, index)
    assert odd in {one.path for one in report.problems}
    assert "odd.txt" not in states(report)


def test_results_of_a_stranger_choose_no_encoding(chosen: ScanReport, tmp_path: Path) -> None:
    opened = reopened(chosen, tmp_path / "results.variorum")
    document = named(opened, "gbk.txt")
    plan = plan_removal(opened, [document.id])
    assert [one.document for one in plan.removals] == [document]
    # here, it was not chosen
    refused = confirm(plan).refused
    assert [one.reason.code for one in refused] == [ReasonCode.NOT_AS_SAVED]
    # here, it was
    confirmed = confirm(plan, encodings=chosen.judgements.encodings)
    assert confirmed.removals == plan.removals


def test_an_index_in_memory_obeys_what_was_chosen_in_the_window(
    library: Path, index: FingerprintIndex, private_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = named(judged(library, index), "gbk.txt")
    with FingerprintIndex(default_index_path()) as own:
        correct(document, "gb18030", own)
    command = ["groups", str(library), "--index", ":memory:", "--jobs", "0"]
    for words, shown in (([], True), (["--ignore-judgements"], False)):
        assert main([*command, *words]) == 0
        assert ("gbk.txt" in capsys.readouterr().out) == shown


# ---- one file read again: the problem that a scan would report, and the record in the index


@pytest.fixture
def executor() -> Iterator[Executor]:
    made = make_executor(0)
    yield made
    stop_executor(made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"a.txt": chinese_text(1), "坏.txt": bytes(range(256)) * 9, "空.txt": ""}
    return written(tmp_path / "文档", files)


def test_the_same_problems_again(folder: Path, index: FingerprintIndex, executor: Executor) -> None:
    report = scanned(folder, index)
    assert {one.stage for one in report.problems} == {ProblemStage.DECODE, ProblemStage.TOKENS}
    for problem in report.problems:
        assert read_again(problem.path, [folder], CONFIG, index, executor) == Retry(
            problem.path, problem
        )
    again = scanned(folder, index)
    assert again.problems == report.problems
    assert again.counts.read == 0, "what was read again is known, also as a problem"


def test_what_became_readable(folder: Path, index: FingerprintIndex, executor: Executor) -> None:
    scanned(folder, index)
    mended = folder / "坏.txt"
    mended.write_text(chinese_text(1), encoding="gb18030")
    assert read_again(mended, [folder], CONFIG, index, executor) == Retry(mended, None)
    report = scanned(folder, index)
    assert report.counts.read == 0
    (group,) = report.groups
    assert {report.documents[key].path.name for key in ids_of(group)} == {"a.txt", "坏.txt"}
    assert mended not in {one.path for one in report.problems}


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_links_folders_and_others(
    folder: Path, tmp_path: Path, index: FingerprintIndex, executor: Executor
) -> None:
    def said(path: Path, config: ScanConfig = CONFIG) -> tuple[str, str] | None:
        problem = read_again(path, [folder], config, index, executor).problem
        return None if problem is None else (problem.stage.value, str(problem.reason))

    link = folder / "link.txt"
    link.symlink_to(folder / "a.txt")
    assert said(link) == ("list", "is a symbolic link, which is not followed")
    assert said(link, ScanConfig(jobs=0, follow_links=True)) is None
    loop = folder / "loop.txt"
    loop.symlink_to(loop)
    found = said(loop, ScanConfig(jobs=0, follow_links=True))
    assert found is not None
    assert "cannot be read" in found[1]
    os.mkfifo(folder / "pipe.txt")
    assert said(folder / "pipe.txt") == ("list", "is not a regular file")
    assert said(folder / "gone.txt") == ("read", "is no longer there")
    found = said(folder / "a.txt", ScanConfig(jobs=0, largest_file=10))
    assert found is not None
    assert found[0] == "read"
    assert "larger than the limit" in found[1]
    assert read_again(folder, [folder], CONFIG, index, executor) == Retry(
        folder, None, is_folder=True
    )


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_file_is_named_as_a_scan_names_it(
    folder: Path, tmp_path: Path, index: FingerprintIndex, executor: Executor
) -> None:
    """A folder that is reached by a link, with another link in it."""
    shown = tmp_path / "shown"
    shown.symlink_to(folder)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "c.txt").write_bytes(b"\0" * 99)
    (folder / "inside").symlink_to(inner)
    config = ScanConfig(jobs=0, follow_links=True)
    scanned(shown, index, config)
    path = shown / "inside" / "c.txt"
    path.write_text(chinese_text(2), encoding="utf-8")
    assert read_again(path, [shown], config, index, executor).problem is None
    report = scanned(shown, index, config)
    assert report.counts.read == 0
    assert path in {one.path for one in report.documents.values()}
