"""Results of documents that are not on this machine, as a cluster would write them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import simcore
from builders import chinese_text, edited, english_text
from simcore import ScanConfig, ScanReport
from simcore.index.documents import write_carried
from simcore.index.paths import path_elsewhere
from simcore.index.texts import texts_path

CONFIG = ScanConfig(jobs=0, similarity=0.4)

TEXTS = {
    "s3://bucket/合同/a.txt": chinese_text(1, 300),
    "s3://bucket/合同/a copy.txt": chinese_text(1, 300),
    "s3://bucket/合同/a garden.txt": edited(chinese_text(1, 300), 2, 3),
    "s3://bucket/reports/r.txt": english_text(3),
    "s3://bucket/reports/r (1).txt": english_text(3),
}
"""Texts by what they are called where they are: of two groups."""


def scanned(folder: Path, texts: dict[str, str], config: ScanConfig = CONFIG) -> ScanReport:
    """Return a report of texts that lie in a folder, by names that number them."""
    folder.mkdir()
    for number, text in enumerate(texts.values()):
        (folder / f"{number:04}.txt").write_text(text, encoding="utf-8")
    return simcore.scan(folder, config)


def moved_away(report: ScanReport, results: Path, named: Callable[[int], str]) -> ScanReport:
    """Return a report whose documents are called elsewhere as their numbers say."""
    documents = {}
    for key, one in report.documents.items():
        name = named(int(one.path.stem))
        path = path_elsewhere(results, name)
        documents[key] = replace(one, path=path, real_path=path, elsewhere=name)
    return replace(report, documents=documents, folders=(results,))


def write_far(
    results: Path,
    texts: dict[str, str] | None = None,
    *,
    marked: tuple[str, ...] = (),
    carried: tuple[str, ...] | None = (),
) -> ScanReport:
    """Write results of texts elsewhere; ``carried`` are the ids of texts beside it, None: all.

    The files that were compared are gone afterwards.
    """
    texts = TEXTS if texts is None else texts
    names = [*texts]
    folder = results.parent / "compared elsewhere"
    report = moved_away(scanned(folder, texts), results, names.__getitem__)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    keys = [key for key, one in report.documents.items() if one.elsewhere in marked]
    simcore.save_results(report, keys, results)
    wanted = names if carried is None else carried
    if wanted:
        rows = [(name, "utf-8", texts[name]) for name in wanted]
        write_carried(texts_path(results), rows)
    return report


def ids(report: ScanReport) -> set[str]:
    return {one.elsewhere for one in report.documents.values()}
