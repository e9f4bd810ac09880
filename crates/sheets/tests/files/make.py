"""Writes the files beside this one with other programs' writers: openpyxl, xlwt, odfpy, pyarrow and
Python's own csv, json, gzip, and LibreOffice. Run by hand with those installed; what it writes is
committed.

    python3 -m venv v && v/bin/pip install openpyxl==3.1.5 xlwt==1.3.0 odfpy==1.4.1 pyarrow==26.0.1
    v/bin/python make.py
"""

import csv
import datetime as dt
import decimal
import gzip
import io
import json
import pathlib
import subprocess
import tempfile

import openpyxl
import openpyxl.comments
import openpyxl.styles
import pyarrow as pa
import pyarrow.parquet as pq
import xlwt
from odf import opendocument, table, text

HERE = pathlib.Path(__file__).parent
NAMES = ["Tbl", "Rnd #", "Date", "Time", "When", "Hand", "Ante Bet", "Net", "Paid?"]


def rows():
    start = dt.datetime(2026, 10, 31, 18, 3, 22)
    for i in range(12):
        when = start + dt.timedelta(minutes=67 * i)
        yield [f"C4P-{i % 3 + 1}", 1001 + i, when.date(), when.time(), when,
               "A\u2665 K\u2660, \"10h\"", 5 + 2.5 * i, round(-0.1 * i, 2), i % 2 == 0]


def words(row):
    table_, round_, date, time, when, hand, ante, net, paid = row
    shown = lambda x: f"{x:.15g}"
    return [table_, str(round_), str(date), str(time), str(when), hand, shown(ante),
            "0" if net == 0 else shown(net), str(paid).upper()]


def expected():
    """What every reading of these rows must give, written once for all tests."""
    with open(HERE / "expected.tsv", "w", newline="") as out:
        for row in [NAMES, *map(words, rows())]:
            out.write("\t".join(row) + "\n")


def fill(sheet, first):
    for column, name in enumerate(NAMES, 1):
        sheet.cell(first, column, name)
    for at, row in enumerate(rows(), first + 1):
        for column, value in enumerate(row, 1):
            sheet.cell(at, column, value)
        sheet.cell(at, 3).number_format = "mm/dd/yyyy"
        sheet.cell(at, 4).number_format = "h:mm:ss AM/PM"
        sheet.cell(at, 5).number_format = "yyyy-mm-dd hh:mm:ss"
        sheet.cell(at, 7).number_format = '"$"#,##0.00_);[Red]("$"#,##0.00)'


def xlsx(name, epoch=openpyxl.utils.datetime.WINDOWS_EPOCH):
    book = openpyxl.Workbook()
    book.epoch = epoch
    notes = book.active
    notes.title = "Lookup"
    notes.append(["secret"])
    notes.sheet_state = "hidden"
    sheet = book.create_sheet("Hands 31")
    fill(sheet, 1)
    other = book.create_sheet("Odd & ends")
    other["B2"] = "merged"
    other.merge_cells("B2:D3")
    other["A5"] = "=1+1"
    other["B5"] = "#N/A"
    other["B5"].data_type = "e"
    other["C5"] = 0.1 + 0.2
    other["D5"] = 12345678901234567
    other["E5"] = "=\"x\""
    other["XFD7"] = "far"
    other.row_dimensions[7].hidden = True
    book.create_sheet("Empty")
    book.save(HERE / name)


def title(name):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Hands"
    sheet["A1"] = "Example Casino \u2014 hands of 2026-10-31"
    sheet.merge_cells("A1:I1")
    fill(sheet, 3)
    sheet.cell(17, 1, "TOTAL")
    sheet.cell(17, 7, "=SUM(G4:G15)")
    book.save(HERE / name)


def xls(name):
    book = xlwt.Workbook()
    hidden = book.add_sheet("Lookup")
    hidden.write(0, 0, "secret")
    hidden.visibility = 1
    sheet = book.add_sheet("Hands 31")
    book.set_active_sheet(1)
    styles = {c: xlwt.easyxf(num_format_str=f)
              for c, f in [(2, "mm/dd/yyyy"), (3, "h:mm:ss AM/PM"), (4, "yyyy-mm-dd hh:mm:ss")]}
    for column, value in enumerate(NAMES):
        sheet.write(0, column, value)
    for at, row in enumerate(rows(), 1):
        for column, value in enumerate(row):
            sheet.write(at, column, value, *([styles[column]] if column in styles else []))
    odd = book.add_sheet("Odd & ends")
    odd.write_merge(1, 2, 1, 3, "merged")
    odd.write(4, 0, xlwt.Formula("1+1"))
    odd.write(4, 2, 0.1 + 0.2)
    book.save(str(HERE / name))


