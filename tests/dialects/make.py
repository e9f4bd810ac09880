"""Writes one day of hands in thirty-three dialects, each with the profile that reads it.

    python3 make.py                     the files and profiles, from canonical/hands.csv
    python3 make.py PATH/TO/feltproof   the canonical day first, with that program's `simulate`

What writes the files is other software: Python's csv, json, gzip and codecs, zstandard, openpyxl, xlwt,
odfpy and pyarrow. Made again with the same versions, the files are the same byte for byte.
"""

import csv
import datetime
import decimal
import gzip
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile
import zoneinfo

HERE = pathlib.Path(__file__).resolve().parent
ZONE = zoneinfo.ZoneInfo("America/Los_Angeles")
WAGERS = ["ante", "super_bonus", "play", "queens_up", "progressive"]
MONEY = [name for wager in WAGERS for name in (wager, f"{wager}_returned")] + ["envy_returned"]
NAMES = {"round": "Rnd #", "time": "When", "table": "Tbl", "dealer": "Dlr", "seat": "Pos", "cards": "Hand",
         "action": "Act", "ante": "Ante Bet", "ante_returned": "Ante Pay", "super_bonus": "SB Bet",
         "super_bonus_returned": "SB Pay", "play": "Play Bet", "play_returned": "Play Pay",
         "queens_up": "QU Bet", "queens_up_returned": "QU Pay", "progressive": "Prog Bet",
         "progressive_returned": "Prog Pay", "envy_returned": "Envy"}


# ---- the day --------------------------------------------------------------------------------------


def canonical(program):
    """Sixty rounds at two tables, times cut to the second: some dialects have no finer ones."""
    to = HERE / "canonical"
    to.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as day:
        command = [program, "simulate", "--rng-seed", "12", "--rounds", "60", "--tables", "2", "--gaming-day",
                   "2026-06-13", "--out", day]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        text = (pathlib.Path(day) / "engagement.toml").read_text(encoding="utf-8")
        head, *sections = text.split("\n[[")
        kept = [s for s in sections if not s.startswith("journal]]\nkind") or 'kind = "hands"' in s]
        (to / "engagement.toml").write_text("\n[[".join([head, *kept]), encoding="utf-8")
        with open(pathlib.Path(day) / "hands.csv", encoding="utf-8", newline="") as f:
            rows = list(csv.DictReader(f))
    for row in rows:
        row["time"] = row["time"][:19]
    with open(to / "hands.csv", "w", encoding="utf-8", newline="") as f:
        out = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


# ---- how values are written -----------------------------------------------------------------------


def epoch(at):
    return int(at.replace(tzinfo=ZONE).timestamp())


def serial(at, start):
    return repr(round((at - start) / datetime.timedelta(days=1), 10))


TIMES = {
    "iso": (lambda at: f"{at:%Y-%m-%d %H:%M:%S}", None),
    "offset": (lambda at: f"{at:%Y-%m-%dT%H:%M:%S}-07:00", None),
    "spaced-offset": (lambda at: f"{at:%Y-%m-%d %H:%M:%S} -0700", "%Y-%m-%d %H:%M:%S %z"),
    "us": (lambda at: f"{at.month}/{at.day}/{at.year} {at.hour % 12 or 12}:{at:%M:%S %p}", "%m/%d/%Y %I:%M:%S %p"),
    "day-first": (lambda at: f"{at:%d/%m/%Y %H:%M:%S}", "%d/%m/%Y %H:%M:%S"),
    "points": (lambda at: f"{at:%d.%m.%Y %H:%M:%S}", "%d.%m.%Y %H:%M:%S"),
    "month-name": (lambda at: f"{at:%d-%b-%y %H:%M:%S}", "%d-%b-%y %H:%M:%S"),
    "compact": (lambda at: f"{at:%Y%m%d%H%M%S}", "%Y%m%d%H%M%S"),
    "unix": (lambda at: str(epoch(at)), "unix-seconds"),
    "unix-millis": (lambda at: str(epoch(at) * 1000), "unix-millis"),
    "serial": (lambda at: serial(at, datetime.datetime(1899, 12, 30)), "excel-serial"),
    "serial-1904": (lambda at: serial(at, datetime.datetime(1904, 1, 1)), "excel-serial-1904"),
}


