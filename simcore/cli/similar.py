"""``variorum similar``: the documents similar to one file, or how much of it they hold."""

import argparse
import contextlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from simcore.cli.lines import explanation_lines, explanation_row, marked_of, similar_lines
from simcore.cli.options import (
    NAMES,
    ROWS,
    add_distance,
    add_fail_if_found,
    add_index_of_judgements,
    add_largest,
    add_output,
    add_recipe,
    add_scanning,
    add_similarity,
    add_thresholds,
    check_document,
    check_indexed,
    check_there,
    configured,
    index_of,
    judgements_of,
    named_path,
    scanned,
    standard_input,
    tell_outside,
    tell_problems,
    tell_short,
    working,
)
from simcore.cli.output import (
    Bar,
    escaped,
    naming,
    on_terminal,
    opened,
    outcome,
    outputting,
    print_lines,
    print_names,
    print_rows,
    say,
)
from simcore.explanation import explain
from simcore.formats.reading import read_by_choice, read_bytes
from simcore.grouping.pairs import shown_kind
from simcore.index.documents import read_carried
from simcore.index.index import FingerprintIndex
from simcore.index.paths import default_index_path
from simcore.model.config import DEFAULT_SIMILARITY, LEAST_SIMILARITY, ScanConfig
from simcore.model.formats import format_of
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    IncompleteError,
    IndexFileError,
    ReadError,
    Reason,
    ReasonCode,
    SimcoreError,
)
from simcore.model.records import HELD, DecodedText, Document, DocumentId, Judgements, Kind, Pair
from simcore.model.report import Checked
from simcore.reports.tables import SIMILAR_COLUMNS, similar_rows
from simcore.text.normal_form import content_hash
from simcore.text.words import normal_form

_OF_CHECK = "text", "json", "html"
_OF_LIST = "text", *ROWS
_GIVEN = "standard input"


def similar_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=named_path, metavar="FILE", help="the document; - is the standard input"
    )
    add_scanning(parser, folders="*")
    add_distance(parser)
    add_similarity(parser, LEAST_SIMILARITY)
    told = parser.add_mutually_exclusive_group()
    told.add_argument(
        "--list",
        action="store_true",
        help="list similar documents: so it is without --check, --format text, json and html, and "
        "--output of such a file, which mean the check",
    )
    told.add_argument(
        "--check",
        action="store_true",
        help="say how much of FILE stands in the library, passage by passage with its source, and "
        "what of it is quoted, instead of listing similar documents",
    )
    add_output(
        parser,
        (*_OF_LIST, "html"),
        of="of the list text, csv, json, jsonl, excel, of the check text, json, html",
        names="the names of the similar documents alone, each with a NUL behind it, as xargs -0 "
        "takes them",
    )
    add_fail_if_found(parser, "similar document or, with --check, any passage")

    def run(arguments: argparse.Namespace) -> None:
        arguments.given = str(arguments.file) == "-"
        if not arguments.given:
            _answer(arguments)
            return
        with _given() as file:
            arguments.file = file
            try:
                _answer(arguments)
            except SimcoreError as error:
                if str(file) not in str(error):
                    raise
                # nobody knows that file
                raise type(error)(str(error).replace(str(file), _GIVEN)) from error

    parser.set_defaults(run=run)


@contextlib.contextmanager
def _given() -> Iterator[Path]:
    data = standard_input()
    with tempfile.TemporaryDirectory(prefix="variorum-") as folder:
        file = Path(folder, f"{_GIVEN}.txt")
        file.write_bytes(data)
        yield file


def _answer(arguments: argparse.Namespace) -> None:
    from simcore.pipeline.similar import find_similar

    if _is_check(arguments):
        _check(arguments)
    elif arguments.format not in {*_OF_LIST, NAMES}:
        raise ConfigError(f"--format {arguments.format} is of the check, not of the list")
    elif not arguments.folders and arguments.files_from is None:
        check_document(arguments.file)
        _similar_in_index(arguments)
    else:
        check_document(arguments.file)
        with scanned(arguments, compare=False) as found:
            report = found.report
            similar = find_similar(arguments.file, report, found.index)
            _tell(arguments, similar, report.documents, report.config)
            tell_short(report)


def _is_check(arguments: argparse.Namespace) -> bool:
    """Return whether the format asks for a check.

    Formats that only the check had at first still mean the check, unless a list is asked for.
    """
    if arguments.check or arguments.list:
        return bool(arguments.check)
    named: bool = arguments.named_format or arguments.output is not None
    return named and arguments.format in _OF_CHECK


def _called(pair: Pair, usual: ScanConfig) -> Pair:
    shown = shown_kind(pair, usual) if pair.kind is Kind.SIMILAR else None
    return replace(pair, kind=shown) if shown in HELD else pair


def _tell(
    arguments: argparse.Namespace,
    similar: Sequence[Pair],
    documents: Mapping[DocumentId, Document],
    config: ScanConfig,
) -> None:
    outcome().found = bool(similar)
    if arguments.similarity == LEAST_SIMILARITY:
        usual = replace(config, similarity=DEFAULT_SIMILARITY)
        similar = [_called(pair, usual) for pair in similar]
    if arguments.format == "text":
        lines = similar_lines(similar, documents, naming(arguments.output))
        print_lines(lines, arguments.output)
    elif arguments.format == NAMES:
        print_names(arguments, (documents[pair.right].path for pair in similar))
    else:
        index: Path = arguments.index or default_index_path()
        found = {pair.right: documents[pair.right] for pair in similar}
        marked = marked_of(found, index)
        rows = similar_rows(similar, found, judgements_of(index), marked)
        print_rows(arguments, SIMILAR_COLUMNS, rows)


