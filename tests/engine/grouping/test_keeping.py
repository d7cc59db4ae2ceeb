"""Which document stays: names that programs give, versions, dates, copy runs, and their order."""

import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, edited, english_text, pair
from group_reports import group, member, report
from grouped import group_documents
from simcore import Document, FingerprintIndex, Grouping, Pair, ScanConfig, regroup, scan
from simcore.grouping.keeping import GAP_NS, UNKNOWN, CopyRuns
from simcore.grouping.queries import why_kept
from simcore.grouping.versions import (
    are_copy_names,
    doubts,
    is_copy_name,
    original_name,
    version_of,
    versions_of,
)
from simcore.model.config import Thresholds
from simcore.model.reasons import Doubt, WhyKept
from simcore.text.stated_dates import packed
from simcore.workers import make_executor
from unicode_names import PAIRS

DAY = 86_400_000_000_000
NOW = 1_700_000_000_000_000_000
CONFIG = ScanConfig(jobs=0)
COPY = shutil.which("cp") or ""

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


def names(of: str) -> list[str]:
    return [name.strip() for line in of.strip().splitlines() for name in line.split("|")]


@pytest.mark.parametrize("name", names(COPIES_OF_REPORT))
def test_what_programs_call_copies(name: str) -> None:
    assert original_name(name) == "report.txt"
    assert is_copy_name(f"/d/{name}")
    assert not is_copy_name("/d/report.txt")
    if name.lower().endswith(".txt"):
        assert is_copy_name(f"/d/{name[:-4]}/other.txt")


@pytest.mark.parametrize("name", names(NO_COPIES))
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


def test_copy_runs() -> None:
    times = [NOW, NOW + GAP_NS, NOW + 2 * GAP_NS, NOW + 2 * GAP_NS + DAY]
    runs = CopyRuns(np.array([*times, 0, 315_532_800_000_000_000]))
    first, *same, last = map(runs.of, times)
    assert {first, *same} == {first}
    assert last > first
    assert runs.of(0) == runs.of(315_532_800_000_000_000) == UNKNOWN  # the first of 1980


# ---- what stays


def two(kept: dict[str, object], other: dict[str, object]) -> list[Document]:
    """Make two documents; neither name nor place in a list tells which is to be kept."""
    return [
        document(1, **{"path": Path("/d/bb.txt"), **kept}),
        document(2, **{"path": Path("/d/aa.txt"), **other}),
    ]


def kept_of(documents: Sequence[Document], pairs: Sequence[Pair] = ()) -> tuple[str, WhyKept]:
    """Return the name of the kept document of the only group, and why it is kept."""
    known = {one.id: one for one in documents}
    empty = replace(_EMPTY, documents=known, pairs=tuple(pairs))
    made = regroup(empty, CONFIG.thresholds)
    (group,) = made.groups
    return known[group.representative].path.as_posix(), why_kept(made, group)


def near(left: int, right: int, shares: tuple[float, float] = (0.9, 0.9)) -> Pair:
    """Make a pair by how much of each is in the other, with the resemblance that follows."""
    resemblance = 1 / (1 / shares[0] + 1 / shares[1] - 1)
    made = pair(left, right, resemblance)
    return replace(made, left_in_right=shares[0], right_in_left=shares[1])


_EMPTY = report([])
LATER = {"mtime_ns": NOW + DAY}