def grouped(amount, thousands, point, decimals=2):
    text = f"{abs(amount):,.{decimals}f}"
    return text.replace(",", "\0").replace(".", point).replace("\0", thousands)


def signed(amount, text, form):
    return form.format(text) if amount < 0 else text


AMOUNTS = {
    "plain": (lambda a: f"{a:.2f}", {}),
    "dollars": (lambda a: signed(a, "$" + grouped(a, ",", "."), "-{}"), {"sign": "$", "thousands": ","}),
    "parentheses": (lambda a: signed(a, "$" + grouped(a, ",", "."), "({})"),
                    {"sign": "$", "thousands": ",", "negative": "parentheses"}),
    "decimal-comma": (lambda a: signed(a, grouped(a, ".", ","), "-{}"), {"thousands": ".", "decimal": ","}),
    "trailing": (lambda a: signed(a, grouped(a, " ", ","), "{}-") + " €",
                 {"sign": "€", "thousands": " ", "decimal": ",", "negative": "trailing-minus"}),
    "cents": (lambda a: str(int(a * 100)), {"unit": "0.01"}),
    "nickels": (lambda a: str(int(a * 20)), {"unit": "0.05"}),
}

RANKS = dict(zip("23456789TJQKA", ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
                                   "Queen", "King", "Ace"]))
SUITS = {"s": ("Spades", "♠"), "h": ("Hearts", "♥"), "d": ("Diamonds", "♦"), "c": ("Clubs", "♣")}
BY_SUIT = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
BY_RANK = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]

CARDS = {
    "canonical": (lambda c: c, " ", {}),
    "capitals": (lambda c: c.upper(), " ", {"notation": "ranks"}),
    "tens": (lambda c: c.replace("T", "10"), "", {"notation": "ranks"}),
    "signs": (lambda c: c[0].replace("T", "10") + SUITS[c[1]][1], " ", {"notation": "ranks"}),
    "names": (lambda c: f"{RANKS[c[0]]} of {SUITS[c[1]][0]}", ", ", {"notation": "names"}),
    "index": (lambda c: str(BY_SUIT.index(c)), " ", {"notation": "index", "order": " ".join(BY_SUIT)}),
    "from-one": (lambda c: str(BY_RANK.index(c) + 1), "-",
                 {"notation": "index", "first": 1, "order": " ".join(BY_RANK)}),
}

SEATS = {**{str(n): f"Seat {n}" for n in range(1, 7)}, "D": "Dealer"}
ACTIONS = {"play": "Play", "fold": "Fold", "deal": "", "void": "Void"}


# ---- rows and profiles ----------------------------------------------------------------------------


class Day:
    """The day in a dialect of values, and the sections of its profile."""

    def __init__(self, time="iso", money="plain", cards="canonical", apart=(), seats=None, tables=None,
                 actions=None, net=()):
        write_time, time_format = TIMES[time]
        amount, money_form = AMOUNTS[money]
        card, between, card_form = CARDS[cards]
        words = {"seat": seats, "table": tables, "action": actions}
        self.net = net
        self.names = [name for name in NAMES]
        self.rows = []
        for row in read():
            at = datetime.datetime.fromisoformat(row["time"])
            out = {"round": row["round"], "dealer": row["dealer"], "time": write_time(at), "at": at, "of": row}
            out["cards"] = between.join(card(c) for c in row["cards"].split())
            out["each"] = [card(c) for c in row["cards"].split()]
            for column, table in words.items():
                out[column] = table[row[column]] if table else row[column]
            for column in MONEY:
                value = row[column]
                stake = column.removesuffix("_returned")
                if stake in net and column != stake and row[stake]:
                    value = decimal.Decimal(value or 0) - decimal.Decimal(row[stake])
                out[column] = amount(decimal.Decimal(value)) if value != "" else ""
            self.rows.append(out)
        self.columns = {name: NAMES[name] for name in NAMES}
        for wager in net:
            self.columns[f"{wager}_returned"] = {"net": NAMES[f"{wager}_returned"]}
        if "time" in apart:
            self.columns["time"] = ["Date", "Time"]
        if "cards" in apart:
            self.columns["cards"] = [f"C{n}" for n in range(1, 7)]
        self.apart = apart
        self.sections = {"time": {"format": time_format} if time_format else {}, "money": money_form,
                         "cards": card_form}
        for column, table in words.items():
            if table:
                self.sections[f"words.{column}"] = {ours: theirs for theirs, ours in table.items() if ours}

    def header(self):
        out = []
        for name, source in self.columns.items():
            out += source if isinstance(source, list) else [source["net"] if isinstance(source, dict) else source]
        return out

    def cells(self, row):
        out = []
        for name in self.columns:
            if name == "time" and "time" in self.apart:
                out += row["time"].split(" ", 1)
            elif name == "cards" and "cards" in self.apart:
                out += (row["each"] + [""] * 6)[:6]
            else:
                out.append(row[name])
        return out

    def table(self):
        return [self.header(), *[self.cells(row) for row in self.rows]]


