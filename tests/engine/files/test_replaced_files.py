"""Files that replace others: whoever reads one finds the old one or the new one, whole."""

import os
import socket
import stat
import threading
from pathlib import Path

import pytest

from simcore.files.opening import replacing
from simcore.model.reasons import SimcoreError

LINUX = pytest.mark.skipif(os.name == "nt", reason="links, rights and pipes of POSIX")


def replace(path: Path, data: bytes = b"new") -> None:
    with replacing(path) as file:
        file.write(data)


@LINUX
def test_a_link_stays_a_link_and_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "disk" / "合同\n.txt"
    target.parent.mkdir()
    link = tmp_path / "link"
    link.symlink_to(target)
    for data in (b"first", b"second"):  # the first time it leads to nothing
        replace(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data
    assert [*target.parent.iterdir()] == [target]


@LINUX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_rights_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "private"
    path.write_bytes(b"old")
    path.chmod(mode)
    replace(path)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@LINUX
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    with socket.socket(socket.AF_UNIX) as opened, pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)  # names of sockets are short
        opened.bind("socket")
        for path in (pipe, link, tmp_path / "socket"):
            with pytest.raises(SimcoreError, match=f"{path}: cannot be written: is no regular"):
                replace(path)
    with pytest.raises(SimcoreError, match="cannot be written"):
        replace(tmp_path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe", "socket"]


def test_the_longest_name_is_one_too(tmp_path: Path) -> None:
    replace(tmp_path / ("n" * 255))
    assert [one.name for one in tmp_path.iterdir()] == ["n" * 255]


def test_several_at_once_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "one"
    start = threading.Barrier(4)

    def write(byte: int) -> None:
        with replacing(path) as file:
            start.wait(10)
            for _ in range(50):
                file.write(bytes([byte]) * 1_000)
                file.flush()

    threads = [threading.Thread(target=write, args=(byte,)) for byte in b"abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = path.read_bytes()
    assert len(written) == 50_000
    assert len({*written}) == 1
    assert [*tmp_path.iterdir()] == [path]


def test_a_block_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_bytes(b"old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"new")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]
