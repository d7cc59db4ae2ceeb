"""``variorum text``: the text of files as it is compared."""

import argparse
from pathlib import Path

from simcore.cli.options import add_index_of_judgements, add_largest, named_path
from simcore.cli.scanning import check_there, judgements_of
from simcore.cli.terminal import escaped, naming, on_terminal, outputting, say
from simcore.model.errors import FolderError, IncompleteError, ReadError, SimcoreError
from simcore.model.formats import format_of
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText, Judgements
from simcore.store.elsewhere.carried import read_carried
from simcore.store.paths import default_index_path
from simcore.text.chosen import read_by_choice
from simcore.text.hashing import content_hash
from simcore.text.reading import read_bytes
from simcore.text.tokens import normal_form


def text_command(parser: argparse.ArgumentParser) -> None:
    """Print what is compared of files."""
    parser.add_argument(
        "files", nargs="+", type=named_path, metavar="FILE", help="a file whose text is printed"
    )
    parser.add_argument(
        "--normal",
        action="store_true",
        help="the normal form, of which words and shingles are made",
    )
    add_largest(parser)
    add_index_of_judgements(parser)

    def run(arguments: argparse.Namespace) -> None:
        judgements = Judgements()
        if not arguments.ignore_judgements:
            judgements = judgements_of(arguments.index or default_index_path())
        failed: SimcoreError | None = None
        for number, path in enumerate(arguments.files):
            try:
                decoded = _read(path, arguments.largest, judgements)
            except (ReadError, FolderError) as error:
                # one that cannot be read keeps nobody from the others
                if failed is not None:
                    say(f"variorum: {failed}")
                failed = error
                continue
            if len(arguments.files) > 1:
                _write(f"{'' if number == 0 else chr(10)}==> {naming(None)(path)} <==\n")
            _write(normal_form(decoded.text).text if arguments.normal else decoded.text)
        if failed is not None:
            raise IncompleteError(failed.reason)

    parser.set_defaults(run=run)


def _read(path: Path, largest: int, judgements: Judgements) -> DecodedText:
    """Read a file as a scan does, and say what of it may be wrong.

    Raises ``ReadError``, and ``FolderError`` where it is not there.
    """
    check_there(path)
    try:
        carried = read_carried(path)
        if carried is not None:
            return carried
        data, _ = read_bytes(path, largest)
        decoded, by_hand, refused = read_by_choice(
            format_of(path.name, data), path.name, data, content_hash(data), judgements.encodings
        )
    except ReadError as error:
        raise ReadError(ReasonCode.OF, str(path), error.reason) from error
    if decoded.cut_short is not None:
        say(f"variorum: {path}: {Reason(ReasonCode.CUT_SHORT, (decoded.cut_short,))}")
    if decoded.lossy:
        say(f"variorum: {path}: some characters could not be decoded ({decoded.encoding})")
    if refused is not None:
        say(f"variorum: {path}: {refused}")
    if decoded.guessed and not by_hand:
        say(f"variorum: {path}: {Reason(ReasonCode.ENCODING_GUESSED, (decoded.encoding,))}")
    return decoded


def _write(text: str) -> None:
    """Write a text that ends with a line end; a terminal obeys nothing that is in it."""
    if on_terminal():
        text = "\n".join("\t".join(map(escaped, line.split("\t"))) for line in text.split("\n"))
    if text and not text.endswith("\n"):
        text += "\n"
    # a file's name may have bytes that are not UTF-8, and a text half of a character
    with outputting() as file:
        file.write(text.encode("utf-8", "surrogatepass"))