@pytest.mark.parametrize(
    ("kept", "other", "why"),
    [
        ({**LATER, "content_hash": b"a" * 16}, {"lossy": True}, WhyKept.UNDAMAGED),
        (LATER, {"encoding": "gb18030"}, WhyKept.ENCODING),
        ({**LATER, "path": Path("/d/e/f/aa - Copy.txt")}, {"encoding": "big5"}, WhyKept.ENCODING),
        (
            {**LATER, "path": Path("/d/e/aa.txt")},
            {"path": Path("/d/aa (1).txt")},
            WhyKept.NO_COPY_NAME,
        ),
        ({"path": Path("/d/e/bb.txt")}, LATER, WhyKept.OLDEST),
        ({"path": Path("/d/x (1).txt")}, LATER, WhyKept.OLDEST),  # x.txt is not here
        ({**LATER, "form_hash": b"f" * 16}, {}, WhyKept.MODIFIED_LAST),  # a revised link
        ({**LATER, "form_hash": b"f" * 16}, {"mtime_ns": 0}, WhyKept.OLDEST),
        (
            {"form_hash": b"f" * 16, "path": Path("/d/v2/x.txt")},
            {**LATER, "path": Path("/d/v1/x.txt")},
            WhyKept.VERSION,
        ),
        ({"mtime_ns": NOW + 9}, {"path": Path("/d/e/aa.txt")}, WhyKept.SHORTEST_PATH),
        ({"mtime_ns": NOW + 9}, {"path": Path("/d/x (1).txt")}, WhyKept.NO_COPY_NAME),
        ({}, {"mtime_ns": NOW + 9}, WhyKept.OLDEST),
        ({}, {}, WhyKept.FIRST_ON_DISK),
        ({"path": Path("/d/b.txt")}, {"device": 2}, WhyKept.SHORTEST_NAME),
    ],
)
def test_of_copies(kept: dict[str, object], other: dict[str, object], why: WhyKept) -> None:
    documents = two({"text": 1, **kept}, {"text": 1, **other})
    expected = documents[0].path.as_posix(), why
    assert kept_of(documents) == kept_of(documents[::-1]) == expected


@pytest.mark.parametrize(
    ("kept", "other", "shares", "why"),
    [
        ({}, {"lossy": True, **LATER}, (0.9, 0.9), WhyKept.UNDAMAGED),
        ({"path": Path("/d/x v1.txt")}, {"path": Path("/d/x v2.txt")}, (0.8, 1.0), WhyKept.WHOLE),
        (
            {"path": Path("/d/x v10.txt")},
            {"path": Path("/d/x v9.txt"), **LATER},
            (0.9, 0.9),
            WhyKept.VERSION,
        ),
        (
            {"path": Path("/d/x.txt")},
            {"path": Path("/d/old/x.txt"), **LATER},
            (0.9, 0.9),
            WhyKept.VERSION,
        ),
        (
            {"stated": packed([(2021, 5, 3), (2019, 1, 1)])},
            {"stated": packed([(2021, 5, 2), (2020, 1, 1)]), **LATER},
            (0.9, 0.9),
            WhyKept.STATED_DATE,
        ),
        (
            LATER,
            {"stated": packed([(2021, 5, 2)]), "characters": 990},
            (0.9, 0.9),
            WhyKept.MODIFIED_LAST,
        ),
        (
            {"stated": packed([(2021, 5, 2)]), **LATER},
            {"stated": packed([(2021, 5, 2), (2020, 1, 1)])},
            (0.9, 0.9),
            WhyKept.MODIFIED_LAST,
        ),
        ({"characters": 901}, {"mtime_ns": NOW + GAP_NS}, (0.9, 0.9), WhyKept.LONGEST),
        ({"characters": 901}, {"mtime_ns": 0}, (0.9, 0.9), WhyKept.LONGEST),
        ({}, {"path": Path("/d/aa copy.txt")}, (0.9, 0.9), WhyKept.NO_COPY_NAME),
        ({"path": Path("/d/a.txt")}, {}, (0.9, 0.9), WhyKept.FIRST),
    ],
)
def test_of_near_texts(
    kept: dict[str, object], other: dict[str, object], shares: tuple[float, float], why: WhyKept
) -> None:
    documents = two(kept, other)
    of = [near(1, 2, shares), near(2, 1, shares[::-1])]
    expected = documents[0].path.as_posix(), why
    for one in of:
        assert kept_of(documents, [one]) == kept_of(documents[::-1], [one]) == expected


def test_a_copy_is_no_original_because_it_was_copied_again() -> None:
    """It was made half a minute after: too early to be a later version, late enough to tell."""
    later = {"mtime_ns": NOW + 33 * 10**9}
    copies = [document(key, text=2, path=Path(f"/d/{key}.txt"), **later) for key in (2, 3)]  # type: ignore[arg-type]
    original = document(1, path=Path("/d/zz.txt"), characters=990, mtime_ns=NOW)
    assert kept_of([original, *copies], [near(1, 2)]) == ("/d/zz.txt", WhyKept.LONGEST)