def ods(name):
    book = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="Hands 31")
    book.spreadsheet.addElement(sheet)

    def line(values):
        row = table.TableRow()
        for value in values:
            # A bool is an int, a datetime is a date.
            if isinstance(value, bool):
                cell = table.TableCell(valuetype="boolean", booleanvalue=str(value).lower())
            elif isinstance(value, (int, float)):
                cell = table.TableCell(valuetype="float", value=repr(value))
            elif isinstance(value, dt.date):
                cell = table.TableCell(valuetype="date", datevalue=value.isoformat())
            elif isinstance(value, dt.time):
                cell = table.TableCell(valuetype="time", timevalue=value.strftime("PT%HH%MM%SS"))
            else:
                cell = table.TableCell(valuetype="string")
                cell.addElement(text.P(text=value))
            row.addElement(cell)
        return row

    sheet.addElement(line(NAMES))
    for values in rows():
        sheet.addElement(line(values))
    sheet.addElement(table.TableRow(numberrowsrepeated=1048563))
    odd = table.Table(name="Odd & ends")
    book.spreadsheet.addElement(odd)
    row = table.TableRow(numberrowsrepeated=2)
    row.addElement(table.TableCell(numbercolumnsrepeated=2))
    cell = table.TableCell(valuetype="string", numbercolumnsrepeated=3)
    paragraph = text.P(text="two")
    paragraph.addElement(text.S(c=2))
    paragraph.addText("blanks")
    cell.addElement(paragraph)
    cell.addElement(text.P(text="and lines"))
    row.addElement(cell)
    row.addElement(table.TableCell(numbercolumnsrepeated=16379))
    odd.addElement(row)
    formula = table.TableRow()
    formula.addElement(table.TableCell(valuetype="float", value="2", formula="of:=1+1"))
    odd.addElement(formula)
    book.save(str(HERE / name))


def texts():
    plain = [NAMES, *map(words, rows())]

    def written(encoding="utf-8", **dialect):
        out = io.StringIO(newline="")
        csv.writer(out, **dialect).writerows(plain)
        return out.getvalue().encode(encoding, "replace")

    (HERE / "comma.csv").write_bytes(written())
    (HERE / "semicolon-utf16.csv").write_bytes(written("utf-16", delimiter=";"))
    (HERE / "tab.tsv.gz").write_bytes(gzip.compress(written(delimiter="\t"), mtime=0))
    (HERE / "bar-bom.txt").write_bytes(written("utf-8-sig", delimiter="|", quoting=csv.QUOTE_ALL))
    (HERE / "comma.csv.zst").write_bytes(pa.compress(written(), codec="zstd", asbytes=True))
    widths = [max(len(row[c]) for row in plain) + 1 for c in range(len(NAMES))]
    fixed = "".join("".join(v.ljust(w) for v, w in zip(row, widths)).rstrip() + "\r\n" for row in plain)
    (HERE / "fixed.txt").write_text(fixed, newline="")
    with open(HERE / "lines.jsonl", "w") as out:
        for row in rows():
            own = dict(zip(NAMES, row))
            for name in ["Date", "Time", "When"]:
                own[name] = str(own[name])
            out.write(json.dumps(own) + "\n")


def parquet():
    columns = list(zip(*rows()))
    types = [pa.dictionary(pa.int32(), pa.string()), pa.int64(), pa.date32(), pa.time64("us"),
             pa.timestamp("us"), pa.string(), pa.float64(), pa.decimal128(9, 2), pa.bool_()]
    columns[7] = [decimal.Decimal(str(v)) for v in columns[7]]
    arrays = [pa.array(c, t) for c, t in zip(columns, types)]
    whole = pa.table(arrays, NAMES)
    for codec in ["snappy", "zstd", "gzip", "lz4", "none", "brotli"]:
        pq.write_table(whole, HERE / f"{codec}.parquet", compression=codec, row_group_size=5,
                       data_page_version="2.0" if codec in ("zstd", "lz4") else "1.0")
    utc = dt.timezone.utc
    odd = pa.table({
        "cards": pa.array([["AS", "10h"], [], None, ["2c"]], pa.list_(pa.string())),
        "who": pa.array([{"name": "a", "seat": 1}, None, {"name": None, "seat": 3}, {"name": "d", "seat": 4}],
                        pa.struct([("name", pa.string()), ("seat", pa.uint8())])),
        "utc": pa.array([dt.datetime(2026, 10, 31, 18, 3, 22, 500, utc)] * 4, pa.timestamp("us", tz="UTC")),
        "nanos": pa.array([1, 2, 3, None], pa.timestamp("ns")),
        "big": pa.array([2**64 - 1, 0, 1, 2], pa.uint64()),
        "single": pa.array([0.1, 1e20, -2.5, None], pa.float32()),
        "raw": pa.array([b"\xff\x00", b"text", b"", None], pa.binary()),
        "late": pa.array([dt.time(23, 59, 59)] * 4, pa.time32("ms")),
    })
    pq.write_table(odd, HERE / "odd.parquet")