def read():
    with open(HERE / "canonical" / "hands.csv", encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def profile(name, title, day, file=None, more=None):
    lines = ["schema = 1", f"name = {toml(title)}", 'kind = "hands"']
    more = dict(more or {})
    sections = {"file": file or {}, "rows": more.pop("rows", {}), "columns": day.columns, **day.sections, **more}
    for section, keys in sections.items():
        if keys:
            key = (lambda k: toml(k)) if section.startswith("words.") else (lambda k: k)
            lines += ["", f"[{section}]", *[f"{key(k)} = {toml(v)}" for k, v in keys.items()]]
    (HERE / "profiles" / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def put(name, data):
    (HERE / "files" / name).write_bytes(data)


def as_csv(rows, **dialect):
    out = io.StringIO()
    csv.writer(out, **{"lineterminator": "\r\n", **dialect}).writerows(rows)
    return out.getvalue()


def text(name, title, day, rows=None, encoding="utf-8", file=None, more=None, suffix="csv", wrap=None, **dialect):
    """A delimited file and its profile."""
    data = as_csv(day.table() if rows is None else rows, **dialect).encode(encoding)
    put(f"{name}.{suffix}", wrap(data) if wrap else data)
    profile(name, title, day, file, more)


# ---- the dialects ---------------------------------------------------------------------------------


def delimiters():
    text("01-comma", "comma, US dates and dollars", Day("us", "dollars", "capitals", seats=SEATS))
    text("02-semicolon", "semicolon, decimal comma, days first, byte order mark", Day("points", "decimal-comma", "signs"),
         encoding="utf-8-sig", file={"delimiter": ";"}, delimiter=";")
    text("03-tab", "tab, nothing quoted, times with offset", Day("offset", "plain", "tens"), file={
         "delimiter": "tab", "quote": "none"}, suffix="tsv", delimiter="\t", quoting=csv.QUOTE_NONE)
    text("04-bar", "vertical bar, everything quoted", Day("spaced-offset", "plain"), file={"delimiter": "|"},
         delimiter="|", quoting=csv.QUOTE_ALL, lineterminator="\n")
    text("05-apostrophes", "comma within apostrophes", Day("month-name", "dollars", "names"), file={"quote": "'"},
         quotechar="'")
    text("06-comma-decimals", "comma and decimal comma, told apart by quotes", Day("day-first", "decimal-comma", "capitals"),
         quoting=csv.QUOTE_ALL)


def encodings():
    text("07-utf-16-le", "UTF-16, as Windows calls Unicode text", Day("us", "dollars", "signs"), encoding="utf-16-le",
         rows=marked(Day("us", "dollars", "signs").table()), file={"encoding": "utf-16", "delimiter": "tab"}, suffix="txt",
         delimiter="\t")
    text("08-utf-16-be", "UTF-16, high byte first, with its mark", Day("compact", "plain", "signs"), encoding="utf-16-be",
         rows=marked(Day("compact", "plain", "signs").table()), file={"encoding": "utf-16", "delimiter": ";"},
         delimiter=";")
    text("09-utf-16-be-unmarked", "UTF-16, high byte first, without a mark", Day("iso", "plain", "tens"),
         encoding="utf-16-be", file={"encoding": "utf-16-be", "delimiter": ","})
    tables = {"C4P-1": "Café 1", "C4P-2": "Café 2"}
    day = Day("day-first", "trailing", "capitals", tables=tables, net=("ante", "play"))
    text("10-windows-1252", "Windows-1252, euro signs, minus behind", day, encoding="cp1252",
         file={"encoding": "windows-1252", "delimiter": ";"}, delimiter=";")


def marked(rows):
    """A byte order mark before the first cell."""
    return [["\ufeff" + rows[0][0], *rows[0][1:]], *rows[1:]]


def numbers():
    text("11-cents", "cents, seconds since 1970", Day("unix", "cents", "index"), file={"delimiter": ";"}, delimiter=";")
    text("12-credits", "credits of a nickel, milliseconds since 1970", Day("unix-millis", "nickels", "from-one"))
    text("13-net", "net results in parentheses", Day("us", "parentheses", "canonical", apart=("time",), net=WAGERS))
    text("14-serial", "times as serial numbers", Day("serial", "plain", "tens"))
    text("15-serial-1904", "times as serial numbers from 1904", Day("serial-1904", "plain", "capitals"))


def shapes():
    text("16-card-columns", "a column for each card, by name", Day("us", "dollars", "names", apart=("time", "cards")))
    text("17-numbered-cards", "a column for each card, by number", Day("iso", "plain", "from-one", apart=("cards",)),
         file={"delimiter": "|"}, delimiter="|")
    day = Day("us", "dollars", "signs", apart=("time",), actions=ACTIONS, seats=SEATS)
    rows = [["Harbor Card Room"], ["Hands of 13 June 2026"], [], day.header()]
    for place, row in enumerate(day.rows, 1):
        rows.append(day.cells(row))
        if place % 60 == 0:
            rows += [[], ["Page total"], day.header()]
    rows += [[], ["TOTAL", "", "", "", "", "", "", "", "$12,345.00"]]
    text("18-titles", "titles, page totals, repeated headers, a total", day, rows=rows, file={"header_row": 4},
         more={"rows": {"ignore": [{"column": "Rnd #", "is": ["TOTAL", "Page total"]}]}})
    day = Day("compact", "plain", "tens")
    rows = day.table()[1:]
    day.columns = {name: str(place) for place, name in enumerate(NAMES, 1)}
    text("19-no-header", "no header, columns by number", day, rows=rows, file={"header_row": 0, "delimiter": ","})
    day = Day("iso", "plain", "capitals")
    rows = day.table()
    rows[0] = [name.replace(" Bet", "").replace(" Pay", "") for name in rows[0]]
    twice = {name for name in rows[0] if rows[0].count(name) > 1}
    day.columns = {name: f"#{place}" if rows[0][place - 1] in twice else rows[0][place - 1]
                   for place, name in enumerate(NAMES, 1)}
    text("20-names-twice", "column names that come twice", day, rows=rows, file={"header_row": 1})
    day = Day("iso", "dollars", "canonical")
    rows = [["Type", *day.header()], *[["HAND", *day.cells(row)] for row in day.rows]]
    rows[10:10] = [["COIN IN", "1"], ["GAME OVER", "1", "2026-06-13 10:02:00"]]
    text("21-other-records", "records of another kind between", day, rows=rows,
         more={"rows": {"only": [{"column": "Type", "is": ["HAND"]}]}})


def wide():
    """A row a round."""
    day, seats = Day("us", "dollars", "canonical"), ["1", "2", "3", "4", "5", "6", "D"]
    per_seat = ["cards", "action", *MONEY]
    common = ["round", "time", "table", "dealer"]
    names = {seat: "Bank" if seat == "D" else f"P{seat}" for seat in seats}
    own = [(seat, c) for seat in seats for c in per_seat if seat != "D" or c in ("cards", "action")]
    rounds = {}
    for row in day.rows:
        rounds.setdefault((row["table"], row["round"], row["time"]), {})[row["seat"]] = row
    rows = [[NAMES[c] for c in common] + [f"{names[s]} {NAMES[c]}" for s, c in own]]
    for group in rounds.values():
        first = next(iter(group.values()))
        rows.append([first[c] for c in common] + [group[s][c] if s in group else "" for s, c in own])
    day.columns = {**{c: NAMES[c] for c in common}, **{c: "{seat} " + NAMES[c] for c in per_seat}}
    text("22-wide", "a row a round", day, rows=rows, file={"delimiter": ";"}, delimiter=";", more={
        "wide": {"seats": seats, "names": {toml(s): n for s, n in names.items()}, "present": "{seat} Hand"}})


def raised():
    """A row when wagers are made, one when a hand stays in or folds, one when it is paid."""
    day = Day("us", "plain", "tens", actions={**ACTIONS, "deal": "Deal"})
    rows, of_round = [day.header()], {}
    for row in day.rows:
        of_round.setdefault((row["table"], row["round"]), []).append(row)

    def event(row, action, shown):
        cells = dict.fromkeys(NAMES, "")
        cells |= {c: row[c] for c in ("round", "time", "table", "dealer", "seat")} | {"action": action}
        return day.cells(cells | {c: row[c] for c in shown} | {"each": []})

    stakes = ["ante", "super_bonus", "queens_up", "progressive"]
    for group in of_round.values():
        *players, dealer = group
        rows += [event(row, "Bet", [*stakes, "cards"]) for row in players]
        rows += [event(row, row["action"], ["play"]) for row in players]
        pays = [c for c in MONEY if c.endswith("_returned")]
        rows += [event(row, row["action"], pays) for row in players if any(row[c] for c in pays)]
        rows.append(event(dealer, dealer["action"], ["cards"]))
    day.sections["words.action"]["Bet"] = "play"
    text("23-raised", "stakes raised in later rows", day, rows=rows, more={"merge": {"stakes": "add"}})


def fixed():
    day = Day("us", "dollars", "tens", apart=("time",))
    table = day.table()
    widths = [max(len(row[i]) for row in table) + 1 for i in range(len(table[0]))]
    lines = ["".join(cell.rjust(w) if i >= 8 else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths)))
             for row in table]
    columns, start = [], 1
    for name, width in zip(day.header(), widths):
        columns.append({"name": name, "from": start, "width": width})
        start += width
    put("24-fixed.txt", "".join(f"{line.rstrip()}\r\n" for line in lines).encode())
    profile("24-fixed", "fixed width", day, {"format": "fixed-width", "header_row": 1, "columns": columns})


