"""The licences that go along with the one-folder build: each part has its own."""

import ast
import os
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

import notices
from notices import (
    LICENCES,
    Part,
    UnknownLicenceError,
    canonical,
    left_out,
    own_texts,
    part_of,
    python_part,
    required,
    system_parts,
)
from places import ROOT

PARTS = sorted(required("variorum"))


def test_the_parts_are_what_is_installed_with_the_program() -> None:
    """By what each names in its own metadata."""
    assert {"pyside6-essentials", "shiboken6", "numpy", "lxml", "pypdfium2", "opencc"} <= set(PARTS)
    assert not {"pytest", "matplotlib", "variorum"} & set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_each_part_has_its_licence(name: str) -> None:
    part = part_of(distribution(name))
    assert canonical(part.name) == name
    text = "\n".join(part.texts)
    assert len(text) > 300
    assert "copyright" in text.lower()


@pytest.mark.parametrize("name", PARTS)
def test_the_table_says_which_have_no_licence_file(name: str) -> None:
    """One that begins to bring its own is told here, and its entry goes."""
    entry = left_out().get(name)
    assert (own_texts(distribution(name)) == []) == (entry is not None and entry.none)


def test_the_table_and_its_texts_belong_to_parts() -> None:
    assert set(left_out()) <= {*PARTS, "python"}
    used = {text for entry in left_out().values() for text in entry.texts}
    kept = {path.name for path in LICENCES.glob("*.txt")}
    assert used <= kept
    assert {name for name in kept - used if not name.endswith("-in-wheels.txt")} == set()


def test_what_was_compiled_into_parts_is_named() -> None:
    """The words stand in the licences themselves, as their authors ask."""
    text = notices.notices([python_part(), *(part_of(distribution(name)) for name in PARTS)])
    for words in (
        "GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007",
        "GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007",
        "The Qt Company",
        "FreeType",
        "HarfBuzz",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "Mersenne Twister",
        "OpenBLAS",
        "libgfortran",
        "libxml2",
        "libxslt",
        "PDFium",
        "Susumu Yata",
        "Sun Junyi",
        "encoding_rs",
        "Taskflow",
        "Snowball",
        "Mozilla Public License Version 2.0",
    ):
        assert words in text, words
    for name in PARTS:
        assert f"\n{distribution(name).metadata['Name']} {distribution(name).version}\n" in text


def test_a_text_of_several_parts_stands_once() -> None:
    text = notices.notices([Part("B", "2", ("same\n",)), Part("a", "1", ("same", "other"))])
    assert text.count("same") == 1
    assert "\na 1, B 2\n" in text
    assert text.index("\na 1\n") < text.index("\nB 2\n")


def test_a_distribution_of_which_nothing_is_known_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "left_out", dict)
    with pytest.raises(UnknownLicenceError, match="jieba has no licence file"):
        part_of(distribution("jieba"))


def test_a_file_of_which_nothing_is_known_is_named(tmp_path: Path) -> None:
    strange = tmp_path / "libstrange.so.1"
    strange.touch()
    with pytest.raises(UnknownLicenceError, match="libstrange"):
        list(system_parts([strange]))


def test_a_library_of_the_system_has_the_licence_of_its_package() -> None:
    """Debian's policy, section 12.5: each package has its licence in this place."""
    if not shutil.which("dpkg-query"):
        pytest.skip("there are no packages of Debian's kind")
    shell = Path(os.path.realpath(shutil.which("dpkg-query") or ""))
    (part,) = system_parts([shell])
    assert part.name == "dpkg"
    assert part.texts[0] == Path("/usr/share/doc/dpkg/copyright").read_text("utf-8")
    # the text refers to one that all packages share
    assert any("GNU GENERAL PUBLIC LICENSE" in text for text in part.texts[1:])


def test_what_is_collected_belongs_to_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PyInstaller lists it: modules, libraries and data, by where they come from."""
    import lxml.etree  # noqa: PLC0415 - only its file is asked for

    def known(name: str) -> object:  # PyInstaller is there where the build is made
        return distribution("pytest" if name == "pyinstaller" else name)

    monkeypatch.setattr(notices, "distribution", known)
    entries = [
        ("lxml.etree", lxml.etree.__file__, "EXTENSION"),
        ("json", sys.modules["ast"].__file__ or "", "PYMODULE"),
        ("simcore", str(ROOT / "simcore" / "__init__.py"), "PYMODULE"),
        ("sys", "-", "BUILTIN"),
    ]
    parts = notices.collected(entries)
    names = {part.name for part in parts}
    assert names == {"lxml", "pytest", "Python", "Variorum"}
    text = notices.notices(parts)
    assert all(named in text for named in ("Gene Diaz", "Sun Junyi", "BYVoid", "ISC License"))
    strange = tmp_path / "libstrange.so.1"
    strange.touch()
    with pytest.raises(UnknownLicenceError, match="libstrange"):
        notices.collected([*entries, ("libstrange.so.1", str(strange), "BINARY")])


def test_the_build_has_them() -> None:
    text = ast.unparse(ast.parse((ROOT / "packaging" / "variorum.spec").read_text("utf-8")))
    assert (
        "collected([*analysis.pure, *analysis.binaries, *analysis.datas], Path(workpath))" in text
    )
    assert "analysis.datas.append((said.name, str(said), 'DATA'))" in text
    assert "'NOTICES.txt'" in text
