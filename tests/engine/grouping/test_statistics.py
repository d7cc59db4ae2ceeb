"""What a library consists of: counted by hand, and in a scan of documents made for it."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders import chinese_text, document, english_text
from group_reports import contracts, report
from packages import docx, run
from simcore import Cancelled, FingerprintIndex, ScanConfig, load_results, save_results, scan
from simcore.files.roles import Role, Roles
from simcore.fingerprints import script_of
from simcore.grouping.freeing import safe_to_free
from simcore.grouping.queries import LibraryShare, library_statistics
from simcore.model.records import INSIDE, Script
from simcore.text.normal_form import code_points
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
SAMPLES = {
    # the first article of the Universal Declaration of Human Rights
    Script.LATIN: "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền.",
    Script.HAN: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。UDHR 1948",
    Script.JAPANESE: "すべての人間は、生まれながらにして自由であり、尊厳と権利について平等。",
    Script.HANGUL: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    Script.CYRILLIC: "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    Script.GREEK: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.",
    Script.ARABIC: "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    Script.HEBREW: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    Script.DEVANAGARI: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।",
    Script.THAI: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    Script.OTHER: "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა.",
    Script.NONE: "1, 2, 3 – 4.5 %",
}


@pytest.mark.parametrize("script", Script)
def test_scripts(script: Script) -> None:
    assert script_of(code_points(SAMPLES[script].casefold())) is script


def test_of_two_scripts_that_with_more_of_the_text() -> None:
    assert script_of(code_points("install the package 软件包 with this command")) is Script.LATIN
    assert script_of(code_points("使用 npm install 安装软件包，然后运行测试")) is Script.HAN
    # a sign that is kana alone does not make Chinese Japanese
    assert script_of(code_points("人人生而自由在尊严和权利上一律平等" * 3 + "の")) is Script.HAN


def test_shares_are_counted_once_and_the_most_frequent_come_first() -> None:
    made = report(
        [],
        [
            document(1, path=Path("/a.txt"), size=10, script=Script.HAN),
            document(2, path=Path("/b.txt"), size=20, encoding="gb18030", script=Script.HAN),
            document(3, path=Path("/c.docx"), size=30, encoding="docx", script=Script.LATIN),
            document(4, path=Path("/d.html"), size=40),
            document(5, path=Path("/z.zip/e.txt"), size=500, device=INSIDE),
        ],
    )
    found = library_statistics(made)
    assert found.whole == LibraryShare(5, 100)
    assert found.inside == LibraryShare(1, 500)
    assert list(found.formats.items()) == [
        ("", LibraryShare(3, 30)),
        ("docx", LibraryShare(1, 30)),
        ("html", LibraryShare(1, 40)),
    ]
    assert list(found.encodings.items()) == [
        ("utf-8", LibraryShare(3, 50)),
        ("gb18030", LibraryShare(1, 20)),
    ]
    assert found.scripts == {
        "": LibraryShare(2, 40),
        "han": LibraryShare(2, 30),
        "latin": LibraryShare(1, 30),
    }


def test_what_could_go_follows_the_roles() -> None:
    for roles in (Roles(), Roles({Path("/documents"): Role.PROTECTED})):
        assert library_statistics(contracts(), roles).freeing == safe_to_free(contracts(), roles)


def test_of_nothing() -> None:
    found = library_statistics(report([]))
    assert found.whole == found.inside == LibraryShare(0, 0)
    assert not found.formats


def test_it_can_be_cancelled() -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        library_statistics(contracts(), check=check)


def test_the_script_is_known_from_reading_on(tmp_path: Path) -> None:
    folder, index = tmp_path / "库", tmp_path / "index.sqlite3"
    folder.mkdir()
    (folder / "a.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "b.txt").write_text(english_text(2), encoding="utf-8")
    (folder / "c.docx").write_bytes(docx(f"<w:p>{run(SAMPLES[Script.CYRILLIC] * 9)}</w:p>"))
    expected = {"a.txt": Script.HAN, "b.txt": Script.LATIN, "c.docx": Script.CYRILLIC}
    for read in (3, 0):
        with FingerprintIndex(index) as opened, make_executor(0) as executor:
            found = scan([folder], CONFIG, opened, executor)
        assert found.counts.read == read
        assert {one.path.name: one.script for one in found.documents.values()} == expected
    saved = tmp_path / "results.variorum"
    save_results(found, (), saved)
    loaded = load_results(saved).report
    assert {one.path.name: one.script for one in loaded.documents.values()} == expected
    assert library_statistics(loaded).scripts == library_statistics(found).scripts
    unknown = {key: replace(one, script=None) for key, one in found.documents.items()}
    assert library_statistics(replace(found, documents=unknown)).scripts.keys() == {""}
