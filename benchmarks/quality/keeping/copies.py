"""Copies of documents, made as programs make them."""

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.quality.keeping.releases import Planted

# what stands for {0} is the name without suffix; only the pairs of one program and language
EXPLORER = (
    *("{0} - Copy", "{0} - Copy (2)", "{0} - 副本", "{0} - 副本 (2)", "{0} - 複製", "{0} - Kopie"),
    *("{0} - Copie", "{0} - copia", "{0} - Copia", "{0} - コピー", "{0} - 복사본", "{0} — копия"),
    *("{0} - Copy (3)", "{0} - Kopie (2)", "{0} - копия (2)", "{0} - Kopia", "{0} - Cópia"),
)
FINDER = (
    *("{0} copy", "{0} copy 2", "{0}副本", "{0} 副本 2", "{0} 拷貝", "{0} Kopie", "{0} Kopie 3"),
    *("{0} copie", "{0} copia", "{0}のコピー", "{0}のコピー2", "{0} 복사본", "{0} — копия"),
)
GNOME = (
    *("{0} (copy)", "{0} (another copy)", "{0} (3rd copy)", "{0} (Copy 2)", "{0} (复件)"),
    *("{0} (副本)", "{0} (Kopie)", "{0} (weitere Kopie)", "{0} (autre copie)", "{0} (otra copia)"),
    *("{0} (コピー)", "{0} (복사본)", "{0} (копия)", "{0} (другая копия)"),
)
KDE = ("{0} (1)", "{0} copy", "Copy of {0}")
BROWSERS = ("{0} (1)", "{0}(1)", "{0} (12)", "{0}（1）")
SERVICES = (
    "{0} (Anna's conflicted copy 2024-05-01)",
    "{0} (Anna 的冲突副本 2024-05-01)",
    "{0} (In Konflikt stehende Kopie von Anna 2024-05-01)",
    "{0}-DESKTOP-4F2K9QZ",
    "{0}.sync-conflict-20240501-101112-ABCDEFG",
    "Copy of {0}",
    "{0} 的副本",
    "Kopie von {0}",
)


def _fresh(source: Path, goal: Path) -> None:
    subprocess.run(["/bin/cp", "--", source, goal], check=True)  # noqa: S603 - our own files


def _archived(source: Path, goal: Path) -> None:
    subprocess.run(["/bin/cp", "--archive", "--", source, goal], check=True)  # noqa: S603


_Copy = Callable[[Path, Path], None]
_NAMED: dict[str, tuple[tuple[str, ...], _Copy]] = {
    "Explorer": (EXPLORER, _archived),
    "Finder": (FINDER, _archived),
    "GNOME Files": (GNOME, _archived),
    "KDE Dolphin": (KDE, _archived),
    "browsers": (BROWSERS, _fresh),
    "sync services": (SERVICES, _archived),
}


def copy_out(documents: list[Path], library: Path, most: int = 20) -> Iterator[Planted]:
    """Copy documents into a library, each in its own folder, and from there in every way.

    Of each program at most so many names are tried, and ``cp`` so many times in each way.
    """
    dice = random.Random("copies")
    pool = iter(documents)
    for program, (patterns, copy) in _NAMED.items():
        for pattern in patterns[:most]:
            original = _original(next(pool), library, dice)
            name = f"{pattern.format(original.stem)}{original.suffix}"
            beside = original.with_name(name)
            copy(original, beside)
            yield Planted(program, original, beside)
            # the copy was moved to where it comes first
            original = _original(next(pool), library, dice)
            above = library / "a" / f"{pattern.format(original.stem)}{original.suffix}"
            above.parent.mkdir(exist_ok=True)
            copy(original, above)
            yield Planted(f"{program}, then moved up", original, above)
    for how, copy in (("cp", _fresh), ("cp --archive", _archived)):
        for number in range(most):
            for sort, place in (
                ("another name", lambda one: one.with_name(f"{dice.choice('amz')}{one.name[1:]}")),
                ("below", lambda one: one.parent / "kept" / one.name),
                ("above", lambda one: library / f"x{number}" / one.name),  # noqa: B023 - used at once
                ("a backup beside", lambda one: _backup(one, library)),
            ):
                original = _original(next(pool), library, dice)
                goal = place(original)
                if goal == original:
                    goal = original.with_name(f"b{original.name}")
                goal.parent.mkdir(parents=True, exist_ok=True)
                copy(original, goal)
                yield Planted(f"{how}: {sort}", original, goal)


def name_of(document: Path) -> str:
    """Return the name of a document; one that is only called an index has that of its folder."""
    stem = document.parent.name if document.stem == "index" else document.stem
    return f"{stem}{document.suffix}"


def _original(document: Path, library: Path, dice: random.Random) -> Path:
    """Put a document some folders deep, modified at a random time of ten years."""
    depth = dice.randint(1, 3)
    folder = library.joinpath(*(f"part-{dice.randrange(40)}" for _ in range(depth)))
    folder.mkdir(parents=True, exist_ok=True)
    goal = folder / name_of(document)
    shutil.copyfile(document, goal)
    moment = dice.randrange(1_400_000_000, 1_700_000_000)
    os.utime(goal, (moment, moment))
    return goal


def _backup(original: Path, library: Path) -> Path:
    inside = original.relative_to(library)
    first, *rest = inside.parts
    return library.joinpath(f"{first}-backup", *rest)
