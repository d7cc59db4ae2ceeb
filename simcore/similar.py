"""One more file against the index: which documents are like it."""

import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np

from simcore.config import LEAST_FEATURES
from simcore.digest import digest_files, recipe_key
from simcore.errors import ReadError
from simcore.fingerprint import hamming_distance
from simcore.groups import kind_of, shown_kind
from simcore.index import FingerprintIndex
from simcore.passages import holding
from simcore.records import (
    Comparison,
    Document,
    DocumentId,
    Fingerprinted,
    Kind,
    Pair,
    ScanReport,
    SourceFile,
    TextId,
)
from simcore.verify import TextSource, compare_files, text_source

__all__ = ["find_similar"]


def find_similar(
    file: Path, report: ScanReport, index: FingerprintIndex, distance: int
) -> list[Pair]:
    """Find the documents of a report that are like one more file, the most alike first.

    Candidates come from the index's block tables, within ``distance`` bits, and from shared
    passages; the figures are exact, and the report's thresholds but for the distance decide what
    is given. ``left`` is -1: the file need not be in the index. Raises ``ReadError`` when the
    file cannot be used, ``SimcoreError``.
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
        text
        for text, _ in index.near(recipe_key(config), digested.fingerprint, distance)
        if text in holders
    }
    passages = {text: found for text, found in index.passages().items() if text in holders}
    texts = list(passages)
    query_sample = np.frombuffer(digested.passages, dtype="<u4")
    near |= {texts[at] for at in holding(query_sample, list(passages.values()), config.containment)}
    sources = {text: [text_source(document) for document in holders[text]] for text in near}
    sources[query] = [TextSource(file, real_path, digested.content_hash, digested.encoding)]
    compared, _ = compare_files([(query, text) for text in near], sources, config)
    thresholds = replace(config, distance=distance)
    pairs: list[Pair] = []
    for comparison in compared:
        for document in holders[comparison.right]:
            pair = _pair(digested, document, comparison)
            kind = pair.kind if pair.kind is not Kind.NEAR else shown_kind(pair, thresholds)
            if kind is not None:
                pairs.append(replace(pair, kind=kind))
    paths = {document.id: document.path for document in report.documents.values()}
    return sorted(pairs, key=lambda p: (-p.resemblance, p.distance, paths[p.right]))


def _pair(query: Fingerprinted, document: Document, comparison: Comparison) -> Pair:
    return Pair(
        DocumentId(-1),
        document.id,
        hamming_distance(query.fingerprint or 0, document.fingerprint or 0),
        comparison.resemblance,
        comparison.left_in_right,
        comparison.right_in_left,
        kind_of(query, document),
        document.short or query.features < LEAST_FEATURES,
        comparison.numbers_only,
    )
