"""Copies and versions, told by names, and versions by the titles and dates of documents, too."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from builders import document
from group_reports import group, member, report
from scans import member_kinds, scanned
from simcore import (
    FingerprintIndex,
    Kind,
    ScanReport,
    explain,
    plan_removal,
)
from simcore.grouping.pairs import is_version, pair_of
from simcore.grouping.versions import (
    are_copy_names,
    doubts,
    is_copy_name,
    original_name,
    version_of,
    versions_of,
)
from simcore.model.reasons import Doubt
from simcore.model.records import Comparison, TextId
from simcore.pipeline.similar import find_similar
from simcore.removal.keep_rules import KeepBy, KeepRule
from simcore.removal.rules import choose_kept
from simcore.reports.tables import pair_rows
from simcore.text.stated_dates import stated_dates
from unicode_names import PAIRS

DAY = 86_400_000_000_000
NOW = 1_700_000_000_000_000_000
# as the programs' own translations have them
COPIES_OF_REPORT = """
report - Copy.txt | report - Copy (2).txt | report copy.txt | report copy 2.txt | report (1).txt
report(1).txt | report（1）.txt | report (12).txt | Copy of report.txt | report (copy).txt
report (another copy).txt | report (3rd copy).txt | report (Copy 2).txt | report_copy.txt
report-copy.txt | report.txt.bak | report.txt~ | report.txt.~1~ | report.bak.txt | report_old.txt
report - 副本.txt | report - 副本 (2).txt | report副本.txt | report的副本.txt | report 副本 2.txt
复件 report.txt | 复件 (2) report.txt | report (复件).txt | report - 复制.txt | report - 旧.txt
report_旧版.txt | report 备份.txt | report - 複製.txt | report 拷貝.txt | report 拷貝 2.txt
report - Kopie.txt | report Kopie 2.txt | Kopie von report.txt | report (Kopie).txt
report (weitere Kopie).txt | report (3. Kopie).txt | report - Copie.txt | report copie 2.txt
Copie de report.txt | report (autre copie).txt | report - copia.txt | Copia de report.txt
report (otra copia).txt | report (3ª copia).txt | report - コピー.txt | reportのコピー.txt
reportのコピー2.txt | report (別のコピー).txt | report - 복사본.txt | report 복사본 2.txt
report (다른 복사본).txt | report — копия.txt | report - копия (2).txt | Копия report.txt
report (другая копия).txt | report (Anna's conflicted copy 2024-05-01).txt
report (Anna 的冲突副本 2024-05-01).txt | report (In Konflikt stehende Kopie von Anna).txt
report (Copie en conflit de Anna 2024-05-01).txt | report-DESKTOP-4F2K9QZ.txt
report.sync-conflict-20240501-101112-ABCDEFG.txt | REPORT - COPY.TXT
"""
NO_COPIES = """
report.txt | photocopy.txt | copy editing.txt | hard copy rules.txt | Chapter 2.txt | (1).txt
副本管理.txt | 复制的原理.txt | fold.txt | bold.txt | report-2024.txt | Kopieren.txt | v2.txt
旧金山.txt
"""


def split(of: str) -> list[str]:
    return [name.strip() for line in of.strip().splitlines() for name in line.split("|")]


@pytest.mark.parametrize("name", split(COPIES_OF_REPORT))
def test_what_programs_call_copies(name: str) -> None:
    assert original_name(name) == "report.txt"
    assert is_copy_name(f"/d/{name}")
    assert not is_copy_name("/d/report.txt")
    if name.lower().endswith(".txt"):
        assert is_copy_name(f"/d/{name[:-4]}/other.txt")


@pytest.mark.parametrize("name", split(NO_COPIES))
def test_what_is_no_name_of_a_copy(name: str) -> None:
    assert not is_copy_name(f"/d/{name}")


VERSIONS = """
plan v1.9.txt < plan v1.10.txt < plan v2.txt < plan v10.txt
plan.txt < plan v2.txt
plan v1.txt < plan v5.txt < plan FINAL.txt < plan FINAL final.txt < plan signed.txt
plan v9.txt < plan final draft.txt < plan final.txt < plan final v2.txt
plan not final.txt < plan v2.txt < plan final.txt
plan r2.txt < plan rev 3.txt < plan r10.txt
plan 2.0.txt < plan 2.1.txt
合同第三稿.txt < 合同 定稿.txt < 合同 已签署.txt
合同 未签字.txt < 合同第二稿.txt < 合同 签字版.txt
規約(案).txt < 規約.txt < 規約(確定).txt
Vertrag v3.txt < Vertrag Endfassung.txt < Vertrag unterschrieben.txt
Devis brouillon.txt < Devis v3.txt < Devis signé.txt
Poder borrador.txt < Poder v2.txt < Poder firmado.txt
Договор v4.txt < Договор подписан.txt
계약서 v3.txt < 계약서 최종.txt
agenda 12-2023.txt < agenda 01-2024.txt
report Q3 2024.txt < report Q1 2025.txt
archive/2023/x final.txt < 2024/x.txt
notes-1.9.1.txt < notes-1.10.txt < notes-1.10.1.txt
draft-ietf-http-03.txt < draft-ietf-http-11.txt
spec rev A.txt < spec rev B.txt < spec rev C.txt
plan draft.txt < plan draft 2.txt < plan.txt < plan revised.txt < plan final.txt < plan final 2.txt
plan old.txt < plan.txt < plan new.txt
plan 1st edition.txt < plan 2nd edition.txt
minutes 2023-05-01.txt < minutes 2023-05-02.txt < minutes 2023-11-01.txt
minutes 20230501.txt < minutes 20231101.txt
minutes 30.01.2023.txt < minutes 02.05.2023.txt < minutes 01.05.2024.txt
minutes Dec 2022.txt < minutes 3 May 2023.txt
合同草稿.txt < 合同.txt < 合同修订版.txt < 合同终稿.txt
合同第一稿.txt < 合同第二稿.txt < 合同第三稿.txt < 合同第十稿.txt < 合同第十二稿.txt
合同（征求意见稿）.txt < 合同（送审稿）.txt < 合同.txt
报告2023年5月.txt < 报告2023年11月.txt
報告書 下書き.txt < 報告書.txt < 報告書 最終版.txt
보고서 초안.txt < 보고서.txt < 보고서 최종.txt
보고서 1차.txt < 보고서 2차.txt
Bericht Entwurf.txt < Bericht.txt < Bericht überarbeitet.txt < Bericht endgültig.txt
отчёт черновик.txt < отчёт.txt < отчёт финал.txt
PlanDraft.txt < PlanFinal.txt
Satzung Entwurf II.txt < Satzung Entwurf IV.txt < Satzung Entwurf IX.txt < Satzung.txt
Protokoll 17.04.24.txt < Protokoll 03.05.24.txt < Protokoll 01.02.25.txt
programa 3-abr-2024.txt < programa 17.04.24.txt < programa_20240502.txt
會議紀錄1121220.txt < 會議紀錄1130305.txt < 會議紀錄1130305修.txt < 會議紀錄1130412.txt
ferry v1.txt < ferry v2.txt < ferry_as published.txt
stadgar utkast.txt < stadgar v4.txt < stadgar slutversion.txt < stadgar undertecknad.txt
tool-1.0a1/x.txt < tool-1.0b2/x.txt < tool-1.0rc1/x.txt < tool-1.0/x.txt < tool-1.0.1/x.txt
release-6.5/x.md < release-8.5/x.md < release-10.1/x.md
old/x.txt < x.txt
archive/2023/x.txt < 2024/x.txt
第９版/x.txt < 第１０版/x.txt
"""


@pytest.mark.parametrize("line", VERSIONS.strip().splitlines())
def test_versions_by_name_and_folder(line: str) -> None:
    found = [version_of(Path("/d", *one.strip().split("/"))) for one in line.split("<")]
    assert len({one.frame for one in found}) == 1
    ranks = [one.rank for one in found]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("chapter.txt", "chapter 2.txt"),  # the first may be of either
        ("plan 2.txt", "report 3.txt"),
        ("00017.txt", "00018.txt"),
        ("letter to Anna.txt", "letter to Berta.txt"),
        ("创新/x.txt", "x.txt"),
        # serial numbers count documents
        ("Invoice 1024.txt", "Invoice 1011.txt"),
        ("Invoice 7.txt", "Invoice 8.txt"),
        ("doc06014.txt", "doc02149.txt"),
        ("Contract 2023-18.txt", "Contract 2023-17.txt"),
        ("INV-2024-001.txt", "INV-2024-002.txt"),
        ("IMG_2031.txt", "IMG_2030.txt"),
        ("notes page 3.txt", "notes page 12.txt"),
        ("发票12.txt", "发票13.txt"),
        ("book chapter 4.txt", "book chapter 5.txt"),
        ("plan 20481731.txt", "plan 20481732.txt"),
        ("旧金山.txt", "金山.txt"),
    ],
)
def test_what_are_no_versions_of_one_document(one: str, other: str) -> None:
    assert version_of(Path("/d", one)).frame != version_of(Path("/d", other)).frame


def test_a_first_version_is_no_higher_than_none() -> None:
    assert version_of(Path("/d/plan v1.txt")) == version_of(Path("/d/plan.txt"))
    assert version_of(Path("/d/plan v2 - Copy.txt")) == version_of(Path("/d/plan v2.txt"))


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        # the kept one first, each with the day of its last change
        ({"x final": 0, "x v6": 3}, {2: Doubt.NEWER}),
        ({"x final": 0, "x v6": 1}, {}),
        ({"x final": 3, "x v6": 0}, {}),
        ({"x v3": 0, "x v2": 9}, {2: Doubt.NEWER}),
        ({"x": 0, "y": 9}, {}),
        ({"x final": 0, "x v6": 500_000}, {}),  # no time
        ({"定稿 x": 0, "初稿 x": 9}, {2: Doubt.NEWER}),
        # a whole of a lower version, too
        ({"x v2": 30, "x v3": 25}, {2: Doubt.HIGHER}),
        # one that lost by its name to an older one; the kept one is newer than the final one
        ({"notes": 25, "plan final": 21, "plan v5": 30}, {3: Doubt.NEWER}),
        # a copy that was saved later makes its text no newer
        ({"x v3": 25, "x v2": 21, "x v2 (1)": 30}, {}),
    ],
)
def test_where_name_and_date_disagree(named: dict[str, int], expected: dict[int, Doubt]) -> None:
    copy = {"text": 2, "content_hash": b"2" * 16}
    documents = [
        document(
            key,
            path=Path(f"/d/{name}.txt"),
            mtime_ns=NOW - 30 * DAY + days * DAY,
            **(copy if name.startswith("x v2") and len(named) == 3 else {}),  # type: ignore[arg-type]
        )
        for key, (name, days) in enumerate(named.items(), 1)
    ]
    made = report([group(1, *(member(key) for key in range(2, len(named) + 1)))], documents)
    assert doubts(made, made.groups[0], NOW) == expected


@pytest.mark.parametrize("around", ["/d", "/backup", "/old/rc 2", "/archive/2019/draft"])
def test_folders_around_all_say_nothing(around: str) -> None:
    """A person who looks through a backup has drafts and copies there, too."""
    split = "plan v5.txt", "plan final.txt", "plan final - Copy.txt"
    paths = [Path(around, name) for name in split]
    v5, final, copy = versions_of(paths)
    assert final.outranks(v5)
    assert not v5.outranks(final)
    assert final == copy
    assert are_copy_names(paths) == [False, False, True]
    assert are_copy_names([*paths[:2], Path("/d/copies of 2019", split[0])])[:2] == [False, False]


# in groups, whose names tell what one leaves open
GROUPS = """
thesis final.txt < thesis final v2.txt < thesis FINAL FINAL.txt < thesis FINAL FINAL2.txt
thesis FINAL.txt < thesis FINAL2.txt < thesis final v3.txt < thesis FINAL10.txt
paper v3.txt < paper submitted.txt < paper accepted.txt
paper accepted.txt < paper camera-ready.txt < paper published.txt
Lease draft 3 redline.txt < Lease draft 3 clean.txt < Lease execution version.txt
Lease execution version.txt < Lease signed.txt < Lease countersigned.txt
Lease for review.txt < Lease.txt < Lease agreed.txt < Lease executed.txt
Lease superseded.txt < Lease draft.txt < Lease not signed.txt < Lease.txt
novel v9.txt < novel galley.txt < novel proof 2.txt < novel proof 3.txt
novel proof 3.txt < novel print-ready.txt < novel published.txt
novel 1st proof.txt < novel 2nd proof.txt < novel print ready.txt
pump IFR.txt < pump rev 2.txt < pump IFC.txt < pump as-built.txt
return draft.txt < return signed.txt < return as filed.txt
cut rough cut.txt < cut fine cut.txt < cut picture lock.txt
書稿_一校.txt < 書稿_二校.txt < 書稿_三校.txt < 書稿_付印.txt
写真集_初校.txt < 写真集_再校.txt < 写真集_三校.txt < 写真集_校了.txt
歌詞_初稿.txt < 歌詞_2稿.txt < 歌詞_決定稿.txt
企画書_案.txt < 企画書_最終版.txt < 企画書_提出済み.txt < 企画書_承認済み.txt < 企画書_締結済.txt
管理办法（征求意见稿）.txt < 管理办法（送审稿）.txt < 管理办法.txt < 管理办法（定稿）.txt
管理办法（定稿）.txt < 管理办法（审定稿）.txt < 管理办法（印发稿）.txt
合同_未盖章.txt < 合同.txt < 合同_最终版.txt < 合同_盖章.txt < 合同_双方盖章.txt
合約_修正版.txt < 合約_最終版.txt < 合約_核准版.txt < 合約_用印.txt
번역본_1차.txt < 번역본_2차.txt < 번역본_감수완료.txt
계획서_초안.txt < 계획서_수정.txt < 계획서_최종.txt < 계획서_최종_진짜최종.txt
계획서_최종_진짜최종.txt < 계획서_제출본.txt < 계획서_결재완료.txt
원고_초교.txt < 원고_재교.txt < 원고_3교.txt < 원고_최종.txt
Vertrag Entwurf.txt < Vertrag zur Prüfung.txt < Vertrag korrigiert.txt < Vertrag Endfassung.txt
Vertrag Endfassung.txt < Vertrag genehmigt.txt < Vertrag unterschrieben.txt
Vertrag unterschrieben.txt < Vertrag gegengezeichnet.txt
Buch v4.txt < Buch Korrekturfahnen.txt < Buch druckreif.txt < Buch erschienen.txt
Contrat projet.txt < Contrat relu.txt < Contrat VF.txt < Contrat validé.txt < Contrat signe.txt
Livre v2.txt < Livre épreuves 1.txt < Livre épreuves 2.txt < Livre BAT.txt
Contrato borrador.txt < Contrato sin firmar.txt < Contrato versión definitiva.txt
Contrato versión definitiva.txt < Contrato aprobado.txt < Contrato firmado.txt
Ata rascunho.txt < Ata revista.txt < Ata definitiva.txt < Ata aprovada.txt < Ata assinada.txt
Verbale bozza.txt < Verbale rivisto.txt < Verbale versione finale.txt
Verbale versione finale.txt < Verbale approvato.txt < Verbale firmato.txt
Notulen concept.txt < Notulen concept 2.txt < Notulen aangepast.txt < Notulen definitief.txt
Notulen definitief.txt < Notulen vastgesteld.txt < Notulen ondertekend.txt
Umowa wersja robocza.txt < Umowa poprawiona.txt < Umowa wersja ostateczna.txt
Umowa wersja ostateczna.txt < Umowa zatwierdzona.txt < Umowa podpisana.txt
Договор проект.txt < Договор на согласовании.txt < Договор испр.txt < Договор итоговая версия.txt
Договор итоговая версия.txt < Договор согласован.txt < Договор подписан.txt
Книга вёрстка.txt < Книга в печать.txt < Книга сигнальный экземпляр.txt
Sözleşme taslak.txt < Sözleşme imzasız.txt < Sözleşme revize.txt < Sözleşme nihai.txt
Sözleşme nihai.txt < Sözleşme ONAYLANDI.txt < Sözleşme İMZALI.txt
Protokoll utkast.txt < Protokoll ändrat.txt < Protokoll slutligt.txt
Protokoll slutligt.txt < Protokoll godkänt.txt < Protokoll justerat.txt
Smlouva návrh.txt < Smlouva k připomínkám.txt < Smlouva upravená.txt < Smlouva konečná.txt
Smlouva konečná.txt < Smlouva schválená.txt < Smlouva podepsaná.txt
Draft report.txt < Final report.txt < Signed report.txt
Minuta contrato.txt < Contrato.txt < Contrato assinado.txt
Diss_Kap2_140323.txt < Diss_Kap2_280323.txt < Diss_Kap2_020423.txt
회의록_240415.txt < 회의록_240417_수정.txt < 회의록_240419_확정.txt
report 230328.txt < report 231102.txt < report 240301.txt
minutes 01-31-24.txt < minutes 02-15-24.txt < minutes 03-02-24.txt
minutes 28022023.txt < minutes 05032023.txt
Approved suppliers v1.txt < Approved suppliers v2 draft.txt
Final exam.txt < Final exam v2.txt < Final exam v3.txt
Executed persons list.txt < Executed persons list v2.txt
Signed languages.txt < Signed languages final.txt
最终报告_v1.txt < 最终报告_v2草稿.txt
Angebot alt.txt < Angebot.txt
Clean energy plan draft.txt < Clean energy plan.txt < Clean energy plan final.txt
Plan_r1.txt < Plan_revB.txt < Plan_revC.txt
thesis_v12_FINAL.txt < thesis_FINAL_really.txt
Budget_v3_OK.txt < Budget_v4_OK.txt
Memoria_proyecto.txt < Memoria_proyecto_revisado.txt < Memoria_proyecto_final.txt
Master agreement v1.txt < Master agreement v2.txt < Master agreement signed.txt
Proof of address.txt < Proof of address signed.txt
Script_locked.txt < Script_locked_v2.txt
Memo (old).txt < Memo.txt < Memo (signed).txt
[DRAFT] Memo.txt < Memo.txt < [SIGNED] Memo.txt
20230514_Vertrag_final.txt < 20230601_Vertrag_final.txt
章程修订稿.txt < 章程最终稿2.txt < 章程发布版.txt
合同_盖章件.txt < 合同_双方签署.txt
合同.txt < 合同签字盖章版.txt
章程_一审稿.txt < 章程_二审稿.txt < 章程_三审稿.txt < 章程_表决稿.txt
论文_最终版.txt < 论文_最最终版.txt < 论文_提交版.txt
계획_최종.txt < 계획_진짜_최종.txt
企画書.txt < 企画書_FIX.txt < 企画書_承認後.txt
rapor.txt < rapor_son.txt < rapor_imzali.txt
plan v3.txt < plan final.txt < plan finalfinal.txt < plan stamped.txt
Lease final.txt < Lease partially signed.txt < Lease signed.txt
Emberfall_GDD_v0.4.txt < Emberfall_GDD_v0.5.txt < Emberfall_GDD_v1.0.txt < Emberfall_GDD_v1.1.txt
plan v0.9.txt < plan.txt < plan v1.1.txt
CCTP_Lot03_indA.txt < CCTP_Lot03_indB.txt < CCTP_Lot03_indice D.txt
Договор v3.txt < Договор с подписью.txt
List of approved suppliers v2.txt < List of approved suppliers v3 draft.txt
Budget v4.txt < Approved budget v2.txt
plan 230301.txt < plan 2023-03-04.txt < plan 230309.txt
"""
# which of two is a stage of the other is seen, though the rest of the name is another
OF_OTHER_NAMES = """contract v3.txt < contract signed by Ann.txt
report rev Ann.txt < report signed.txt
"""


@pytest.mark.parametrize("line", (GROUPS.lstrip() + OF_OTHER_NAMES).splitlines())
def test_versions_among_each_other(line: str) -> None:
    found = versions_of(Path("/d", one.strip()) for one in line.split("<"))
    assert len({one.frame for one in found}) == 1 + (line in OF_OTHER_NAMES)
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            assert other.outranks(one)
            assert not one.outranks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # what begins a title is no stage
        ("Signed languages.txt", "languages of Europe.txt"),
        ("Approved suppliers.txt", "suppliers in Asia draft.txt"),
        ("Proof of address.txt", "Proof of concept.txt"),
        ("关于印发办法的通知.txt", "关于办法的通知.txt"),
        ("三校区规划.txt", "二校区规划.txt"),
        # six digits that are serial numbers, or may be two dates
        ("Smith 101299.txt", "Smith 991399.txt"),
        ("Invoice 240415.txt", "Invoice 240416.txt"),
        ("RE240101.txt", "RE240102.txt"),
        ("plan 020323.txt", "plan 010423.txt"),
        # what came after it is no draft
        ("paper submitted.txt", "paper for Ann.txt"),
    ],
)
def test_names_that_tell_no_order(one: str, other: str) -> None:
    left, right = versions_of([Path("/d", one), Path("/d", other)])
    assert not left.outranks(right)
    assert not right.outranks(left)


@pytest.mark.parametrize(
    ("one", "other"), [*PAIRS.values(), ("pr\u00e9v\u00c9tat", "pre\u0301vE\u0301tat")]
)
def test_names_say_the_same_in_both_unicode_forms(one: str, other: str) -> None:
    for name in ("{} v2.txt", "{}Final.txt", "a{}.txt", "{}/draft 3.txt", "{} - Copy.txt"):
        paths = Path("/d", name.format(one)), Path("/d", name.format(other))
        assert len({version_of(path) for path in paths}) == 1
        assert len({is_copy_name(str(path)) for path in paths}) == 1
        assert len({original_name(path.name) for path in paths}) == 1


# ---- what documents say of themselves tells an earlier version from a part of the same length


LAW = "# 档案法\n\n({})\n\n"
_SIGNS = random.Random(8)
ARTICLES = [
    f"第{number}条 {''.join(chr(_SIGNS.randrange(0x4E00, 0x5E00)) for _ in range(120))}\n\n"
    for number in range(60)
]


OLD = "".join(one for number, one in enumerate(ARTICLES) if number % 3)
NEW = "".join(ARTICLES)
OF_2021 = LAW.format("2021年1月1日施行") + OLD
OF_2024 = LAW.format("2024年3月1日施行") + NEW
FIRST_HALF = LAW.format("2024年3月1日施行") + "".join(ARTICLES[:27])
CHAPTER = "# 第三章\n\n" + "".join(ARTICLES[20:36])


def scan_of(folder: Path, **texts: str) -> ScanReport:
    """Scan documents of these names, in which two underscores divide folders."""
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return scanned(folder)


def test_a_law_and_its_amended_text_are_versions_by_title_and_date(tmp_path: Path) -> None:
    report = scan_of(tmp_path, a=OF_2021, b=OF_2024, c=FIRST_HALF, d=CHAPTER)
    assert member_kinds(report) == {
        "a.md": Kind.EARLIER_VERSION,
        "c.md": Kind.PART,
        "d.md": Kind.PART,
    }
    (group,) = report.groups
    assert report.documents[group.representative].path.stem == "b"
    rows = {(row.left.path.stem, row.right.path.stem): row for row in pair_rows(report)}
    assert rows["a", "b"].figures.kind is Kind.EARLIER_VERSION
    assert rows["b", "c"].figures.kind is Kind.PART
    assert (report.counts.earlier_versions, report.counts.parts) == (1, 2)
    explained = explain(tmp_path / "b.md", tmp_path / "a.md", report.config)
    assert explained.shown_kind(report.config) is Kind.EARLIER_VERSION


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("law 2021", "law 2024"),
        ("law v1", "law v2"),
        ("law draft", "law"),
        ("档案法初稿", "档案法定稿"),
        ("release-6.5__law", "release-8.5__law"),
    ],
)
def test_names_alone_tell_versions(earlier: str, later: str, tmp_path: Path) -> None:
    report = scan_of(tmp_path, **{earlier: OLD, later: NEW})
    assert set(member_kinds(report).values()) == {Kind.EARLIER_VERSION}
    # the higher version is the shorter one: it was cut, and is no earlier version of anything
    again = scan_of(tmp_path, **{earlier: NEW, later: OLD})
    assert set(member_kinds(again).values()) == {Kind.PART}


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("law", "law with comments"),
        ("a__law", "b__law"),
        ("law (1)", "law"),
        ("law - copy", "law"),
        ("chapter 3", "chapter 1-5"),
        ("1", "2"),
    ],
)
def test_names_that_are_no_versions_leave_a_part(part: str, whole: str, tmp_path: Path) -> None:
    report = scan_of(tmp_path, **{part: OLD, whole: NEW})
    assert set(member_kinds(report).values()) == {Kind.PART}


def test_all_earlier_versions_are_below_the_last_one(tmp_path: Path) -> None:
    texts = {f"v{at}__log": "".join(ARTICLES[:size]) for at, size in ((1, 25), (2, 40), (3, 60))}
    report = scan_of(tmp_path, **texts)
    (group,) = report.groups
    assert report.documents[group.representative].path.parent.name == "v3"
    assert [one.kind for one in group.members] == [Kind.EARLIER_VERSION] * 2


def test_no_rule_takes_an_earlier_version_that_names_tell(tmp_path: Path) -> None:
    report = scan_of(tmp_path, a=OF_2021, b=OF_2024)
    (group,) = report.groups
    (member,) = group.members
    every = {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS, Kind.SIMILAR, Kind.PART}
    for by in (KeepBy.LONGEST, KeepBy.OLDEST, KeepBy.NEWEST):
        chosen = choose_kept(report, (KeepRule(by),), every)
        assert not list(chosen.marked())
    by_rule = plan_removal(report, {member.document}, by_rule={member.document})
    assert not by_rule.removals
    (removal,) = plan_removal(report, {member.document}).removals
    assert removal.by_hand
    assert removal.witness.id == group.representative


def test_one_more_document_is_an_earlier_version_of_those_known(tmp_path: Path) -> None:
    asked = tmp_path / "law.md"
    asked.write_text(OF_2021, encoding="utf-8")
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "b.md").write_text(OF_2024, encoding="utf-8")
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(tmp_path / "library", index)
        (pair,) = find_similar(asked, report, index)
    assert pair.kind is Kind.EARLIER_VERSION


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (("2021-05-01", "2024-01-01"), True),
        (("2024-01-01", "2021-05-01"), False),
        (("2024-01-01", "2024-01-01"), False),
        (("©2024", "2024-05-01"), False),  # a year is not before a day of it
        (("©2023", "2024-05-01"), True),
        (("", "2024-05-01"), False),
    ],
)
def test_dates_tell_only_where_both_state_one(dates: tuple[str, str], *, expected: bool) -> None:
    left, right = (
        replace(document(at), title="Statute", stated=stated_dates(f"Statute {date}."))
        for at, date in enumerate(dates, 1)
    )
    assert is_version(left, right, 0.95, 0.7) is expected
    assert is_version(right, left, 0.7, 0.95) is expected
    assert not is_version(left, replace(right, title="Statutes at large"), 0.95, 0.7)
    # too little is held, it is a small piece, or about as long
    for shares in ((0.75, 0.5), (0.95, 0.4), (0.95, 0.9)):
        assert not is_version(left, right, *shares)


def test_a_version_by_its_name_may_have_grown_to_thrice_its_length() -> None:
    left, right = document(1), document(2)
    old, new = (replace(one, path=Path(f"/r-{n}/a.md")) for n, one in ((1, left), (2, right)))
    assert is_version(old, new, 0.95, 0.36)
    assert not is_version(old, new, 0.95, 0.3)
    other = replace(old, path=Path("/r-1/a 1.md")), replace(new, path=Path("/r-2/a 2.md"))
    assert not is_version(*other, 0.95, 0.4)
    compared = Comparison(TextId(1), TextId(2), 95, 100, 200)
    assert pair_of(replace(old, text=TextId(1)), replace(new, text=TextId(2)), compared).version
