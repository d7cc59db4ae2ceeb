"""A corrected encoding holds for the bytes: under another path, in a new index, whoever asks."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builders import western_guess
from removals import put
from simcore import (
    Document,
    FingerprintIndex,
    Kind,
    ReadError,
    ScanConfig,
    ScanReport,
    choose_kept,
    explain,
    load_results,
    plan_removal,
    recall,
    save_results,
    scan,
)
from simcore.cli.main import main
from simcore.grouping.freeing import by_hand_only
from simcore.index.judgements import JudgementFile, JudgementKind, read_judgements
from simcore.index.paths import default_index_path, judgements_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DecodedText, Judgements, ProblemStage
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import keep_encoding, read_again, read_text
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
CHINESE = (
    "甲方应当按照本合同的约定向乙方支付全部价款。乙方收到价款之后应当开具发票，并在十日之内交付货物。"
    "任何一方违反本合同的约定，应当赔偿对方因此受到的损失。本合同一式两份，双方各执一份，自签字之日起生效。"
) * 3
TRADITIONAL = (
    "甲方應當按照本合同的約定向乙方支付全部價款。乙方收到價款之後應當開具發票，並在十日之內交付貨物。"
    "任何一方違反本合同的約定，應當賠償對方因此受到的損失。本合同一式兩份，雙方各執一份，自簽字之日起生效。"
) * 3


@pytest.fixture(autouse=True)
def wrong_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.text.decoding.decode", western_guess)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    put(folder / "gbk.txt", CHINESE.encode("gbk"))
    put(folder / "utf-8.txt", CHINESE.encode())
    put(folder / "big5.txt", TRADITIONAL.encode("big5"))
    put(folder / "utf-8 traditional.txt", TRADITIONAL.encode())
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


@pytest.fixture
def index(path: Path) -> Iterator[FingerprintIndex]:
    with FingerprintIndex(path) as opened:
        yield opened


def scanned(folder: Path, index: FingerprintIndex, *, jobs: int = 0) -> ScanReport:
    said = read_judgements(judgements_path(index.path))
    with make_executor(jobs) as executor:
        return scan([folder], replace(CONFIG, jobs=jobs), index, executor, judgements=said)


def named(report: ScanReport, name: str) -> Document:
    (found,) = [one for one in report.documents.values() if one.path.name == name]
    return found


def correct(document: Document, encoding: str | None, index: Path) -> None:
    with JudgementFile(judgements_path(index)) as file:
        keep_encoding(
            [(document.real_path, document.content_hash)], encoding, file, CONFIG.largest_file
        )


def states(report: ScanReport) -> dict[str, tuple[str, bool, bool]]:
    found = report.documents.values()
    return {one.path.name: (one.encoding, one.guessed, one.by_hand) for one in found}


def together(report: ScanReport) -> list[set[str]]:
    documents = report.documents
    return sorted(
        (
            {
                documents[one].path.name
                for one in (group.representative, *(m.document for m in group.members))
            }
            for group in report.groups
        ),
        key=sorted,
    )


UTF_8 = ("utf-8", False, False)
GUESSED = ("cp850", True, False)
BOTH = [{"big5.txt", "utf-8 traditional.txt"}, {"gbk.txt", "utf-8.txt"}]


def test_a_guess_is_told_of_a_document_and_kept_in_the_index(
    library: Path, index: FingerprintIndex
) -> None:
    expected = {
        "gbk.txt": GUESSED,
        "big5.txt": GUESSED,
        "utf-8.txt": UTF_8,
        "utf-8 traditional.txt": UTF_8,
    }
    assert states(scanned(library, index)) == expected
    again = scanned(library, index)
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


def test_rules_mark_copies_whose_encoding_was_guessed(
    library: Path, index: FingerprintIndex
) -> None:
    put(library / "gbk copy.txt", (library / "gbk.txt").read_bytes())
    report = scanned(library, index)
    assert by_hand_only(report) == frozenset()
    ((_, marked),) = choose_kept(report, []).marked()
    assert marked.kind is Kind.IDENTICAL
    plan = plan_removal(report, [marked.document], by_rule=[marked.document])
    assert len(plan.removals) == 1


def test_a_correction_finds_what_belongs_together(
    library: Path, index: FingerprintIndex, path: Path
) -> None:
    before = scanned(library, index)
    assert "gbk.txt" not in set().union(*together(before))
    correct(named(before, "gbk.txt"), "gb18030", path)
    correct(named(before, "big5.txt"), "big5hkscs", path)
    after = scanned(library, index)
    assert after.counts.read == 2
    assert states(after)["gbk.txt"] == ("gb18030", False, True)
    assert states(after)["big5.txt"] == ("big5hkscs", False, True)
    # the traditional and the simplified text are one text to the program
    assert set().union(*together(after)) == {
        *("gbk.txt", "big5.txt", "utf-8.txt", "utf-8 traditional.txt")
    }
    assert named(after, "gbk.txt").text == named(after, "utf-8.txt").text
    assert named(after, "big5.txt").text == named(after, "utf-8 traditional.txt").text
    again = scanned(library, index)
    assert (again.counts.read, states(again)) == (0, states(after))
    assert states(recall([library], CONFIG, index)) == states(after)


def test_it_holds_for_the_bytes_under_another_path_and_in_a_new_index(
    library: Path, tmp_path: Path, path: Path
) -> None:
    with FingerprintIndex(path) as index:
        correct(named(scanned(library, index), "gbk.txt"), "gb18030", path)
        scanned(library, index)
        elsewhere = tmp_path / "moved" / "other.txt"
        put(elsewhere, (library / "gbk.txt").read_bytes())
        (library / "gbk.txt").rename(library / "renamed.txt")
        report = scanned(tmp_path, index)
        assert states(report)["other.txt"] == ("gb18030", False, True)
        assert states(report)["renamed.txt"] == ("gb18030", False, True)
    path.unlink()
    with FingerprintIndex(path) as index:
        assert states(scanned(tmp_path, index))["renamed.txt"] == ("gb18030", False, True)
        # other bytes are other bytes
        put(library / "renamed.txt", CHINESE.encode("gbk") + b".")
        assert states(scanned(tmp_path, index))["renamed.txt"] == GUESSED


def test_it_holds_in_worker_processes(library: Path, index: FingerprintIndex, path: Path) -> None:
    document = named(scanned(library, index), "gbk.txt")
    correct(document, "cp936", path)
    report = scanned(library, index, jobs=1)
    assert states(report)["gbk.txt"] == ("cp936", False, True)


def test_it_can_be_changed_and_taken_back(
    library: Path, index: FingerprintIndex, path: Path
) -> None:
    before = scanned(library, index)
    for encoding in ("gb18030", "latin-1", None):
        correct(named(before, "gbk.txt"), encoding, path)
        report = scanned(library, index)
        expected = GUESSED if encoding is None else (encoding, False, True)
        assert states(report)["gbk.txt"] == expected
        assert report.counts.read == 1
    assert states(report) == states(before)
    assert read_judgements(judgements_path(path)) == Judgements()


def test_each_step_can_be_undone_and_is_on_the_list(
    library: Path, index: FingerprintIndex, path: Path
) -> None:
    document = named(scanned(library, index), "gbk.txt")
    with JudgementFile(judgements_path(path)) as file:
        states = [file.all()]
        steps = []
        for encoding in ("gb18030", "big5", None):
            steps.append(
                file.set_encodings([(document.real_path, document.content_hash)], encoding)
            )
            states.append(file.all())
            if encoding:
                (entry,) = file.entries()
                assert (entry.kind, entry.left, entry.right, entry.encoding) == (
                    JudgementKind.ENCODING,
                    document.real_path,
                    document.real_path,
                    encoding,
                )
        assert not file.set_encodings([(document.real_path, document.content_hash)], None)
        for step in reversed(steps):
            assert file.all() == states.pop()
            file.take_back(step)
        assert file.all() == states.pop() == Judgements()


def test_what_does_not_fit_is_refused_and_nothing_is_changed(
    library: Path, index: FingerprintIndex, path: Path
) -> None:
    document = named(scanned(library, index), "gbk.txt")
    correct(document, "gb18030", path)
    before = read_judgements(judgements_path(path))
    for encoding, code in (
        ("utf-8", ReasonCode.NOT_IN_CHOSEN_ENCODING),
        ("zlib", ReasonCode.UNKNOWN_ENCODING),
        ("no such", ReasonCode.UNKNOWN_ENCODING),
    ):
        with pytest.raises(ReadError, match=r"gbk\.txt") as error:
            correct(document, encoding, path)
        _, reason = error.value.reason.values
        assert reason.code is code  # type: ignore[union-attr]
    put(document.path, b"something else")
    with pytest.raises(ReadError, match="changed since the last scan"):
        correct(document, "latin-1", path)
    document.path.unlink()
    with pytest.raises(ReadError, match="no longer there"):
        correct(document, "latin-1", path)
    correct(document, None, path)  # can be taken back all the same
    assert before.encodings == {document.content_hash: "gb18030"}
    assert read_judgements(judgements_path(path)) == Judgements()


@pytest.mark.parametrize(
    "cell",
    [b"zlib", b"rot13", b"idna", b"utf-8", b"", b"\xff\xfe", b"a\0b", b"x" * 10_000, 7, 1.5, "gbk"],
)
def test_a_choice_from_elsewhere_that_is_none_is_named_and_passed_over(
    library: Path, index: FingerprintIndex, path: Path, cell: bytes | float | str
) -> None:
    before = scanned(library, index)
    document = named(before, "gbk.txt")
    correct(document, "gb18030", path)
    correct(named(before, "big5.txt"), "big5", path)
    connection = sqlite3.connect(judgements_path(path))
    with connection:
        change = 'update judgement set "right" = ? where "left" = ?'
        connection.execute(change, (cell, document.content_hash))
    connection.close()
    for _ in range(2):  # it is named as long as it is there
        report = scanned(library, index)
        assert states(report)["gbk.txt"] == GUESSED
        assert states(report)["big5.txt"] == ("big5", False, True)
        assert {(one.path, one.stage) for one in report.problems} == {
            (document.path, ProblemStage.DECODE)
        }
        assert {one.reason.code for one in report.problems} == {
            ReasonCode.CHOICE_NOT_USED,
            ReasonCode.ENCODING_GUESSED,
        }


def test_everybody_reads_as_was_chosen(
    library: Path, index: FingerprintIndex, path: Path, tmp_path: Path
) -> None:
    correct(named(scanned(library, index), "gbk.txt"), "gb18030", path)
    report = scanned(library, index)
    said = report.judgements.encodings
    asked = tmp_path / "copy of gbk.txt"
    put(asked, (library / "gbk.txt").read_bytes())
    assert read_text(asked, 10**6)[0].encoding == "cp850"
    assert read_text(asked, 10**6, encodings=said)[0].text == CHINESE
    assert read_text(asked, 10**6, "latin-1", said)[0].encoding == "latin-1"
    explained = explain(asked, library / "utf-8.txt", CONFIG, encodings=said)
    assert (explained.left.encoding, explained.distance) == ("gb18030", 0)
    found = find_similar(asked, replace(report, config=replace(report.config, distance=3)), index)
    assert "utf-8.txt" in {report.documents[one.right].path.name for one in found}
    recalled = recall_similar(asked, replace(CONFIG, distance=3), index, encodings=said)
    assert "utf-8.txt" in {one.path.name for one in recalled.documents.values()}
    with make_executor(0) as executor:
        gbk = library / "gbk.txt"
        found_problem = read_again(gbk, [library], CONFIG, index, executor).problem
        assert found_problem is not None
        assert found_problem.is_doubt
        assert read_again(gbk, [library], CONFIG, index, executor, encodings=said).problem is None
    assert states(recall([library], CONFIG, index))["gbk.txt"] == ("gb18030", False, True)


def test_results_keep_what_was_guessed_and_chosen(
    library: Path, index: FingerprintIndex, path: Path, tmp_path: Path
) -> None:
    correct(named(scanned(library, index), "gbk.txt"), "gb18030", path)
    report = scanned(library, index)
    save_results(report, [], tmp_path / "results.variorum")
    assert states(load_results(tmp_path / "results.variorum").report) == states(report)


def test_the_command_line_obeys_it_and_tells_guesses(
    library: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["groups", str(library), "--index", str(path), "--jobs", "0"]
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("may have been read wrongly: the encoding cp850 is guessed") == 2
    assert "gbk.txt" not in told.out
    with FingerprintIndex(path) as index:
        report = recall([library], CONFIG, index)
    correct(named(report, "gbk.txt"), "gb18030", path)
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("is guessed") == 1
    assert "gbk.txt" in told.out
    both = [str(library / name) for name in ("gbk.txt", "utf-8.txt")]
    assert main(["explain", *both, "--index", str(path)]) == 0
    assert "   gb18030; " in capsys.readouterr().out
    assert main(["explain", *both, "--index", str(path), "--ignore-judgements"]) == 0
    assert "   cp850, guessed; " in capsys.readouterr().out
    for folders in ([], [str(library)]):
        similar = ["similar", str(library / "gbk.txt"), *folders, "--index", str(path)]
        assert main([*similar, "--jobs", "0"]) == 0
        assert "utf-8.txt" in capsys.readouterr().out
    # and without what was said
    assert main([*command, "--ignore-judgements"]) == 0
    assert "gbk.txt" not in capsys.readouterr().out
    assert main(command) == 0
    assert "gbk.txt" in capsys.readouterr().out


def test_what_was_not_recognised_can_be_read_all_the_same(
    library: Path, index: FingerprintIndex, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recognise(data: bytes) -> DecodedText:
        try:
            return DecodedText(data.decode("utf-8"), "utf-8", lossy=False)
        except UnicodeDecodeError:
            raise ReadError(ReasonCode.NO_KNOWN_ENCODING) from None

    monkeypatch.setattr("simcore.text.decoding.decode", recognise)
    odd = library / "odd.txt"
    put(odd, CHINESE.encode("utf-16-be"))
    problem = next(one for one in scanned(library, index).problems if one.path == odd)
    assert problem.content_hash
    again = scanned(library, index)
    assert next(one for one in again.problems if one.path == odd).content_hash
    assert again.counts.read == 0
    with JudgementFile(judgements_path(path)) as file:
        files = [(problem.path, problem.content_hash)]
        step = keep_encoding(files, "utf-16-be", file, CONFIG.largest_file)
        report = scanned(library, index)
        assert states(report)["odd.txt"] == ("utf-16-be", False, True)
        assert odd not in {one.path for one in report.problems}
        file.take_back(step)
    report = scanned(library, index)
    assert odd in {one.path for one in report.problems}
    assert "odd.txt" not in states(report)


def test_results_of_a_stranger_do_not_choose_how_documents_are_read(
    library: Path, index: FingerprintIndex, path: Path, tmp_path: Path
) -> None:
    correct(named(scanned(library, index), "gbk.txt"), "gb18030", path)
    report = scanned(library, index)
    save_results(report, [], tmp_path / "results.variorum")
    opened = load_results(tmp_path / "results.variorum").report
    document = named(opened, "gbk.txt")
    plan = plan_removal(opened, [document.id])
    assert [one.document for one in plan.removals] == [document]
    # here, it was not chosen
    refused = confirm(plan).refused
    assert [one.reason.code for one in refused] == [ReasonCode.NOT_AS_SAVED]
    # here, it was
    confirmed = confirm(plan, encodings=report.judgements.encodings)
    assert confirmed.removals == plan.removals


def test_an_index_in_memory_obeys_what_was_chosen_in_the_window(
    library: Path, index: FingerprintIndex, private_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = named(scanned(library, index), "gbk.txt")
    default_index_path().parent.mkdir(parents=True, exist_ok=True)
    correct(document, "gb18030", default_index_path())
    command = ["groups", str(library), "--index", ":memory:", "--jobs", "0"]
    assert main(command) == 0
    assert "gbk.txt" in capsys.readouterr().out
    assert main([*command, "--ignore-judgements"]) == 0
    assert "gbk.txt" not in capsys.readouterr().out
