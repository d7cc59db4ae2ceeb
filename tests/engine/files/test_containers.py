"""Documents inside archives and mailboxes: listed and read, whatever the archive says."""

import email.policy
import mailbox
import os
import struct
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from simcore import ReadError
from simcore.files import containers
from simcore.files.containers import container_of, listed, read_inside, state_of
from simcore.formats.reading import read_bytes
from simcore.model.reasons import ReasonCode

TEXT = "合同自签订之日起生效。\n" * 20


def archive(path: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return path


def refused(read: Callable[..., object], *arguments: object) -> ReasonCode:
    with pytest.raises(ReadError) as error:
        read(*arguments)
    return error.value.reason.code


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_an_archive_is_listed_and_read(tmp_path: Path, method: int) -> None:
    entries = {"a.txt": b"one", "文档/合同.txt": TEXT.encode(), "empty/": b"", "b.bin": bytes(999)}
    path = archive(tmp_path / "a.ZIP", entries, method)
    state, inside = listed(path)
    status = path.stat()
    assert state == (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    files = {name: data for name, data in entries.items() if not name.endswith("/")}
    assert {one.path: one.size for one in inside} == {n: len(d) for n, d in files.items()}
    assert len({one.inode for one in inside}) == len(files)
    for name, data in files.items():
        assert container_of(path / name) == path
        assert read_bytes(path / name, 10**6) == (data, (len(data), *state[1:]))
    for name in ("c.txt", "a.txt/a.txt", "文档"):
        assert refused(read_bytes, path / name, 10**6) is ReasonCode.GONE
    assert refused(read_bytes, path / "b.bin", 998) is ReasonCode.TOO_LARGE


def test_a_name_that_no_system_takes_is_shortened_and_read(tmp_path: Path) -> None:
    """The paths of all folders above one would take the square of its length."""
    long = [
        "a/" * 30_000 + "b.txt",
        "文" * 9000 + ".txt",
        "文" * 9000 + "字.txt",
        "𠀀" * 600 + ".md",
    ]
    path = archive(tmp_path / "a.zip", {name: name[-6:].encode() for name in long})
    found = listed(path)[1]
    assert len({one.path for one in found}) == len(long)
    for one, name in zip(found, long, strict=True):
        assert Path(one.path).suffix == Path(name).suffix
        assert len(str(path / one.path).encode()) < 4096
        assert state_of(path / one.path).size == one.size
        assert read_bytes(path / one.path, 100)[0] == name[-6:].encode()


def test_names_of_other_systems_are_read_and_lead_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name in ("XX.txt", "../../etc/up.txt", "/root.txt", "a\\b.txt", "same.txt", "./.."):
            file.writestr(name, "text")
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr("same.txt", "other")
    # as Chinese Windows writes them: no mark, and the encoding of its language
    path.write_bytes(path.read_bytes().replace(b"XX.txt", "合".encode("gb18030") + b".txt"))
    _, inside = listed(path)
    names = ["合.txt", "etc/up.txt", "root.txt", "a/b.txt", "same.txt", "same (2).txt"]
    assert [one.path for one in inside] == names
    assert all(read_inside(path / one.path, 99) for one in inside)
    assert (read_inside(path / "same (2).txt", 99) or (b"",))[0] == b"other"


def test_archives_that_lie_are_refused(tmp_path: Path) -> None:
    data = archive(tmp_path / "a.zip", {"a.txt": bytes(10**7)}).read_bytes()
    path = tmp_path / "b.zip"
    at = data.index(b"PK\1\2") + 24
    for size in (10, 10**7 + 1, 2**32 - 2):
        path.write_bytes(data[:at] + struct.pack("<I", size) + data[at + 4 :])
        reason = refused(read_inside, path / "a.txt", 64_000_000)
        assert reason in {ReasonCode.DAMAGED, ReasonCode.TOO_LARGE}
    packed = at - 4  # it says that it is packed in gigabytes
    path.write_bytes(data[:packed] + struct.pack("<I", 2**31) + data[packed + 4 :])
    assert refused(read_inside, path / "a.txt", 64_000_000) is ReasonCode.DAMAGED
    flags = data.index(b"PK\1\2") + 8
    path.write_bytes(data[:flags] + b"\1\0" + data[flags + 2 :])
    assert refused(read_inside, path / "a.txt", 64_000_000) is ReasonCode.PASSWORD
    end = data.rindex(b"PK\5\6")
    path.write_bytes(data[: end + 8] + b"\xff\xff\xff\xff" + data[end + 12 :])
    assert refused(listed, path) is ReasonCode.HOLDS_TOO_MANY
    for cut in (0, 10, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:cut])
        assert refused(listed, path) is ReasonCode.NO_DIRECTORY


def test_an_extension_that_says_more_than_the_end_does_is_believed(tmp_path: Path) -> None:
    """zipfile believes it, too: a file of 8 kB on disk would be read as a directory of 6 GB."""
    path, size = tmp_path / "a.zip", 100_000_000
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 5, 5, size, 0))
        file.write(struct.pack("<4sLQL", b"PK\6\7", 0, size, 1))
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 5, 5, 100, 0, 0))
    assert refused(listed, path) is ReasonCode.HOLDS_TOO_MANY


