"""What the parts of the one-folder build may be passed on by, in one text.

A distribution says it in the licence files that are installed with it. What these leave out stands
in ``licences``, where ``table.toml`` says what belongs to which distribution. What comes from the
system is said where Debian has it. A file of which nothing is known ends the build.
"""

import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LICENCES = Path(__file__).resolve().parent / "licences"
DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")

_PREFIXES_OF_SYSTEMS = "/usr", "/usr/local"
_IS_LICENCE = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
_COMMON_NAMED = re.compile(re.escape(f"{COMMON}/") + r"([\w.+-]*\w)")


class UnknownLicenceError(Exception):
    """Nothing is known of a file or a distribution; ``str()`` of it names it."""


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """What is passed on with the program: its name, its version, and its licences as texts."""

    name: str
    version: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What the licence files of a distribution leave out; ``none``: it has no such files."""

    texts: tuple[str, ...]
    none: bool = False


def canonical(name: str) -> str:
    """Return a distribution's name as names are compared (PEP 503).

    >>> canonical("PySide6_Essentials")
    'pyside6-essentials'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def left_out() -> dict[str, LeftOut]:
    """Return by name what ``licences/table.toml`` has."""
    table = tomllib.loads((LICENCES / "table.toml").read_text("utf-8"))
    return {
        name: LeftOut(tuple(entry["texts"]), none=entry.get("none", False))
        for name, entry in table.items()
    }