def compressed():
    import zstandard

    text("25-gzip", "gzip", Day("us", "dollars", "capitals"), suffix="csv.gz",
         wrap=lambda data: gzip.compress(data, mtime=0))
    text("26-zstd", "zstd", Day("day-first", "decimal-comma", "signs"), file={"delimiter": ";"}, delimiter=";",
         suffix="csv.zst", wrap=lambda data: zstandard.ZstdCompressor().compress(data))


def json_lines():
    day = Day("offset", "plain", "capitals")
    lines = []
    for row in day.rows:
        record = {NAMES[c]: row[c] for c in NAMES if row[c] != ""}
        record |= {NAMES[c]: float(row[c]) for c in MONEY if row[c]}
        lines.append(json.dumps(record | {"Rnd #": int(row["round"])}))
    put("27-json-lines.jsonl", "".join(f"{line}\n" for line in lines).encode())
    profile("27-json-lines", "JSON lines, empty keys left out", day, {"format": "json-lines"})
    day, lines = Day("unix-millis", "cents", "canonical"), []
    for row in day.rows:
        money = {c: int(row[c]) if row[c] else None for c in MONEY}
        record = {"id": {"round": int(row["round"]), "table": row["table"]}, "ts": int(row["time"]), "dealer": row["dealer"],
                  "seat": row["seat"], "hand": {"cards": row["each"], "action": row["action"]}, "cents": money}
        lines.append(json.dumps(record))
    day.columns = {"round": "id.round", "table": "id.table", "time": "ts", "dealer": "dealer", "seat": "seat",
                   "cards": "hand.cards", "action": "hand.action", **{c: f"cents.{c}" for c in MONEY}}
    data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
    put("28-nested.jsonl.gz", data)
    profile("28-nested", "JSON lines within gzip, objects and lists", day, {"format": "json-lines"})


