"""What is told of files of this machine that Spark has listed."""

import os
from pathlib import Path

from simcore.cluster.here import look_at


def test_each_file_has_one_name(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    (folder / "z").mkdir()
    (folder / "z" / "real.txt").write_text("words")
    (folder / "other.txt").write_text("words")
    (folder / "a.txt").symlink_to("z/real.txt")
    (folder / "b").symlink_to("z")
    os.link(folder / "other.txt", folder / "second.txt")
    outside = folder / "outside"
    outside.write_text("words")
    (folder / "link.txt").symlink_to("outside")
    names = ["a.txt", "b/real.txt", "z/real.txt", "other.txt", "second.txt", "link.txt", "gone"]
    found = look_at([str(folder / name) for name in names])

    def address(name: str) -> str:
        return f"file:{folder / name}"

    assert found.links == {
        address("a.txt"): address("z/real.txt"),
        address("b/real.txt"): address("z/real.txt"),
        address("second.txt"): address("other.txt"),
    }
    assert {str(reason) for _, reason in found.skipped} == {
        f"is another name (link) of {address('z/real.txt')}",
        f"is another name (link) of {address('other.txt')}",
    }
    assert not found.empty


def test_empty_files_are_documents(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "empty.txt"
    path.touch()
    os.utime(path, ns=(5, 7_000))
    (row,) = look_at([str(path)]).empty_rows().to_pylist()
    assert row == {
        "id": f"file:{path}",
        "modified_ns": 7_000,
        "size": 0,
        "content": b"",
        "unread": None,
    }