def test_times_that_cannot_be_true_are_none() -> None:
    now = NOW + 9 * DAY
    runs = CopyRuns(np.array([0, NOW, NOW + 5 * DAY]), now)
    assert runs.of(0) == runs.of(now + 2 * DAY) == UNKNOWN
    assert UNKNOWN < runs.of(NOW) < runs.of(NOW + 5 * DAY) == runs.of(now + DAY)


@pytest.mark.parametrize(
    ("kept", "other", "expected"),
    [
        (("x final", 0), ("x v6", 3), Doubt.NEWER),
        (("x final", 0), ("x v6", 1), None),
        (("x final", 3), ("x v6", 0), None),
        (("x v3", 0), ("x v2", 9), Doubt.NEWER),
        (("x", 0), ("y", 9), None),
        (("x final", 0), ("x v6", 500_000), None),  # no time
        (("定稿 x", 0), ("初稿 x", 9), Doubt.NEWER),
    ],
)
def test_where_name_and_date_disagree(
    kept: tuple[str, int], other: tuple[str, int], expected: Doubt | None
) -> None:
    documents = [
        document(key, path=Path(f"/d/{name}.txt"), mtime_ns=NOW - 30 * DAY + days * DAY)
        for key, (name, days) in enumerate((kept, other), 1)
    ]
    made = report([group(1, member(2))], documents)
    found = doubts(made, made.groups[0], NOW)
    assert found == ({} if expected is None else {2: expected})


