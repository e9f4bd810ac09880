"""Opens workpapers.xlsx by another program and works its sums out again from report.json.

usage: recompute_workpapers.py FOLDER [SOFFICE SCRATCH]

With LibreOffice (SOFFICE) every formula is calculated from the cells alone and compared with the value stored
beside it: openpyxl saves the workbook without those values, LibreOffice fills them in.
"""
import json
import subprocess
import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import openpyxl

MICRO = Decimal("0.000001")


def amount(value):
    return Decimal(0) if value is None else Decimal(repr(value)).quantize(MICRO)


def table(book, name):
    """Rows of a sheet by the names of its columns, without the totals below."""
    rows = list(book[name].iter_rows(values_only=True))
    head = next(i for i, row in enumerate(rows) if "Tickmark" in row)
    body = []
    for row in rows[head + 1:]:
        if row[0] == "Total" or all(cell is None for cell in row):
            break
        body.append(row)
    if [row[0] for row in body] == ["None."]:
        body = []
    names = rows[head]
    return [dict(zip(names, row)) for row in body], names, body


folder = Path(sys.argv[1])
report = json.loads((folder / "report.json").read_text())
stored = openpyxl.load_workbook(folder / "workpapers.xlsx", data_only=True)
written = openpyxl.load_workbook(folder / "workpapers.xlsx")

# Every exception of the report, each in its place.
rows, _, _ = table(stored, "Exceptions")
listed = [row for row in rows if row["Cause"] is None]
wanted = [e for e in report["exceptions"] if e["cause"] is None]
assert len(rows) == report["exceptions_total"] + report["exceptions_waived"], len(rows)
assert len(listed) == len(wanted), (len(listed), len(wanted))
for row, e in zip(listed, wanted):
    assert (row["No."], row["Check"], row["File"], row["Line"]) == (e["number"], e["code"], e["file"], e["line"]), (row, e)
    assert amount(row["Recorded minus expected"]) == Decimal(e["difference_dollars"] or 0), (row, e)

# The money between players and house, summed by plain sums.
over, under, seats = Decimal(0), Decimal(0), defaultdict(Decimal)
for e in report["exceptions"]:
    of_funds = e["code"].startswith(("MTR", "ADJ", "BNK", "RND"))
    if "waiver" in e or of_funds or e["favours"] not in ("player", "house"):
        continue
    difference = abs(Decimal(e["difference_dollars"]))
    over += difference if e["favours"] == "player" else 0
    under += difference if e["favours"] == "house" else 0
    seats[e["table"], e["round"], e["seat"]] += difference * (1 if e["favours"] == "house" else -1)
if not report["causes"]:
    summary = {row[0]: row[1] for row in stored["Summary"].iter_rows(values_only=True)}
    assert amount(summary["Paid to players too much"]) == over, (summary, over)
    assert amount(summary["Owed to players"]) == under, (summary, under)
    owed, _, _ = table(stored, "Money owed")
    net = {(r["Table"], r["Round"], None if r["Seat"] is None else str(r["Seat"])): amount(r["Of this seat net, owed if positive"]) for r in owed}
    assert net == dict(seats), (net, dict(seats))

# Each gaming day of a meter, opening to closing.
days, _, _ = table(stored, "Meter reconciliation")
assert len(days) == len(report["meter_days"])
for row, day in zip(days, report["meter_days"]):
    moved = sum(Decimal(day[key]) for key in ("contributions_dollars", "reseeds_dollars", "back_outs_dollars", "other_adjustments_dollars"))
    closing = Decimal(day["opening_dollars"]) + moved - Decimal(day["awards_dollars"])
    assert amount(row["Closing by this row"]) == closing, (row, day)
    assert amount(row["Closing as kept"]) == Decimal(day["closing_dollars"])

# No formula but those of the program.
formulas = [(sheet.title, cell.coordinate, cell.value) for sheet in written for line in sheet.iter_rows()
            for cell in line if cell.data_type == "f"]
assert all(value.startswith(("=HYPERLINK(\"#'", "=ROUND(")) for _, _, value in formulas)
print(f"{len(rows)} exceptions, {over} too much, {under} too little, {len(days)} meter days, {len(formulas)} formulas")

if len(sys.argv) > 3:
    soffice, scratch = sys.argv[2], Path(sys.argv[3]).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    written.save(scratch / "unsolved.xlsx")
    subprocess.run([soffice, f"-env:UserInstallation=file://{scratch}/profile", "--headless", "--convert-to",
                    "xlsx:Calc MS Excel 2007 XML", "--outdir", scratch / "solved", scratch / "unsolved.xlsx"],
                   check=True, stdout=subprocess.DEVNULL, timeout=300)
    solved = openpyxl.load_workbook(scratch / "solved" / "unsolved.xlsx", data_only=True)
    for sheet, place, formula in formulas:
        ours, theirs = stored[sheet][place].value, solved[sheet][place].value
        same = ours == theirs if isinstance(ours, str) else amount(ours) == amount(theirs)
        assert same, (sheet, place, formula, ours, theirs)
    print(f"{len(formulas)} formulas calculated by LibreOffice are the values stored")
