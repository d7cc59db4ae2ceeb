"""Where releases come from, and how to get what is absent."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_GESETZE = (
    "git clone https://github.com/bundestag/gesetze && git -C gesetze archive {} | tar x -C {}"
)
_DEBIAN = "apt-get download {0} && dpkg -x {0}_*.deb {0}"
_DJANGO = "pip download --no-deps --no-binary :all: django=={0} && tar xf Django-{0}.tar.gz"


@dataclass(frozen=True, slots=True)
class Releases:
    """Two releases of one work: their names, folders, and when they appeared (seconds)."""

    name: str
    versions: tuple[str, str]
    folders: tuple[str, str]
    names: str
    times: tuple[int, int]
    how: str

    def pairs(self, sources: Path) -> Iterator[tuple[Path, Path]]:
        """Yield the pages that are in both and differ, the older one first."""
        old, new = (sources / folder for folder in self.folders)
        for path in sorted(old.rglob(self.names)):
            other = new / path.relative_to(old)
            if path.is_file() and other.is_file() and path.read_bytes() != other.read_bytes():
                yield path, other

    def absent(self, sources: Path) -> str:
        """Return how to get what is absent, nothing if all is there."""
        there = all((sources / folder).is_dir() for folder in self.folders)
        return "" if there else f"{self.name}: in {sources}, {self.how}"


HALVES = {
    "tuned": (
        Releases(
            "tidb",
            ("6.5", "8.5"),
            ("tidb-docs-zh/release-6.5", "tidb-docs-zh/release-8.5"),
            "*.md",
            (1_672_300_000, 1_734_600_000),
            "unpack tidb-docs-zh.tar.xz",
        ),
        Releases(
            "django",
            ("3.2.20", "4.2.3"),
            ("django-3.2.20/docs", "django-4.2.3/docs"),
            "*.txt",
            (1_617_700_000, 1_680_500_000),
            _DJANGO.format("3.2.20") + ", and 4.2.3",
        ),
    ),
    "aside": (
        Releases(
            "gesetze",
            ("2012", "2022"),
            ("gesetze-2012", "gesetze-2022"),
            "index.md",
            (1_346_400_000, 1_648_200_000),
            _GESETZE.format("$(git rev-list -1 --before=2012-09-01 HEAD)", "gesetze-2012"),
        ),
        Releases(
            "libstdc++",
            ("11", "12"),
            ("libstdc++-11-doc/usr/share/man", "libstdc++-12-doc/usr/share/man"),
            "*.gz",
            (1_676_500_000, 1_736_000_000),
            _DEBIAN.format("libstdc++-11-doc") + ", and 12",
        ),
        Releases(
            "llvm",
            ("16", "19"),
            (
                "llvm-16-doc/usr/share/doc/llvm-16-doc/html",
                "llvm-19-doc/usr/share/doc/llvm-19-doc/html",
            ),
            "*.html",
            (1_686_000_000, 1_740_000_000),
            _DEBIAN.format("llvm-16-doc") + ", and 19",
        ),
        Releases(
            "boost",
            ("1.74", "1.81"),
            (
                "libboost1.74-doc/usr/share/doc/libboost1.74-doc/doc/html",
                "libboost1.81-doc/usr/share/doc/libboost1.81-doc/doc/html",
            ),
            "*.html",
            (1_597_000_000, 1_671_000_000),
            _DEBIAN.format("libboost1.74-doc") + ", and 1.81",
        ),
    ),
}
"""The releases that a half draws pages from; one folder has them all."""
