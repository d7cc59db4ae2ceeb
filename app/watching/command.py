"""The words by which this program is started again, to watch folders."""

import os
from collections.abc import Sequence
from pathlib import Path

from simcore import ScanConfig


def watch_words(
    watched: Sequence[Path], library: Sequence[Path], index: Path, config: ScanConfig
) -> tuple[str, ...]:
    """Return the words after the program's that watch folders with the parameters of a scan.

    Paths are absolute, so none of them looks like an option.

    >>> words = watch_words([Path("/in")], [Path("/lib")], Path("/i.sqlite"), ScanConfig())
    >>> words[:3], words[-2:]
    (('watch', '--json', '--until-closed'), ('--', '/in'))
    """
    words = ["watch", "--json", "--until-closed", "--index", str(index)]
    for folder in library:
        words += ["--library", os.path.abspath(folder)]  # noqa: PTH100 - ".." is to go
    folders = [os.path.abspath(one) for one in watched]  # noqa: PTH100 - as above
    return *words, *_comparing(config), *_reading(config), *_keeping(config), "--", *folders


def _comparing(config: ScanConfig) -> list[str]:
    words = ["--similarity", str(config.similarity), "--containment", str(config.containment)]
    words += ["--recipe", config.recipe]
    # a distance that is named also says how far fingerprints propose
    if (
        config.distance != ScanConfig(recipe=config.recipe).distance
        or config.compared_distance is not None
    ):
        words += ["--distance", str(config.distance)]
    if not config.contained:
        words.append("--no-contained")
    if config.dictionary is not None:
        words += ["--dictionary", str(config.dictionary)]
    return words


def _reading(config: ScanConfig) -> list[str]:
    usual = ScanConfig()
    words = ["--seconds-a-file", f"{config.seconds_a_file or 0:g}"]
    words += ["--largest", f"{config.largest_file / 1_000_000:.6f}"]
    if config.jobs is not None:
        words += ["--jobs", str(config.jobs)]
    if config.include != usual.include:
        words += [f"--include={pattern}" for pattern in config.include]
    if config.exclude != usual.exclude:
        words += ["--no-usual-exclude", *(f"--exclude={one}" for one in config.exclude)]
    for name, on in (
        ("--follow-links", config.follow_links),
        ("--all-text", config.all_text),
        ("--containers", config.containers),
    ):
        if on:
            words.append(name)
    return words


def _keeping(config: ScanConfig) -> list[str]:
    words = ["--keep-days", str(config.keep_days)]
    for one in config.folder_days:
        words += ["--keep-days-in", str(one.folder), str(one.days)]
    return [*words, "--keep-texts", str(config.kept_texts // 1_000_000)]
