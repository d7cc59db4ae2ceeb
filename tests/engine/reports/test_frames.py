"""Tables of pandas of a report have the rows that commands print."""

import csv
import io
from pathlib import Path

import pytest

import simcore
from builders import chinese_text, edited
from simcore.cli.main import main


@pytest.mark.parametrize("rows", ["groups", "pairs", "fingerprints", "problems"])
def test_rows_are_those_that_are_printed(
    rows: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    folder = tmp_path / "文档"
    folder.mkdir()
    text = chinese_text(1, 120)
    for name, one in (("a", text), ("b", text), ("合同", edited(text, 2, 3)), ("空", "")):
        (folder / f"{name}.txt").write_text(one, encoding="utf-8")
    main([rows, str(folder), "--index", ":memory:", "--jobs", "0", "--format", "csv"])
    printed = [*csv.DictReader(io.StringIO(capsysbinary.readouterr().out.decode()))]
    report = simcore.scan(folder, simcore.ScanConfig(jobs=0))
    table = simcore.to_pandas(report, rows)
    assert [*table.columns] == [*printed[0]]
    assert len(table) == len(printed) > 0
    for name in {"path", "left", "right", "kind", "fingerprint", "reason"} & {*printed[0]}:
        cells = ["" if cell is None or cell != cell else cell for cell in table[name]]  # noqa: PLR0124
        assert cells == [row[name] for row in printed]
    for name in {"similarity", "left_in_right"} & {*printed[0]}:
        assert table[name].fillna(-1).tolist() == [float(row[name] or -1) for row in printed]


def test_other_rows_are_refused() -> None:
    report = simcore.scan(Path.cwd(), simcore.ScanConfig(jobs=0, include=("no such",)))
    with pytest.raises(ValueError, match="there are no rows 'group': take groups, pairs, finger"):
        simcore.to_pandas(report, "group")