ERRORS = ["=NA()", "=1/0", "=VALUE(\"x\")", "=NOSUCH(1)", "=SQRT(-1)", "=INDIRECT(\"ZZ\")", "=1/0+A3"]


def errors():
    """Formulas as LibreOffice calculates and stores them; numbers that are none."""
    book = openpyxl.Workbook()
    for row in [["Doc", "Ante"], *([formula, 5] for formula in ERRORS)]:
        book.active.append(row)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "errors.xlsx"
        book.save(source)
        for kind in ["xlsx", "xls", "ods"]:
            subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", HERE, source], check=True)
    numbers = [float("nan"), float("inf"), float("-inf")]
    table = {"Doc": pa.array(numbers), "Single": pa.array(numbers, pa.float32()), "Ante": [5, 5, 5]}
    pq.write_table(pa.table(table), HERE / "errors.parquet")


def marked():
    """Rows that are marked in the program: a fill, struck-out text, hidden, comments; and bands."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Hands of the day"])
    sheet.append(["Rnd", "Ante", "Paid"])
    fills = {name: openpyxl.styles.PatternFill("solid", fgColor=name) for name in ["FFFF00", "DDDDDD"]}
    for row in range(3, 23):
        sheet.append([row, 5, 10])
        for cell in sheet[row]:
            if row % 2:
                cell.fill = fills["DDDDDD"]
    for cell in sheet[2]:
        cell.fill = fills["FFFF00"]
    for cell in sheet[6]:
        cell.fill = fills["FFFF00"]
    sheet["B9"].font = openpyxl.styles.Font(strike=True)
    sheet.row_dimensions[12].hidden = True
    sheet["C15"].comment = openpyxl.comments.Comment("void, see the log", "JD")
    sheet["E30"].fill = fills["FFFF00"]
    book.save(HERE / "marked.xlsx")
    subprocess.run(["soffice", "--headless", "--convert-to", "ods", "--outdir", HERE, HERE / "marked.xlsx"],
                   check=True)
    subprocess.run(["soffice", "--headless", "--convert-to", "xls", "--outdir", HERE, HERE / "marked.xlsx"],
                   check=True)


def cover():
    """A summary of the export before the sheet of records, as Apple Numbers writes it, and a lookup behind."""
    book = openpyxl.Workbook()
    summary = book.active
    summary.title = "Export Summary"
    summary["B3"] = "This document was exported from Numbers."
    for column, name in zip("BCD", ["Numbers Sheet Name", "Numbers Table Name", "Excel Worksheet Name"]):
        summary[f"{column}7"] = name
    summary["B8"], summary["C9"], summary["D9"] = "Sheet 1", "Table 1", "Hands"
    hands = book.create_sheet("Hands")
    hands.append(["Table 1"])
    hands.append(["Rnd", "Time", "Tbl", "Seat", "Cards", "Action", "Ante Bet", "Ante Pay"])
    for number in range(1, 9):
        hands.append([number, f"2026-10-31 18:{number:02}:00", "C4P-1", 1, "As Ks Qs Js 2d", "play", 5, 10])
        hands.append([number, f"2026-10-31 18:{number:02}:00", "C4P-1", "D", "Th 9h 8h 7h 2c", "deal"])
    tables = book.create_sheet("Tables")
    tables.append(["About"])
    tables.append([])
    tables.append(["Tbl", "Place"])
    tables.append(["C4P-1", "north"])
    book.save(HERE / "cover.xlsx")


expected()
cover()
errors()
marked()
xlsx("book.xlsx")
xlsx("book-1904.xlsx", openpyxl.utils.datetime.MAC_EPOCH)
title("title.xlsx")
xls("book.xls")
ods("book.ods")
texts()
parquet()