def workbooks():
    import openpyxl
    import xlwt
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    day = Day(cards="signs", seats=SEATS, actions=ACTIONS)
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    page = book.active
    page.title = "Hands"
    page.append(["Harbor Card Room"])
    page.merge_cells("A1:F1")
    page.append(day.header())
    for row in day.rows:
        page.append(typed(day, row, row["at"]))
    profile("29-xlsx", "workbook with dates of the 1904 system", day, {"format": "workbook", "header_row": 2})
    put_package("29-xlsx.xlsx", saved(book.save))

    day = Day("us", "dollars", "names", apart=("time",))
    book = openpyxl.Workbook()
    book.active.append(["Nothing here"])
    page = book.create_sheet("Hands of June")
    for row in day.table():
        page.append([cell or None for cell in row])
    profile("30-xlsx-text", "workbook in which everything is text", day, {"format": "workbook", "sheets": ["Hands*"]})
    put_package("30-xlsx-text.xlsx", saved(book.save))

    day = Day("serial", "plain", "capitals")
    book = xlwt.Workbook(encoding="utf-8")
    page = book.add_sheet("Hands")
    for at, row in enumerate([None, *day.rows]):
        cells = typed(day, row, float(row["time"])) if row else day.header()
        for column, cell in enumerate(cells):
            if cell is not None:
                page.write(at, column, cell)
    profile("31-xls", "old workbook, times as plain numbers", day, {"format": "workbook"})
    put("31-xls.xls", saved(book.save))


