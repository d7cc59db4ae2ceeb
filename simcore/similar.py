"""One more file against the index: which documents are like it."""

import os
from collections import defaultdict
from pathlib import Path

from simcore.config import LEAST_SIMILARITY
from simcore.digest import digest_files, recipe_key
from simcore.errors import ReadError
from simcore.groups import kind_of
from simcore.index import FingerprintIndex
from simcore.records import Document, DocumentId, Pair, ScanReport, SourceFile, TextId
from simcore.verify import TextSource, compare_files, text_source

__all__ = ["find_similar"]


def find_similar(
    file: Path, report: ScanReport, index: FingerprintIndex, distance: int
) -> list[Pair]:
    """Find the documents of a report that are like one more file, the most alike first.

    Candidates come from the index's block tables; the figures are exact. Pairs below
    ``simcore.config.LEAST_SIMILARITY`` are left out. ``left`` is -1: the file need not be in
    the index. Raises ``ReadError`` when the file cannot be used, ``SimcoreError``.
    """
    config = report.config
    real_path = Path(os.path.realpath(file))
    source = SourceFile(file, real_path, 0, 0, 0, 0)
    (digested,) = digest_files([source], config)
    if isinstance(digested, tuple):
        raise ReadError(f"{file}: {digested[1].reason}")
    if digested.fingerprint is None:
        raise ReadError(f"{file}: has no words to compare")
    holders: dict[TextId, list[Document]] = defaultdict(list)
    for document in report.documents.values():
        if document.real_path != real_path:
            holders[document.text].append(document)
    query = TextId(-1)
    near = {
        text: bits
        for text, bits in index.near(recipe_key(config), digested.fingerprint, distance)
        if text in holders
    }
    sources = {text: [text_source(document) for document in holders[text]] for text in near}
    sources[query] = [TextSource(file, real_path, digested.content_hash, digested.encoding)]
    compared, _ = compare_files([(query, text) for text in near], sources, config)
    pairs = [
        Pair(
            DocumentId(-1),
            document.id,
            near[comparison.right],
            comparison.resemblance,
            comparison.left_in_right,
            comparison.right_in_left,
            kind_of(digested, document),
        )
        for comparison in compared
        if comparison.resemblance >= LEAST_SIMILARITY
        for document in holders[comparison.right]
    ]
    paths = {document.id: document.path for document in report.documents.values()}
    return sorted(pairs, key=lambda p: (-p.resemblance, p.distance, paths[p.right]))
