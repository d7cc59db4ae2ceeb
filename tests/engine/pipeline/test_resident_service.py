"""A resident library that another process asks: rightly, wrongly, and when it has gone."""

import contextlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from pathlib import Path

import numpy as np
import pytest

from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, recall_similar, scan
from simcore.candidates.inverted import Asked
from simcore.index.paths import resident_path
from simcore.pipeline import similar
from simcore.pipeline import socket as serving
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.socket import (
    ResidentClient,
    ResidentServer,
    ask_resident,
    asked_for_candidates,
    connected,
    decode,
    encode,
    noted_at,
    serve_resident,
)
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
RECIPE = recipe_key(CONFIG)
QUESTION = asked_for_candidates(Asked(1, False, np.zeros(0, dtype=np.uint32)), CONFIG)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at sockets of Unix")


@dataclass(frozen=True)
class Served:
    folder: Path
    index: FingerprintIndex
    library: ResidentLibrary
    server: ResidentServer

    @property
    def path(self) -> Path:
        return self.index.path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    folder = tmp_path / "文档"
    folder.mkdir()
    for number in range(6):
        text = edited(chinese_text(number // 3, 300), number, 1)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        scan([folder], CONFIG, index, make_executor(0))
        library = ResidentLibrary(RECIPE)
        library.refresh(index)
        server = serve_resident(library, index.path)
        assert server is not None
        with server:
            yield Served(folder, index, library, server)


def sketches(index: FingerprintIndex) -> dict[int, np.ndarray]:
    return {
        text: values
        for ids, joined, sizes in index.sketches()
        for text, values in zip(ids.tolist(), np.split(joined, np.cumsum(sizes)[:-1]), strict=True)
    }


def names(found: similar.Similar) -> list[str]:
    return [found.documents[pair.right].path.name for pair in found.pairs]


def test_the_same_answers_as_from_the_library_itself(served: Served) -> None:
    client = ask_resident(served.path, RECIPE)
    assert client is not None
    with client:
        assert client.recipe == RECIPE
        for sketch in sketches(served.index).values():
            pairs = [
                *zip(client.holders(sketch, 2), served.library.holders(sketch, 2), strict=True),
                (client.frequencies(sketch), served.library.frequencies(sketch)),
            ]
            for asked, here in pairs:
                assert asked.tolist() == here.tolist()
                assert asked.dtype == here.dtype
            for config in (CONFIG, replace(CONFIG, similarity=0.3, compared_distance=64)):
                question = Asked(2**63 + 5, False, sketch), config
                assert client.candidates(*question) == served.library.candidates(*question) != []
        assert len(client) == len(served.library) == 6


def test_a_library_without_documents_is_let_go_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "query.txt").write_text(chinese_text(1, 300), encoding="utf-8")
    clients: list[ResidentClient] = []

    def asked(path: Path, recipe: str) -> ResidentClient | None:
        client = ask_resident(path, recipe)
        clients.extend([client] if client is not None else [])
        return client

    monkeypatch.setattr("simcore.pipeline.socket.ask_resident", asked)
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        library = ResidentLibrary(RECIPE)
        library.refresh(index)
        server = serve_resident(library, index.path)
        assert server is not None
        with server:
            assert not recall_similar(tmp_path / "query.txt", CONFIG, index, 24).pairs
    assert clients
    assert all(client._connection.closed for client in clients)


def test_similar_documents_are_asked_for_there(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what has been scanned since the library was loaded is found, too."""
    query = served.folder / "0.txt"
    shutil.copyfile(query, served.folder / "copy.md")
    with FingerprintIndex(served.path) as another:
        scan([served.folder], CONFIG, another, make_executor(0))
    monkeypatch.setattr(FingerprintIndex, "near", None)  # the index itself is not asked
    found = recall_similar(query, CONFIG, served.index, 24)
    assert sorted(names(found)) == ["1.txt", "2.txt", "copy.md"]


def test_a_process_that_was_killed(tmp_path: Path, served: Served) -> None:
    index = tmp_path / "other" / "index.sqlite3"
    index.parent.mkdir()
    script = (
        "import sys; from pathlib import Path; from simcore import FingerprintIndex;"
        "from simcore.pipeline.resident import ResidentLibrary;"
        "from simcore.pipeline.socket import serve_resident;"
        "path = Path(sys.argv[1]); library = ResidentLibrary(sys.argv[2]);"
        "library.refresh(FingerprintIndex(path)); server = serve_resident(library, path);"
        "print('ready', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(index), RECIPE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        client = ask_resident(index)
        assert client is not None
        with client:
            assert len(client) == 0
            process.kill()
            process.wait()
            with pytest.raises(ConnectionError):
                len(client)
    assert resident_path(index).exists()
    assert ask_resident(index) is None
    # and who asks goes on with the index
    shutil.copyfile(resident_path(index), resident_path(served.path))
    assert names(recall_similar(served.folder / "0.txt", CONFIG, served.index, 24)) != []


def test_what_is_not_asked(served: Served, tmp_path: Path) -> None:
    path = resident_path(served.path)
    noted = path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ask_resident(tmp_path / "nowhere.sqlite3") is None
    assert ask_resident(served.path, "another recipe") is None
    wrong = json.loads(noted)
    wrong["key"] = "00" * 32
    for content in (b"", b"[", b"[" * 5_000, b"7", b"{}", json.dumps(wrong).encode(), b"\xff"):
        path.write_bytes(content)
        assert ask_resident(served.path) is None
    path.write_bytes(noted)
    path.chmod(0o644)
    assert ask_resident(served.path) is None
    path.chmod(0o600)
    with ask_resident(served.path) as client:  # type: ignore[union-attr]
        assert len(client) == 6
    if os.geteuid() == 0:  # who else could give a file away
        os.chown(path, 65534, 65534)
        assert ask_resident(served.path) is None
    path.unlink()
    os.mkfifo(path)
    assert ask_resident(served.path) is None


def test_another_index_in_its_place(served: Served) -> None:
    client = ask_resident(served.path)
    assert client is not None
    for one in (served.path, Path(f"{served.path}-wal"), Path(f"{served.path}-shm")):
        one.rename(one.with_suffix(".old"))
    with FingerprintIndex(served.path) as index:
        with client, pytest.raises(ConnectionError):
            len(client)
        assert ask_resident(served.path) is None
        assert recall_similar(served.folder / "0.txt", CONFIG, index, 24).pairs == ()
    assert len(served.library) == 6


def raw(served: Served, *, greeted: bool) -> Connection:
    address, key = noted_at(resident_path(served.path))
    connection = connected(address)
    if greeted:
        answer_challenge(connection, key)
        deliver_challenge(connection, key)
        assert decode(connection.recv_bytes())["recipe"] == RECIPE
    return connection


def still_answers(served: Served) -> bool:
    with ask_resident(served.path) as client:  # type: ignore[union-attr]
        return len(client) == len(served.library)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"\x80\x04}.",  # as pickle writes it
        b'"ask"',
        encode({"ask": "frequencies"}),
        encode({"ask": "exec", "sketch": "x"}),
        encode(QUESTION | {"fingerprint": "f" * 400}),
        encode(QUESTION | {"fingerprint": "zz"}),
        encode(QUESTION | {"fingerprint": "-1"}),
        encode(QUESTION | {"fingerprint": [], "distance": {}}),
        encode({"ask": "holders", "sketch": "AAAAAAAAAAA=", "most": 3}),  # one sample twice
        encode({"ask": "frequencies", "sketch": "AAAA"}),
        encode({"ask": "frequencies", "sketch": "ä"}),
        encode({"ask": "frequencies", "sketch": 1e400}),
        encode({"ask": "frequencies", "sketch": "AAAAAAAAAAA="}),
        encode({"ask": "holders", "sketch": "AAAAAA==", "most": 1e400}),
    ],
)
def test_a_question_that_is_none_ends_its_connection_alone(served: Served, said: bytes) -> None:
    with raw(served, greeted=True) as connection:
        connection.send_bytes(said)
        with pytest.raises((EOFError, ConnectionError)):
            connection.recv_bytes()
    assert still_answers(served)


def test_more_than_may_be_said(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_ASKED", 1_000)
    with raw(served, greeted=True) as connection:
        connection.send_bytes(bytes(2_000))
        with pytest.raises((EOFError, ConnectionError)):
            connection.recv_bytes()
    assert still_answers(served)


def test_who_does_not_know_the_key_learns_nothing(served: Served) -> None:
    with raw(served, greeted=False) as connection:
        assert connection.recv_bytes().startswith(b"#CHALLENGE#")
        connection.send_bytes(b"guessed")
        assert connection.recv_bytes() == b"#FAILURE#"
        with pytest.raises((EOFError, ConnectionError)):
            connection.recv_bytes()
    assert still_answers(served)


@pytest.mark.parametrize("beginning", [b"", b"\x00", b"\x00\x00\x00\x14#"])
def test_who_says_nothing_or_half_of_it_is_left_after_a_time(
    served: Served, beginning: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, _ = noted_at(resident_path(served.path))
    with monkeypatch.context() as patched, socket.socket(socket.AF_UNIX) as silent:
        patched.setattr("simcore.pipeline.socket.GREETING_SECONDS", 0.02)
        silent.connect(address)
        # until the other side ends it: by a reset where it has not read all that was sent
        with contextlib.suppress(ConnectionError):
            silent.sendall(beginning)
            while silent.recv(1_000):
                pass
    assert still_answers(served)


def test_who_is_too_much_is_sent_away_and_the_others_stay(served: Served) -> None:
    first = ask_resident(served.path)
    assert first is not None
    address, _ = noted_at(resident_path(served.path))
    held = []
    for _ in range(15):
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].connect(address)
        assert held[-1].recv(1)  # it is being listened to
    assert ask_resident(served.path) is None
    with first:
        assert len(first) == len(served.library)
    for one in held:
        one.close()
    assert names(recall_similar(served.folder / "0.txt", CONFIG, served.index, 24)) != []


def test_the_end_leaves_nothing(served: Served) -> None:
    address, _ = noted_at(resident_path(served.path))
    assert stat.S_IMODE(Path(address).parent.stat().st_mode) == 0o700
    client = ask_resident(served.path)
    silent = raw(served, greeted=False)
    assert client is not None
    served.server.close()
    with client, silent, pytest.raises(ConnectionError):
        len(client)
    assert not resident_path(served.path).exists()
    assert not Path(address).parent.exists()
    assert not [one for one in threading.enumerate() if one.name.startswith("variorum-")]
    served.server.close()


def test_it_ends_where_the_folder_of_the_socket_was_tidied_away(served: Served) -> None:
    """As what cleans folders for temporary files does."""
    assert served.server._folder is not None
    shutil.rmtree(served.server._folder)
    ended = threading.Thread(target=served.server.close, daemon=True)
    ended.start()
    ended.join(30)
    assert not ended.is_alive()


def test_the_newest_is_asked_and_an_older_one_leaves_its_note(served: Served) -> None:
    newer = serve_resident(served.library, served.path)
    assert newer is not None
    served.server.close()
    assert still_answers(served)
    newer.close()
    assert ask_resident(served.path) is None


def test_an_index_in_memory_or_a_folder_that_is_not_there(served: Served, tmp_path: Path) -> None:
    assert serve_resident(served.library, Path(":memory:")) is None
    assert serve_resident(served.library, tmp_path / "no folder" / "index.sqlite3") is None


def test_a_long_folder_for_sockets_is_not_used(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("很长" * 30)
    long.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    server = serve_resident(served.library, served.path)
    assert server is not None
    with server:
        address, _ = noted_at(resident_path(served.path))
        assert not address.startswith(str(long))
        assert still_answers(served)
