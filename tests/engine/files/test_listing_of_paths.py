"""Listing some paths gives what a walk over all folders gives at and below them."""

import os
import random
import zipfile
from pathlib import Path

import pytest

from amounts import examples
from simcore import ScanConfig
from simcore.files.listing import FolderRules, Listing, list_files, list_paths
from simcore.model.report import NoProgress

NAMES = ["a.txt", "B.MD", "c.png", ".git", "node_modules", "d", "e", ".Trash-1000", "f.zip", "g.1"]

EXCLUDED = [(), (), ("d/e",), ("/d/", "**/e/"), ("/*/e", "in/"), ("e/",)]


def grow(folder: Path, luck: random.Random, depth: int = 0) -> None:
    """Make a random tree: files, folders, links, archives."""
    for name in luck.sample(NAMES, luck.randrange(2, len(NAMES))):
        path = folder / name
        match luck.randrange(6):
            case 0 | 1 if depth < 3:
                path.mkdir()
                grow(path, luck, depth + 1)
            case 2:
                path.symlink_to(luck.choice([folder, folder / "a.txt", folder.parent]))
            case 3:
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("in/side.txt", "text")
            case _:
                path.write_text("text")


def listed(listing: Listing) -> set[Path]:
    return {file.real_path for file in listing.files}


@pytest.mark.parametrize("seed", range(examples(24)))
def test_paths_are_listed_as_a_walk_lists_them(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    roots = [tmp_path / "one", tmp_path / "two"]
    for root in roots:
        root.mkdir()
        grow(root, luck)
    if luck.random() < 0.5:
        roots.insert(luck.randrange(3), roots[0])  # twice
    config = ScanConfig(
        containers=luck.random() < 0.5,
        all_text=luck.random() < 0.3,
        exclude=(*ScanConfig().exclude, *luck.choice(EXCLUDED)),
    )
    everything = listed(list_files(roots, config, NoProgress()))
    inside = [Path(folder) / name for folder, _, names in os.walk(tmp_path) for name in names]
    folders = [Path(folder) for folder, _, _ in os.walk(tmp_path) if Path(folder) != tmp_path]
    for path in [*inside, *folders, tmp_path / "one" / "nothing.txt", tmp_path / "elsewhere"]:
        found = listed(list_paths([path], roots, config, NoProgress()))
        assert found == {one for one in everything if one.is_relative_to(path)}, path
    some = luck.sample([*inside, *folders], 5)
    found = list_paths(some, roots, config, NoProgress())
    assert listed(found) == {one for one in everything if any(map(one.is_relative_to, some))}
    assert len(found.files) == len(listed(found))


@pytest.mark.parametrize("seed", range(examples(8)))
def test_folders_are_entered_as_a_walk_enters_them(tmp_path: Path, seed: int) -> None:
    """Each file that a walk lists is in a folder that the rules lead to, step by step."""
    grow(tmp_path, random.Random(seed))
    config = ScanConfig(exclude=(*ScanConfig().exclude, *EXCLUDED[seed % len(EXCLUDED)]))
    rules = FolderRules([tmp_path], config)
    entered: set[Path] = set()
    pending = [tmp_path]
    while pending:
        folder = pending.pop()
        assert rules.enters(folder)
        entered.add(folder)
        pending += rules.inside(folder)
    assert {one.parent for one in listed(list_files([tmp_path], config, NoProgress()))} <= entered
    excluded = {".git", "node_modules", ".Trash-1000"}
    assert not any(excluded.intersection(one.relative_to(tmp_path).parts) for one in entered)
    assert not any(one.is_symlink() for one in entered - {tmp_path})


def test_a_link_that_leads_to_itself_hides_no_folder(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "link")
    assert FolderRules([tmp_path], ScanConfig()).inside(tmp_path) == [tmp_path / "folder"]
