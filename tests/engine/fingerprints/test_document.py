"""One way from a text to its fingerprint: all that read documents go it, other machines too."""

import hashlib
import pickle
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import simcore
from amounts import combined
from builders import chinese_text, edited, english_text, letters_and_digits, voted
from places import ROOT
from simcore import ScanConfig
from simcore.candidates.sketches import sketch_pairs
from simcore.explanation import ReadAs, compare_as
from simcore.fingerprints import RECIPES, find_recipe, fingerprint_text, script_of
from simcore.model.records import Fingerprinted, Script, SourceFile
from simcore.pipeline.jobs import fingerprint_files
from simcore.text.masking import segmenter
from simcore.text.normal_form import code_points
from simcore.text.shingles import distinct, shingles_in_order
from simcore.text.words import normalise, words
from simcore.workers import make_executor

FILES = {
    "中文.txt": chinese_text(1, 100).encode("gb18030"),
    "english.md": english_text(2, 100).encode(),
    "mixed.txt": f"École № 5, ＡＢＣ 電腦。{chinese_text(3, 50)} ไทย {english_text(4, 50)}".encode(
        "utf-16"
    ),
    "page.html": f"<p>{chinese_text(5, 100)}</p><b>déjà vu</b>".encode(),
    "short.txt": "一份合同".encode(),
}


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(FILES[path.name])
    return path


@pytest.mark.parametrize(
    ("file", "name"),
    combined(FILES, [*RECIPES, "default+128", "charikar+stop+stem"]),
    indirect=["file"],
)
def test_scans_and_comparisons_take_the_one_way(file: Path, name: str) -> None:
    config = ScanConfig(recipe=name)
    text = simcore.read_document(file.name, file.read_bytes()).text
    one = fingerprint_text(text, find_recipe(name), segmenter())
    (scanned,) = fingerprint_files([SourceFile(file, file, 0, 0, 0, 0)], config)
    assert isinstance(scanned, Fingerprinted)
    assert {field: getattr(scanned, field) for field in asdict(one)} == asdict(one)
    other = file.with_name("other.txt")
    other.write_text(chinese_text(9, 50) + english_text(9, 50), "utf-8")
    explained = simcore.explain(file, other, config)
    assert explained.left.fingerprint == one.fingerprint
    assert len(explained.left.hashes) == one.features
    assert explained.left.words.total() == one.tokens
    compared = compare_as(ReadAs(file), ReadAs(other), config)
    assert compared.distance == explained.distance
    assert compared.comparison == explained.comparison


def test_a_text_print_is_what_its_parts_say() -> None:
    for data in FILES.values():
        text = simcore.read_document("a", data).text
        normal = normalise(text)
        listed = words(normal, segmenter())
        one = fingerprint_text(text, find_recipe("default"), segmenter())
        assert one.text_hash == hashlib.blake2b(normal.encode(), digest_size=16).digest()
        assert one.fingerprint == voted(find_recipe("default"), listed)
        assert (one.characters, one.tokens) == (len(normal), len(listed))
        assert one.features == len(set(listed) | set(pairwise(listed)))
        whole = distinct(shingles_in_order(letters_and_digits(normal))).astype(np.uint32)
        assert set(np.frombuffer(one.sketch, dtype="<u4").tolist()) <= set(whole.tolist())


def test_a_text_without_words_has_no_fingerprint() -> None:
    one = fingerprint_text("……，。 \n", find_recipe("default"), segmenter())
    assert (one.fingerprint, one.tokens, one.features) == (None, 0, 0)


def test_it_can_be_sent_to_another_process() -> None:
    """What Spark and Ray do: function, recipe and result are pickled, dictionaries are not."""
    text = chinese_text(7) + english_text(7)
    jobs = [partial(fingerprint_text, text, recipe) for recipe in RECIPES.values()]
    code = (
        "import pickle, sys; from simcore.text.masking import segmenter;"
        "jobs = pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps([job(segmenter()) for job in jobs]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input=pickle.dumps(jobs),
        capture_output=True,
        check=True,
    )
    returned = pickle.loads(run.stdout)  # noqa: S301 - our own
    assert returned == [job(segmenter()) for job in jobs]


def test_public_names_alone_find_what_a_scan_proposes(tmp_path: Path) -> None:
    """What a cluster does: read and fingerprint each document anywhere, pair the results once."""
    for seed in range(4):
        for edits in range(3):
            text = edited(chinese_text(seed, 40), seed, edits)
            (tmp_path / f"{seed}-{edits}.txt").write_text(text, encoding="gb18030")
    whole = chinese_text(0, 40)
    (tmp_path / "part.txt").write_text(whole[: len(whole) // 3], encoding="utf-8")
    config = ScanConfig(jobs=0)
    with simcore.FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        report = simcore.scan([tmp_path], config, index, executor)
    paths = sorted(tmp_path.iterdir())
    texts = [simcore.read_document(path.name, path.read_bytes()).text for path in paths]
    prints = [fingerprint_text(text, find_recipe("default"), segmenter()) for text in texts]
    fingerprints = np.array([[one.fingerprint] for one in prints], dtype=np.uint64)
    left, right, bits = simcore.near_pairs(fingerprints, 16)
    near = dict(zip(zip(left.tolist(), right.tolist(), strict=True), bits.tolist(), strict=True))
    sketches = [np.frombuffer(one.sketch, dtype="<u4") for one in prints]
    shared = sketch_pairs(sketches, config.thresholds)
    proposed = near.keys() | set(zip(shared.left.tolist(), shared.right.tolist(), strict=True))
    number = {path: at for at, path in enumerate(paths)}
    path_of = {key: document.path for key, document in report.documents.items()}
    found = {
        (number[path_of[pair.left]], number[path_of[pair.right]]): pair.distance
        for pair in report.pairs
    }
    assert len(found) > 6
    assert found.keys() <= proposed
    assert found.items() >= {(pair, bits) for pair, bits in near.items() if pair in found}
    assert any(paths[end].name == "part.txt" for pair in found.keys() - near.keys() for end in pair)


@pytest.mark.parametrize("text", ["", "1 + 2", "1 a", "A" * 9, " " * 4_000 + "a"])
def test_scripts_of_ascii(text: str) -> None:
    codes = code_points(text.casefold())
    assert script_of(codes, ascii_only=True) is script_of(codes)
    assert script_of(code_points("a")) is Script.LATIN