def test_an_archive_with_the_extension_is_read(tmp_path: Path) -> None:
    data = archive(tmp_path / "a.zip", {"a.txt": b"one"}).read_bytes()
    start, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    big = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, end - start, start)
    path = tmp_path / "b.zip"
    path.write_bytes(data[:end] + big + struct.pack("<4sLQL", b"PK\6\7", 0, end, 1) + data[end:])
    assert [one.path for one in listed(path)[1]] == ["a.txt"]
    assert (read_inside(path / "a.txt", 100) or [])[0] == b"one"


@given(st.data())
@settings(deadline=None, max_examples=examples(200))
def test_damaged_archives(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    entries = {f"{n}.txt": f"text {n} ".encode() * 9 for n in range(3)}
    source = bytearray(archive(folder / "a.zip", entries).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(source) - 1))
        source[at] = data.draw(st.integers(0, 255))
    path = folder / "b.zip"
    path.write_bytes(source)
    try:
        _, inside = listed(path)
    except ReadError:
        return
    for one in inside:
        try:
            found = read_inside(path / one.path, 10**6)
        except ReadError:
            continue
        assert found is not None
        assert found[0] in entries.values() or len(found[0]) == one.size


def mail(subject: str, body: str) -> EmailMessage:
    message = EmailMessage(policy=email.policy.SMTP.clone(linesep="\n", max_line_length=None))
    message["From"], message["Subject"] = "a@example.org", subject
    message.set_content(body, cte="8bit")
    return message


def test_a_mailbox_is_listed_and_read(tmp_path: Path) -> None:
    path = tmp_path / "in.mbox"
    box = mailbox.mbox(path)
    bodies = ["first\nFrom here on\n", "报价单\n" * 9, "third\n"]
    for subject, body in zip(("Offer: a/b", "关于报价", ""), bodies, strict=True):
        box.add(mail(subject, body))
    box.close()
    _, inside = listed(path)
    names = ["00001 Offer: a b.eml", "00002 关于报价.eml", "00003.eml"]
    assert [one.path for one in inside] == names
    for one, body in zip(inside, bodies, strict=True):
        found = read_inside(path / one.path, 10**6)
        assert found is not None
        text = email.message_from_bytes(found[0], policy=email.policy.default)
        assert isinstance(text, EmailMessage)
        assert text.get_content().strip() == body.strip()


@pytest.mark.parametrize("line", [b"\n", b"\r\n"])
def test_where_messages_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    first, no_line = b"From a Mon" + line, b"nothing" + line + b"From here on"
    bodies = [b"Subject: 1" + line * 2 + b"one", b"", b"two" + line * 2, no_line]
    path = tmp_path / "a.mbox"
    path.write_bytes(b"".join(first + body + line * 2 for body in bodies))
    checked: list[int] = []
    for window in (1, 7, 1 << 26):
        monkeypatch.setattr(containers, "_AT_ONCE", window)
        os.utime(path, ns=(window, window))
        checked.clear()
        found = [
            read_inside(path / one.path, 100) for one in listed(path, lambda: checked.append(1))[1]
        ]
        texts = [one[0].rstrip(b"\r\n") for one in found if one is not None]
        assert texts == [body.rstrip(b"\r\n") for body in bodies]
        assert len(checked) > path.stat().st_size // window


def test_subjects_that_make_no_file_name(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    subjects = [b"=?utf-7?Q?+2AA-?= x", b"a\xffb", b"=?unicode_escape?Q?=5Cud800?="]
    path.write_bytes(b"".join(b"From a\nSubject: %b\n\nwords\n\n" % one for one in subjects))
    found = listed(path)[1]
    assert len(found) == len(subjects)
    for one in found:
        assert one.path.encode().decode() == one.path
        assert read_inside(path / one.path, 1_000) is not None


def test_what_is_no_mailbox_is_refused_and_an_empty_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(b"")
    assert listed(path)[1] == []
    path.write_bytes(b"notes from me\n\nfrom you")
    assert refused(listed, path) is ReasonCode.DAMAGED
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "a.zip")
        assert refused(listed, tmp_path / "a.zip") is ReasonCode.UNREADABLE


def test_a_changed_archive_is_read_anew(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", {"a.txt": b"one"})
    first = listed(path)
    os.utime(path, ns=(1, 1))
    second = listed(path)
    assert first[1][0].inode != second[1][0].inode
    archive(path, {"b.txt": b"two"})
    assert [one.path for one in listed(path)[1]] == ["b.txt"]