def _existing_index(arguments: argparse.Namespace) -> Path:
    about_folders = "include", "include_also", "exclude", "ignore_files", "follow_links", "all_text"
    named = [one for one in about_folders if getattr(arguments, one) != arguments.defaults[one]]
    if named:
        options = ", ".join(f"--{one.replace('_', '-')}" for one in named)
        raise ConfigError(f"{options}: such options are for folders; name one")
    path = index_of(arguments)
    if not path.exists():
        raise FolderError(f"{path}: there is no index yet; name folders to scan")
    return path


def _similar_in_index(arguments: argparse.Namespace) -> None:
    from simcore.pipeline.similar import recall_similar

    path = _existing_index(arguments)
    config = configured(arguments)
    with FingerprintIndex(path) as index:
        check_indexed(index)
        encodings = judgements_of(path).encodings
        similar = recall_similar(arguments.file, config, index, encodings=encodings)
    tell_problems(similar.problems)
    tell_outside(similar.outside, config)
    _tell(arguments, similar.pairs, similar.documents, config)


def _check(arguments: argparse.Namespace) -> None:
    if arguments.distance is not None or arguments.similarity != LEAST_SIMILARITY:
        raise ConfigError("--distance and --similarity are for similar documents, not for a check")
    if arguments.format not in _OF_CHECK:
        raise ConfigError(f"a check is {', '.join(_OF_CHECK)}, not {arguments.format}")
    try:
        check_document(arguments.file)
        checked = _checked(arguments)
    except (ReadError, FolderError) as error:
        raise ConfigError(error.reason) from error
    except IndexFileError as error:
        # a damaged one has its own advice
        if error.reason.code is not ReasonCode.IN_USE:
            raise
        raise ConfigError(error.reason) from error
    outcome().found = bool(checked.passages)
    if arguments.given:
        problems = (
            replace(one, path=Path(_GIVEN)) if one.path == arguments.file else one
            for one in checked.problems
        )
        checked = replace(checked, path=Path(_GIVEN), problems=tuple(problems))
    tell_problems(checked.problems)
    # only a check needs these
    from simcore.reports.html import check_json, check_lines, check_page

    if arguments.format == "text":
        print_lines(check_lines(checked), arguments.output)
        return
    made = check_json(checked) if arguments.format == "json" else check_page(checked)
    with opened(arguments.output) as file:
        file.write(made.encode())


def _checked(arguments: argparse.Namespace) -> Checked:
    if not arguments.folders and arguments.files_from is None:
        with FingerprintIndex(_existing_index(arguments)) as index:
            check_indexed(index)
            return _check_in(index, arguments, Bar(), None)
    with scanned(arguments, compare=False) as found:
        return _check_in(found.index, arguments, found.bar, found.report.documents.values())


def _check_in(
    index: FingerprintIndex,
    arguments: argparse.Namespace,
    bar: Bar,
    within: Iterable[Document] | None,
) -> Checked:
    from simcore.check import check_document as check_in_index

    config = configured(arguments)
    encodings = judgements_of(index.path).encodings
    # most documents need no parsing
    with contextlib.closing(bar), working(config, few=True) as executor:
        return check_in_index(arguments.file, config, index, executor, bar, encodings, within)


def text_command(parser: argparse.ArgumentParser) -> None:
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
    """Read a file as a scan does, and print what may be wrong."""
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
    if on_terminal():
        text = "\n".join("\t".join(map(escaped, line.split("\t"))) for line in text.split("\n"))
    if text and not text.endswith("\n"):
        text += "\n"
    # a file's name may have bytes that are not UTF-8, and a text half of a character
    with outputting() as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def explain_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("left", type=named_path, metavar="FILE", help="a document")
    parser.add_argument(
        "right", type=named_path, metavar="FILE", help="the document to compare it with"
    )
    add_index_of_judgements(parser)
    add_recipe(parser)
    add_thresholds(parser)
    parser.add_argument(
        "--votes",
        action="store_true",
        help="how features, their hashes and votes make the distance, too",
    )
    add_output(parser, ("text", *ROWS))

    def run(arguments: argparse.Namespace) -> None:
        for path in (arguments.left, arguments.right):
            check_document(path)
        config = configured(arguments)
        encodings = None
        if not arguments.ignore_judgements:
            encodings = judgements_of(arguments.index or default_index_path()).encodings
        try:
            explained = explain(arguments.left, arguments.right, config, encodings=encodings)
        except ReadError as error:
            # which is an answer
            if error.reason.code is not ReasonCode.EQUAL_BYTES or arguments.format != "text":
                raise
            print_lines([str(error.reason)], arguments.output)
            return
        if arguments.format == "text":
            named = naming(arguments.output)
            lines = explanation_lines(explained, config, votes=arguments.votes, named=named)
            print_lines(lines, arguments.output)
            return

        in_json = arguments.format in {"json", "jsonl"}
        votes = arguments.votes and in_json
        row = explanation_row(explained, config, passages=in_json, votes=votes)
        print_rows(arguments, [*row], [[*row.values()]])

    parser.set_defaults(run=run)
