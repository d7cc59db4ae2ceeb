"""Disks that are not connected at times; no test may mount real ones."""

from pathlib import Path

import pytest

from simcore.files.disk import Mount


class Stick:
    """A disk that a folder is: without it another folder is there, which is empty."""

    def __init__(self, base: Path, name: str) -> None:
        self.point = base / name
        self.aside = base / f"{name} unplugged"
        self.point.mkdir()
        self.mark: str | None = "8d0c"

    def unplug(self) -> None:
        self.point.rename(self.aside)
        self.point.mkdir()
        self.mark = None

    def plug(self, mark: str = "8d0c") -> None:
        self.point.rename(f"{self.aside} {mark}, the folder below")
        self.aside.rename(self.point)
        self.mark = mark


class Mounts:
    """Sticks that the system knows of, as the engine asks for them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *sticks: Stick) -> None:
        self.sticks = sticks
        monkeypatch.setattr("simcore.files.disk._mounted", self._mounted)

    def _mounted(self) -> tuple[Mount, ...]:
        # the address of a network drive is the mark of its disk
        there = [Mount(Path("/"), "ext4", False, source="/dev/sda1")]
        there += [
            Mount(one.point, "nfs4", False, source=one.mark)
            for one in self.sticks
            if one.mark is not None
        ]
        return tuple(there)