@pytest.mark.parametrize("around", ["/d", "/backup", "/old/rc 2", "/archive/2019/draft"])
def test_folders_around_all_say_nothing(around: str) -> None:
    """A person who looks through a backup has drafts and copies there, too."""
    names = "plan v5.txt", "plan final.txt", "plan final - Copy.txt"
    paths = [Path(around, name) for name in names]
    v5, final, copy = versions_of(paths)
    assert final.outranks(v5)
    assert not v5.outranks(final)
    assert final == copy
    assert are_copy_names(paths) == [False, False, True]
    assert are_copy_names([*paths[:2], Path("/d/copies of 2019", names[0])])[:2] == [False, False]


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
"""


@pytest.mark.parametrize("line", GROUPS.strip().splitlines())
def test_versions_among_each_other(line: str) -> None:
    found = versions_of(Path("/d", one.strip()) for one in line.split("<"))
    assert len({one.frame for one in found}) == 1
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
    ],
)
def test_names_that_tell_no_order(one: str, other: str) -> None:
    left, right = versions_of([Path("/d", one), Path("/d", other)])
    assert not left.outranks(right)
    assert not right.outranks(left)


@pytest.mark.parametrize(
    "title", ["Approved suppliers", "List of approved suppliers", "Final exam"]
)
def test_a_word_in_the_title_of_all_names_is_no_stage(title: str) -> None:
    names = f"{title} v2.txt", f"{title} v3 draft.txt"
    older, newer = versions_of(Path("/d", name) for name in names)
    assert newer.outranks(older)


def test_a_name_without_the_word_shows_that_it_is_a_stage() -> None:
    names = "Approved budget v2.txt", "Budget v4.txt"
    approved, plain = versions_of(Path("/d", name) for name in names)
    assert approved.outranks(plain)
    names = "contract signed by Ann.txt", "contract v3.txt"
    signed, third = versions_of(Path("/d", name) for name in names)
    assert signed.outranks(third)


def test_six_digits_and_a_date_in_full() -> None:
    names = "plan 230301.txt", "plan 2023-03-04.txt", "plan 230309.txt"
    first, second, third = versions_of(Path("/d", name) for name in names)
    assert third.outranks(second)
    assert second.outranks(first)


def test_a_signed_document_is_above_drafts_of_longer_names() -> None:
    signed, other = versions_of([Path("/d/report signed.txt"), Path("/d/report rev Ann.txt")])
    assert signed.outranks(other)
    assert not other.outranks(signed)
    final, other = versions_of([Path("/d/paper submitted.txt"), Path("/d/paper for Ann.txt")])
    assert not final.outranks(other), "what came after it is no draft"


def test_a_whole_of_a_lower_version_is_checked_too() -> None:
    documents = [
        document(1, path=Path("/d/x v2.txt"), mtime_ns=NOW),
        document(2, path=Path("/d/x v3.txt"), mtime_ns=NOW - 5 * DAY),
    ]
    made = report([group(1, member(2))], documents)
    assert doubts(made, made.groups[0], NOW) == {2: Doubt.HIGHER}


def test_one_that_lost_by_its_name_to_an_older_one_is_checked_too() -> None:
    """The kept one is newer than the final one, and older than the last draft."""
    documents = [
        document(1, path=Path("/d/notes.txt"), mtime_ns=NOW - 5 * DAY, text=1),
        document(2, path=Path("/d/plan final.txt"), mtime_ns=NOW - 9 * DAY, text=2),
        document(3, path=Path("/d/plan v5.txt"), mtime_ns=NOW, text=3),
    ]
    made = report([group(1, member(2), member(3))], documents)
    assert doubts(made, made.groups[0], NOW) == {3: Doubt.NEWER}


def test_a_copy_that_was_saved_later_makes_its_text_no_newer() -> None:
    old = {"text": 2, "content_hash": b"o" * 16}
    documents = [
        document(1, path=Path("/d/x v3.txt"), mtime_ns=NOW - 5 * DAY),
        document(2, path=Path("/d/x v2.txt"), mtime_ns=NOW - 9 * DAY, **old),  # type: ignore[arg-type]
        document(3, path=Path("/d/x v2 (1).txt"), mtime_ns=NOW, **old),  # type: ignore[arg-type]
    ]
    made = report([group(1, member(2), member(3))], documents)
    assert doubts(made, made.groups[0], NOW) == {}


def test_most_copies_come_before_length() -> None:
    documents = [*two({}, {"characters": 990}), document(3, text=1, path=Path("/d/cc.txt"))]
    assert kept_of(documents, [near(1, 2)]) == ("/d/bb.txt", WhyKept.MOST_COPIES)


def test_the_newest_of_several_versions_is_near_all_others() -> None:
    """The highest is not near the lowest: it would leave that one behind."""
    documents = [document(n, path=Path(f"/d/plan v{n}.txt")) for n in (1, 2, 3, 4)]
    pairs = [near(1, 2), near(1, 3), near(2, 3), near(2, 4), near(3, 4)]
    assert kept_of(documents, pairs)[0] == "/d/plan v3.txt"
    assert kept_of(documents, [*pairs, near(1, 4)]) == ("/d/plan v4.txt", WhyKept.VERSION)


def test_figures_that_cannot_be_true_do_no_harm() -> None:
    """As a file of saved results may have them: each text is in the next one."""
    documents = [
        document(n, path=Path(f"/d/{name}.txt")) for n, name in ((1, "c"), (2, "b"), (3, "a"))
    ]
    ring = [near(1, 2, (1.0, 0.8)), near(2, 3, (1.0, 0.8)), near(3, 1, (1.0, 0.8))]
    assert kept_of(documents, ring)[0] == "/d/a.txt"


def test_what_a_person_chose_comes_first() -> None:
    documents = two({"path": Path("/d/x v2.txt")}, {"path": Path("/d/x v1.txt")})
    old = documents[1]
    known = {one.id: one for one in documents}
    made = replace(_EMPTY, documents=known, pairs=(pair(1, 2),))
    chosen = replace(made.judgements, kept=frozenset({(old.real_path, old.content_hash)}))
    (group,) = regroup(made, Thresholds(24, 0.7), judgements=chosen).groups
    assert group.representative == old.id


_NAMES = "plan v1 | plan v2 | plan | plan draft | plan final | plan (1) | plan copy | notes | a | 7"


@st.composite
def libraries(draw: st.DrawFn) -> tuple[list[Document], list[Pair]]:
    documents = []
    for number in range(1, draw(st.integers(2, 7)) + 1):
        folder = draw(st.sampled_from(["/d", "/d/old", "/d/e", "/d/v2", "/d/e - Copy"]))
        name = draw(st.sampled_from([one.strip() for one in _NAMES.split("|")]))
        documents.append(
            document(
                number,
                text=draw(st.integers(1, 4)),
                path=Path(folder, f"{name}.{number}.txt" if draw(st.booleans()) else f"{name}.txt"),
                mtime_ns=draw(st.sampled_from([0, NOW, NOW + 5, NOW + DAY, NOW + 3 * DAY])),
                stated=packed(
                    draw(st.lists(st.sampled_from([(2020, 1, 1), (2021, 5, 2)]), max_size=2))
                ),
                characters=draw(st.sampled_from([900, 950])),
                lossy=draw(st.integers(0, 9)) == 0,
                content_hash=draw(st.sampled_from([b"a", b"b"])) * 8 + number.to_bytes(8, "big"),
            )
        )
    first = {one.text: one for one in reversed(documents)}
    pairs = []
    for left in sorted(first):
        for right in sorted(first):
            if left < right and draw(st.integers(0, 3)):
                shares = draw(st.sampled_from([(0.9, 0.9), (1.0, 0.8), (0.8, 1.0), (0.95, 0.85)]))
                pairs.append(near(first[left].id, first[right].id, shares))
    return documents, pairs


@given(libraries(), st.sampled_from(Grouping), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_pairs_makes_no_difference(
    library: tuple[list[Document], list[Pair]], grouping: Grouping, dice: random.Random
) -> None:
    documents, pairs = library
    if len({one.path for one in documents}) < len(documents):
        return
    config = replace(CONFIG, grouping=grouping)
    found = group_documents({one.id: one for one in documents}, pairs, config)
    mixed, turned = dice.sample(documents, len(documents)), []
    for one in dice.sample(pairs, len(pairs)):
        other = replace(
            one,
            left=one.right,
            right=one.left,
            left_in_right=one.right_in_left,
            right_in_left=one.left_in_right,
        )
        turned.append(dice.choice([one, other]))
    again = group_documents({one.id: one for one in mixed}, turned, config)
    assert {each.representative for each in again} == {each.representative for each in found}
    assert set(map(_said, again)) == set(map(_said, found))


def _said(group: object) -> tuple[object, ...]:
    return group.representative, frozenset(one.document for one in group.members)  # type: ignore[attr-defined]


# ---- real files


def put(path: Path, text: str, days_ago: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(NOW - days_ago * DAY,) * 2)
    return path


def kept_in(library: Path, tmp_path: Path) -> set[str]:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        found = scan([library], CONFIG, index, make_executor(0))
    return {
        found.documents[one.representative].path.relative_to(library).as_posix()
        for one in found.groups
    }


@pytest.mark.skipif(not COPY, reason="no cp here")
def test_of_what_cp_copied_the_original_stays(tmp_path: Path) -> None:
    library = tmp_path / "library"
    expected = set()
    for number, goal in enumerate(["a.txt", "deep/er/x0.txt", "x0.txt", "zz.txt", "x0 (1).txt"]):
        text = english_text(number, 90) if number % 2 else chinese_text(number, 300)
        original = put(library / str(number) / "docs" / f"x{number} (2).txt", text, 900 - number)
        copied = library / str(number) / goal
        copied.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([COPY, "--", original, copied], check=True)
        expected.add(original.relative_to(library).as_posix())
    assert kept_in(library, tmp_path) == expected


def test_of_a_copied_folder_the_original_stays(tmp_path: Path) -> None:
    library = tmp_path / "library"
    put(library / "papers" / "x.txt", english_text(1, 90), 30)
    for name in ("papers - Copy", "a/papers", "papers (2)", "papers-backup", "论文 副本"):
        shutil.copytree(library / "papers", library / name)  # with the times
    assert kept_in(library, tmp_path) == {"papers/x.txt"}


def test_of_two_releases_the_newer_stays_by_their_text_alone(tmp_path: Path) -> None:
    library, text = tmp_path / "library", chinese_text(5, 900)
    put(library / "b.txt", f"2024年3月1日修订\n{text}", 30)
    put(library / "a.txt", f"2019年11月20日修订\n{edited(text, 1, 5)}", 30)
    assert kept_in(library, tmp_path) == {"b.txt"}


@pytest.mark.parametrize(
    ("one", "other"), [*PAIRS.values(), ("pr\u00e9v\u00c9tat", "pre\u0301vE\u0301tat")]
)
def test_names_say_the_same_in_both_unicode_forms(one: str, other: str) -> None:
    for name in ("{} v2.txt", "{}Final.txt", "a{}.txt", "{}/draft 3.txt", "{} - Copy.txt"):
        paths = Path("/d", name.format(one)), Path("/d", name.format(other))
        assert len({version_of(path) for path in paths}) == 1
        assert len({is_copy_name(str(path)) for path in paths}) == 1
        assert len({original_name(path.name) for path in paths}) == 1
