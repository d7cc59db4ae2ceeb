"""One file to its fingerprint: what a worker process does with each file it is given."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

from simcore.fingerprint.document import fingerprint_text
from simcore.fingerprint.recipes import find_recipe
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.records import Fingerprinted, Problem, ProblemStage, SourceFile
from simcore.text.formats import read_document
from simcore.text.reading import content_hash, read_bytes
from simcore.text.segmentation import segmenter
from simcore.workers.heartbeat import HEARTBEAT

Unusable = tuple[SourceFile, Problem]
"""A file that gave no text, and why."""


def recipe_key(config: ScanConfig) -> str:
    """Name all that a fingerprint depends on beside the text; the index files it under this.

    Raises ``ConfigError`` when the recipe is unknown or the dictionary cannot be read.
    """
    key = find_recipe(config.recipe).key
    if config.dictionary is None:
        return key
    segmenter(config.dictionary)  # refuses a broken one before any work starts
    return f"{key}/{content_hash(config.dictionary.read_bytes()).hex()}"


def digest_files(
    sources: Sequence[SourceFile], config: ScanConfig
) -> list[Fingerprinted | Unusable]:
    """Fingerprint files, in their order; a file that cannot be used gives a ``Problem``.

    Each file is marked as it is begun, by its position.
    """
    digested: list[Fingerprinted | Unusable] = []
    for place, source in enumerate(sources):
        HEARTBEAT.begin(place)
        digested.append(_digest(source, config))
    return digested


def _digest(source: SourceFile, config: ScanConfig) -> Fingerprinted | Unusable:
    stage = ProblemStage.READ
    try:
        data, status = read_bytes(Path(source.real_path), config.largest_file)
        # a file that changed between listing and reading is indexed as it was read
        source = replace(source, size=status.st_size, mtime_ns=status.st_mtime_ns)
        stage = ProblemStage.DECODE
        decoded = read_document(source.path.name, data)
    except ReadError as error:
        return source, Problem(source.path, stage, str(error))
    text = fingerprint_text(decoded.text, find_recipe(config.recipe), segmenter(config.dictionary))
    return Fingerprinted(
        **{field.name: getattr(text, field.name) for field in fields(text)},
        source=source,
        content_hash=content_hash(data),
        encoding=decoded.encoding,
        lossy=decoded.lossy,
    )