def required(name: str) -> set[str]:
    """Return the distributions that an installation of ``name`` has, without itself and extras."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for line in distribution(waiting.pop()).requires or ():
            requirement = Requirement(line)
            needed = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if needed and canonical(requirement.name) not in found:
                found.add(canonical(requirement.name))
                waiting.append(requirement.name)
    return found


def own_texts(of: Distribution) -> list[str]:
    """Return the licence files of a distribution, and what is compiled into it, if it says so."""
    files = [
        path
        for path in of.files or ()
        if path.parts[0].endswith(".dist-info")
        and ("licenses" in path.parts or _IS_LICENCE.search(path.name))
    ]
    bills = [path for path in of.files or () if path.name.endswith(".cyclonedx.json")]
    return [
        *(Path(str(path.locate())).read_text("utf-8", "replace") for path in sorted(files)),
        *(_listed(json.loads(Path(str(path.locate())).read_bytes())) for path in bills),
    ]


def _listed(bill: Mapping[str, Any]) -> str:
    """Return the components of a bill of materials (CycloneDX), a line each."""
    lines = []
    for one in bill.get("components", ()):
        licences = one.get("licenses") or ()
        said = " AND ".join(str(licence.get("expression") or licence) for licence in licences)
        by = f", by {one['author']}" if one.get("author") else ""
        lines.append(f"{one['name']} {one['version']}{by}: {said}")
    return "\n".join(("Compiled into it are:", "", *lines))


def part_of(of: Distribution) -> Part:
    """Return what is to be said of a distribution. Raises ``UnknownLicenceError``."""
    name = canonical(of.metadata["Name"])
    more = left_out().get(name, LeftOut(()))
    texts = [*own_texts(of), *((LICENCES / text).read_text("utf-8") for text in more.texts)]
    if not texts:
        raise UnknownLicenceError(
            f"{name} has no licence file, and {LICENCES / 'table.toml'} has none for it"
        )
    return Part(of.metadata["Name"], of.version, tuple(texts))


def python_part() -> Part:
    """Return what is to be said of the interpreter. Raises ``UnknownLicenceError``."""
    folders = Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)
    for path in (folder / "LICENSE.txt" for folder in folders):
        if path.is_file():
            more = left_out()["python"].texts
            texts = path.read_text("utf-8"), *((LICENCES / one).read_text("utf-8") for one in more)
            return Part("Python", platform.python_version(), texts)
    raise UnknownLicenceError(f"Python has no LICENSE.txt in {folders[0]} or {folders[1]}")


def own_part() -> Part:
    """Return what is to be said of what the program itself is made of: its tables and icons."""
    paths = *LICENCES.glob("*-in-wheels.txt"), ROOT / "resources" / "icons" / "lucide" / "LICENSE"
    version = distribution("variorum").version
    return Part("Variorum", version, tuple(path.read_text("utf-8") for path in sorted(paths)))


def collected(entries: Iterable[tuple[str, str, str]], made: Path = ROOT / "build") -> set[Part]:
    """Return the parts that PyInstaller collects: entries are what its tables have.

    What the build itself has put into the folder ``made`` is of others that are collected, or ours.
    Raises ``UnknownLicenceError`` for a file whose licence is not known.
    """
    owners = {
        os.path.realpath(str(path.locate())): one
        for one in distributions()
        for path in one.files or ()
    }
    homes = {os.path.realpath(sysconfig.get_path("stdlib"))}
    if sys.base_prefix not in _PREFIXES_OF_SYSTEMS:
        homes.add(os.path.realpath(sys.base_prefix))
    ours = {str(ROOT), os.path.realpath(made)}
    found = {distribution("pyinstaller").metadata["Name"]: part_of(distribution("pyinstaller"))}
    system: set[Path] = set()
    for _, source, _ in entries:
        path = os.path.realpath(source) if source and Path(source).is_absolute() else ""
        owner = owners.get(path)
        if owner is not None:
            name = owner.metadata["Name"]
            if canonical(name) != "variorum" and name not in found:
                found[name] = part_of(owner)
        elif path and not _is_pythons(path, homes) and not _is_below(path, ours):
            system.add(Path(path))
    return {own_part(), python_part(), *found.values(), *system_parts(system)}


def _is_pythons(path: str, homes: Iterable[str]) -> bool:
    return _is_below(path, homes) or Path(path).name.startswith("libpython")


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(path.startswith(os.path.join(folder, "")) for folder in folders)  # noqa: PTH118


def system_parts(libraries: Iterable[Path]) -> Iterator[Part]:
    """Return what is to be said of files of the system, by the packages that they belong to.

    Raises ``UnknownLicenceError`` where no package of Debian's kind says it.
    """
    packages = {}
    for library in sorted(libraries):
        name, version = _package(library)
        packages[name] = version
    for name, version in packages.items():
        text = (DOCUMENTS / name / "copyright").read_text("utf-8", "replace")
        shared = {COMMON / one for one in _COMMON_NAMED.findall(text)}
        texts = [one.read_text("utf-8", "replace") for one in sorted(shared) if one.is_file()]
        yield Part(name, version, (text, *texts))


def _package(library: Path) -> tuple[str, str]:
    """Return the package of a file of the system, and its version."""
    # /lib may be a link to /usr/lib: packages name their files in either way
    names = [str(library), str(library).removeprefix("/usr")]
    for name in names:
        listed = _said("dpkg-query", "--search", name)
        package = listed.partition(":")[0].strip()
        if package and (DOCUMENTS / package / "copyright").is_file():
            shown = _said("dpkg-query", "--show", "--showformat=${Version}\n", package)
            return package, shown.partition("\n")[0]
    raise UnknownLicenceError(f"it is not known what {library} may be passed on by")


def _said(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603
    except FileNotFoundError:
        return ""


def notices(parts: Iterable[Part]) -> str:
    """Return one text of all: a list of the parts, then each text once with those it belongs to."""
    ordered = sorted(parts, key=lambda part: (part.name.lower(), part.version))
    titles = [f"{part.name} {part.version}" for part in ordered]
    belonging: dict[str, list[str]] = {}
    for title, part in zip(titles, ordered, strict=True):
        for text in part.texts:
            belonging.setdefault(text.strip("\n"), []).append(title)
    line = "=" * 80
    head = (
        "Variorum is passed on together with the works that are listed here. Their licences follow."
    )
    blocks = [
        "\n".join((line, ", ".join(dict.fromkeys(names)), line, "", text))
        for text, names in belonging.items()
    ]
    return "\n\n".join((head, "\n".join(titles), *blocks)) + "\n"