def typed(day, row, time):
    """Cells as a program gives them to a workbook: numbers, a time, nothing where there is nothing."""
    out = dict(row) | {"time": time, "round": int(row["round"])}
    out |= {c: float(row[c]) for c in MONEY if row[c]}
    return [cell if cell != "" else None for cell in day.cells(out)]


def ods():
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    day = Day(cards="tens")
    book = OpenDocumentSpreadsheet()
    page = Table(name="Hands")
    for row in [None, *day.rows]:
        line = TableRow()
        for cell in typed(day, row, row["at"]) if row else day.header():
            if cell is None:
                made = TableCell()
            elif isinstance(cell, datetime.datetime):
                made = TableCell(valuetype="date", datevalue=cell.isoformat())
                made.addElement(P(text=f"{cell:%m/%d/%y %H:%M}"))
            elif isinstance(cell, (int, float)):
                made = TableCell(valuetype="currency" if isinstance(cell, float) else "float", value=str(cell))
                made.addElement(P(text=f"${cell}"))
            else:
                made = TableCell(valuetype="string")
                made.addElement(P(text=cell))
            line.addElement(made)
        page.addElement(line)
    book.spreadsheet.addElement(page)
    profile("32-ods", "OpenDocument workbook", day, {"format": "workbook"})
    put_package("32-ods.ods", saved(book.save))


def parquet():
    import pyarrow as pa
    import pyarrow.parquet as pq

    day = Day(cards="canonical")
    columns = {}
    for name in NAMES:
        values = [row[name] or None for row in day.rows]
        if name in MONEY:
            values = pa.array([decimal.Decimal(v) if v else None for v in values], pa.decimal128(12, 2))
        elif name == "round":
            values = pa.array([int(v) for v in values], pa.uint32())
        elif name == "time":
            local = [row["at"].replace(tzinfo=ZONE) for row in day.rows]
            values = pa.array(local, pa.timestamp("ms", tz="UTC"))
        columns[NAMES[name]] = values
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer, compression="zstd", row_group_size=100)
    put("33-parquet.parquet", buffer.getvalue())
    profile("33-parquet", "Parquet with decimals and instants", day, {"format": "parquet"})


def saved(save):
    out = io.BytesIO()
    save(out)
    return out.getvalue()


def put_package(name, data):
    """A workbook without the time at which it was made."""
    stamp = (2026, 6, 14, 9, 0, 0)
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(HERE / "files" / name, "w") as new:
        for part in old.namelist():
            content = old.read(part)
            if part == "docProps/core.xml":
                for tag in (b"created", b"modified"):
                    start, middle, rest = content.partition(b'<dcterms:%s xsi:type="dcterms:W3CDTF">' % tag)
                    assert middle
                    content = start + middle + b"2026-06-14T09:00:00Z" + rest[rest.index(b"<"):]
            entry = zipfile.ZipInfo(part, stamp)
            entry.compress_type = zipfile.ZIP_STORED if part == "mimetype" else zipfile.ZIP_DEFLATED
            new.writestr(entry, content)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        canonical(sys.argv[1])
    for folder in ("files", "profiles"):
        (HERE / folder).mkdir(exist_ok=True)
    for write in (delimiters, encodings, numbers, shapes, wide, raised, fixed, compressed, json_lines, workbooks, ods,
                  parquet):
        write()
