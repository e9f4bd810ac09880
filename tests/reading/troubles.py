"""What other people's software does to a table, one trouble a function: each takes the export, a writer and a folder, and
gives back the path of the file that it wrote, or None where it does not apply. `export.answers` are what somebody who
knows the export would answer: patterns of the comments in the profile that become lines."""
import csv, datetime, decimal, gzip, io, json, os
import writers

TEXT = ("csv_module", "pandas")
SHEETS = ("openpyxl", "libreoffice", "libreoffice_xls", "xlsxwriter")
TABLES = ("pyarrow", "polars", "duckdb")
EVERY = TEXT + SHEETS + TABLES + ("json_module", "fixed_width")
ALL_JOURNALS = ("hands", "controller", "manager", "bank")
WORDS = ["NULL", "\\N", "(null)", "None", "nan", "NaT", "<NA>", "N/A", "#N/A", "-", "--", "n/a", "unknown"]
ALL = []


def trouble(used=EVERY, journals=ALL_JOURNALS, is_of_order=False):
    def listed(function):
        function.writers, function.journals, function.is_of_order = used, journals, is_of_order
        ALL.append(function)
        return function
    return listed


def save(export, writer, folder, names=True, **more):
    return writer(export.names if names else None, export.rows, os.path.join(folder, "export"), **more)


def text_of(export, folder, **dialect):
    """The file as Python's csv writes it, its lines as bytes without ends."""
    path = writers.csv_module(export.names, export.rows, os.path.join(folder, "export"), lineterminator="\n", **dialect)
    with open(path, "rb") as file:
        return path, file.read().decode(dialect.get("encoding", "utf-8"))


def put(path, content):
    with open(path, "wb") as out:
        out.write(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def some(export, key, count=3):
    filled = export.filled(key)
    return export.chance.sample(filled, min(count, len(filled)))


def text_columns(export):
    return [key for key in ("document", "reason", "actor", "dealer", "value", "cards", "action", "reference", "kind") if export.has(key)]


def amounts(export):
    return [key for key in export.keys if any(isinstance(row[export.column(key)], decimal.Decimal) for row in export.rows)]


@trouble()
def nothing_is_wrong(export, writer, folder):
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "libreoffice", "libreoffice_xls"))
def errors_in_a_text_column(export, writer, folder):
    key = export.chance.choice(text_columns(export))
    for at in some(export, key):
        export.rows[at][export.column(key)] = export.chance.choice(["#N/A", "#REF!", "#VALUE!", "#NAME?"])
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "libreoffice", "libreoffice_xls"), ("hands", "manager", "bank"))
def errors_in_amounts(export, writer, folder):
    key = export.chance.choice(amounts(export))
    for at in some(export, key):
        export.rows[at][export.column(key)] = export.chance.choice(["#N/A", "#DIV/0!", "=1/0"] if writer.__name__ != "csv_module" else ["#N/A", "#DIV/0!", "Err:502"])
    return save(export, writer, folder)


@trouble(("openpyxl",))
def formulas_without_a_value(export, writer, folder):
    key = export.chance.choice(text_columns(export) + amounts(export))
    for at in some(export, key):
        export.rows[at][export.column(key)] = '=A2&"x"'
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl"))
def cut_cells(export, writer, folder):
    key = export.chance.choice(export.keys)
    for at in some(export, key):
        export.rows[at][export.column(key)] = "########"
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "libreoffice", "json_module", "pyarrow"))
def a_word_for_nothing_as_a_text(export, writer, folder):
    keys = [key for key in text_columns(export) if key not in ("cards",)]
    key, word = export.chance.choice(keys), export.chance.choice(WORDS)
    for row in export.rows:
        if row[export.column(key)] is None:
            row[export.column(key)] = word
    if export.chance.random() < 0.5:
        for at in some(export, key, 2):
            export.rows[at][export.column(key)] = word
            # What stood there is lost: the truth has nothing there.
            export.is_honest = False
            export.truth[at] = {**export.truth[at], key: ""}
    export.answers += [r"null_values"]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "libreoffice", "libreoffice_xls"), ("hands", "manager"))
def a_word_for_nothing_everywhere(export, writer, folder):
    word = export.chance.choice(WORDS)
    export.rows = [[word if cell is None else cell for cell in row] for row in export.rows]
    export.answers += [r"null_values"]
    return save(export, writer, folder)


@trouble(TEXT[:1] + SHEETS, ("hands", "manager", "controller"))
def a_second_header_in_another_order(export, writer, folder):
    return second_header(export, writer, folder, lambda name: name)


@trouble(TEXT[:1] + SHEETS, ("hands", "manager", "controller"))
def a_second_header_with_other_names(export, writer, folder):
    other = {"Rnd": "Round No", "Time": "Date/Time", "Table": "Tbl", "Dealer": "Dlr", "Seat": "Pos", "Cards": "Hand", "Action": "Decision"}
    return second_header(export, writer, folder, lambda name: other.get(name, name.replace("Bet", "Wager").replace("Pay", "Paid").replace("_", " ").title()))


def second_header(export, writer, folder, renamed):
    order = list(range(len(export.names)))
    export.chance.shuffle(order)
    half = len(export.rows) // 2
    below = [[row[at] for at in order] for row in export.rows[half:]]
    export.rows = export.rows[:half] + [[renamed(export.names[at]) for at in order]] + below
    return save(export, writer, folder)


@trouble(TEXT[:1] + SHEETS, ("hands",))
def two_columns_change_places(export, writer, folder):
    """Two columns that a relation tells apart: the Super Bonus is the Ante, the progressive wager one sum, and what comes back of a
    wager is there only where its stake is."""
    one, other = export.chance.choice([("ante", "play"), ("super_bonus", "queens_up"), ("progressive", "ante"), ("progressive", "play"),
                                       ("play", "play_returned"), ("ante", "ante_returned"), ("ante", "queens_up_returned")])
    one, other = export.column(one), export.column(other)
    for row in export.rows[len(export.rows) // 2:]:
        row[one], row[other] = row[other], row[one]
    return save(export, writer, folder)


def by_order(export, writer, folder, key):
    pairs = sorted(zip(export.rows, export.truth), key=key)
    export.rows, export.truth = [list(row) for row, _ in pairs], [record for _, record in pairs]
    export.answers += [r"^# order = "]
    return save(export, writer, folder)


@trouble(EVERY, ("hands", "manager", "controller"), is_of_order=True)
def newest_first(export, writer, folder):
    export.rows, export.truth = export.rows[::-1], export.truth[::-1]
    export.answers += [r"^# order = "]
    return save(export, writer, folder)


@trouble(EVERY, ("hands",), is_of_order=True)
def newest_round_first(export, writer, folder):
    rounds = list(dict.fromkeys((record["table"], record["round"], record["time"]) for record in export.truth))
    place = {key: at for at, key in enumerate(rounds)}
    return by_order(export, writer, folder, lambda pair: -place[pair[1]["table"], pair[1]["round"], pair[1]["time"]])


@trouble(EVERY, ("hands", "manager", "controller"), is_of_order=True)
def by_a_column(export, writer, folder):
    key = export.chance.choice([key for key in ("table", "dealer", "seat", "actor", "event") if export.has(key)])
    return by_order(export, writer, folder, lambda pair: pair[1][key])


@trouble(EVERY, ("hands", "manager", "controller"), is_of_order=True)
def by_a_column_the_newest_first(export, writer, folder):
    export.rows, export.truth = export.rows[::-1], export.truth[::-1]
    key = export.chance.choice([key for key in ("table", "dealer", "seat", "actor", "event") if export.has(key)])
    return by_order(export, writer, folder, lambda pair: pair[1][key])


@trouble(EVERY, ("hands", "manager", "controller"), is_of_order=True)
def in_no_order(export, writer, folder):
    pairs = list(zip(export.rows, export.truth))
    export.chance.shuffle(pairs)
    export.rows, export.truth = [list(row) for row, _ in pairs], [record for _, record in pairs]
    export.answers += [r"^# order = "]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "json_module", "polars"), ("hands", "manager", "controller"))
def a_gaming_date_beside_a_clock(export, writer, folder):
    at, form = export.column("time"), export.chance.choice(["%I:%M:%S %p", "%H:%M:%S"])
    for row in export.rows:
        row[at:at + 1] = [f"{day(row[at]):%m/%d/%Y}", f"{row[at]:{form}}"]
    name = export.names[at]
    export.names[at:at + 1] = [export.chance.choice(["Gaming Date", "Business Date", "Gaming Day", "Date"]), "Clock" if name != "time" else "time"]
    export.keys[at:at + 1] = ["gaming_date", "time"]
    export.loses_fractions = True
    export.answers += [r"^# date = ", r"^# time = \[", r"^# format = "]
    return save(export, writer, folder)


def day(time):
    """The gaming day, which begins at six."""
    return (time - datetime.timedelta(hours=6)).date()


@trouble(("csv_module", "openpyxl"), ("hands", "controller"))
def times_without_a_date(export, writer, folder):
    at = export.column("time")
    for row in export.rows:
        row[at] = f"{row[at]:%H:%M:%S}"
    export.loses_fractions = True
    export.answers += [r"^# date = ", r"^# time = \[", r"^# format = "]
    export.extra += [(r"YYYY-MM-DD", "2026-10-30")]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "json_module"), ("hands", "manager", "controller"))
def narrow_spaces_in_times(export, writer, folder):
    at = export.column("time")
    space = export.chance.choice(["\u202f", "\u00a0", "\u2009"])
    mixed = export.chance.random() < 0.5
    for number, row in enumerate(export.rows):
        row[at] = f"{row[at]:%m/%d/%Y, %I:%M:%S}{' ' if mixed and number % 3 else space}{row[at]:%p}"
    export.loses_fractions = True
    export.answers += [r"^# format = "]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl", "json_module", "pyarrow"))
def invisible_characters(export, writer, folder):
    key = export.chance.choice([key for key in ("table", "cards", "seat", "event", "action", "dealer", "time", "kind") if export.has(key)])
    mark = export.chance.choice(["\u200b", "\ufeff", "\u00ad", "\u200e", "\u2060"])
    for at in some(export, key, 5):
        cell = writers.text(export.rows[at][export.column(key)])
        place = export.chance.randrange(len(cell) + 1)
        export.rows[at][export.column(key)] = cell[:place] + mark + cell[place:]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl"), ("hands", "manager", "bank"))
def spaces_in_amounts(export, writer, folder):
    space = export.chance.choice(["\u202f", "\u00a0", "\u2009", " "])
    for row in export.rows:
        for at, cell in enumerate(row):
            if isinstance(cell, decimal.Decimal):
                row[at] = f"{cell:,}".replace(",", space)
    export.answers += [r"^# thousands"]
    return save(export, writer, folder)


@trouble(TEXT[:1])
def byte_order_marks_within(export, writer, folder):
    path, text = text_of(export, folder)
    lines = text.split("\n")
    for at in export.chance.sample(range(2, len(lines) - 2), 3):
        lines[at] = "\ufeff" + lines[at]
    return put(path, "\ufeff" + "\n".join(lines))


@trouble(TEXT[:1])
def joined_with_their_headers(export, writer, folder):
    path, text = text_of(export, folder)
    lines = text.split("\n")
    half = len(lines) // 2
    return put(path, "\n".join(lines[:half] + ["\ufeff" + lines[0]] + lines[half:]))


@trouble(TEXT[:1])
def a_delimiter_behind_each_row(export, writer, folder):
    path, text = text_of(export, folder)
    head, *lines = text.rstrip("\n").split("\n")
    return put(path, "\r\n".join([head] + [line + "," for line in lines]) + "\r\n")


@trouble(("pandas", "openpyxl", "csv_module"), ("controller", "manager", "hands"))
def whole_numbers_as_floats(export, writer, folder):
    for row in export.rows:
        for at, key in enumerate(export.keys):
            if key in ("round", "seat", "seq") and isinstance(row[at], (int, str)) and str(row[at]).isdigit():
                row[at] = f"{row[at]}.0"
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl"), ("hands", "manager", "bank"))
def accounting_amounts(export, writer, folder):
    for row in export.rows:
        for at, cell in enumerate(row):
            if export.keys[at] in AMOUNTS:
                row[at] = " $ -   " if cell is None else f" $ {cell:,} " if cell >= 0 else f" $ ({-cell:,})"
    return save(export, writer, folder)


AMOUNTS = {"ante", "super_bonus", "play", "queens_up", "progressive", "ante_returned", "super_bonus_returned", "play_returned",
           "queens_up_returned", "progressive_returned", "envy_returned", "amount", "display", "reserve", "deposit", "withdrawal", "fee", "balance"}


@trouble(("csv_module", "json_module"), ("hands", "manager", "bank"))
def scientific_amounts(export, writer, folder):
    for row in export.rows:
        for at, cell in enumerate(row):
            if isinstance(cell, decimal.Decimal):
                row[at] = str(cell.normalize())
    return save(export, writer, folder)


@trouble(TEXT[:1])
def a_database_dump(export, writer, folder):
    path = os.path.join(folder, "export.csv")
    def field(cell):
        if cell is None:
            return "\\N"
        return '"' + writers.text(cell).replace("\\", "\\\\").replace('"', '\\"') + '"'
    lines = [",".join(f'"{name}"' for name in export.names)] + [",".join(map(field, row)) for row in export.rows]
    export.answers += [r"null_values", r"escape"]
    return put(path, "\n".join(lines) + "\n")


@trouble(TEXT[:1])
def noughts_behind_gzip(export, writer, folder):
    path, text = text_of(export, folder)
    half = len(text) // 2
    content = gzip.compress(text[:half].encode()) + gzip.compress(text[half:].encode()) + b"\0" * export.chance.choice([1, 512, 4096])
    os.remove(path)
    return put(path + ".gz", content)


@trouble(TEXT[:1])
def mixed_line_ends(export, writer, folder):
    path, text = text_of(export, folder)
    lines = text.rstrip("\n").split("\n")
    ends = export.chance.choice([["\r", "\r\n"], ["\n", "\r\n"], ["\r", "\n"]])
    return put(path, "".join(line + export.chance.choice(ends) for line in lines))


@trouble(TEXT[:1])
def a_tail_in_another_encoding(export, writer, folder):
    path, text = text_of(export, folder)
    lines = text.rstrip("\n").split("\n")
    half = len(lines) // 2
    head, tail = "\r\n".join(lines[:half]) + "\r\n", "\r\n".join(lines[half:]) + "\r\n"
    if export.chance.random() < 0.5:
        return put(path, b"\xff\xfe" + head.encode("utf-16-le") + tail.encode())
    return put(path, head.encode() + tail.encode("utf-16-le"))


@trouble(TEXT[:1])
def two_encodings_by_rows(export, writer, folder):
    key = export.chance.choice([key for key in ("dealer", "actor", "document", "reason", "table", "reference") if export.has(key)] or [None])
    if key is None:
        return None
    export.is_honest = False
    for at in some(export, key, 20):
        export.rows[at][export.column(key)] = "Renée"
        export.truth[at] = {**export.truth[at], key: "Renée"}
    path, text = text_of(export, folder)
    lines = text.split("\n")
    return put(path, b"\n".join(line.encode("cp1252" if at % 2 else "utf-8") for at, line in enumerate(lines)))


@trouble(("openpyxl", "libreoffice", "csv_module"), ("hands",))
def merged_downwards(export, writer, folder):
    keys = [export.column(key) for key in ("round", "time", "table", "dealer")]
    last = None
    for row, record in zip(export.rows, export.truth):
        now = [record[key] for key in ("round", "time", "table", "dealer")]
        if now == last:
            for at in keys:
                row[at] = None
        last = now
    export.answers += [r"^# down = "]
    return save(export, writer, folder)


@trouble(("openpyxl", "csv_module", "libreoffice"), ("hands",))
def two_rows_of_names(export, writer, folder):
    if "Ante Bet" not in export.names:
        return None
    upper, lower, last = [], [], ""
    for name in export.names:
        above, _, below = name.rpartition(" ")
        upper.append("" if above == last and above else above)
        lower.append(below)
        last = above
    export.rows.insert(0, lower)
    export.names, names = upper, export.names
    path = save(export, writer, folder)
    export.names = names
    return path


@trouble(("csv_module", "openpyxl", "xlsxwriter"), ("hands",))
def subtotals_of_each_dealer(export, writer, folder):
    out, sums, last = [], {}, None
    label = export.chance.choice([("dealer", "Subtotal {}"), ("round", "Sub-total"), ("dealer", "{}"), (None, None), ("table", "Σ")])
    def close():
        row = [sums.get(at) for at in range(len(export.names))]
        if label[0]:
            row[export.column(label[0])] = label[1].format(last)
        out.append(row)
        sums.clear()
    for row, record in zip(export.rows, export.truth):
        if last is not None and record["dealer"] != last:
            close()
        last = record["dealer"]
        out.append(row)
        for at, cell in enumerate(row):
            if isinstance(cell, decimal.Decimal):
                sums[at] = sums.get(at, 0) + cell
    close()
    export.rows = out
    export.answers += [r"^# ignore = "]
    return save(export, writer, folder)


@trouble(("openpyxl", "libreoffice"), ("hands", "manager"))
def texts_among_real_dates(export, writer, folder):
    at = export.column("time")
    for number in export.chance.sample(range(len(export.rows)), len(export.rows) // 4):
        export.rows[number][at] = f"{export.rows[number][at]:%m/%d/%Y %I:%M:%S %p}"
    export.loses_fractions = True
    export.answers += [r"^# format = "]
    return save(export, writer, folder)


@trouble(("openpyxl",), ("hands",))
def a_round_marked_by_its_fill(export, writer, folder):
    import openpyxl
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill
    path = save(export, writer, folder)
    book = openpyxl.load_workbook(path)
    sheet = book.active
    for number in export.chance.sample(range(2, sheet.max_row), 3):
        how = export.chance.choice(["fill", "strike", "comment", "hidden"])
        for cell in sheet[number]:
            if how == "fill":
                cell.fill = PatternFill("solid", fgColor="FFFF00")
            if how == "strike":
                cell.font = Font(strike=True)
        if how == "comment":
            sheet.cell(number, 1).comment = Comment("void", "auditor")
        if how == "hidden":
            sheet.row_dimensions[number].hidden = True
    book.save(path)
    return path


@trouble(("openpyxl",), ("hands", "manager"))
def behind_a_summary_sheet(export, writer, folder):
    import openpyxl
    path = save(export, writer, folder)
    book = openpyxl.load_workbook(path)
    front = book.create_sheet("Export Summary", 0)
    for row in (["This document was exported from Numbers. Each table was converted to an Excel worksheet."], ["Numbers Sheet Name", "Numbers Table Name", "Excel Worksheet Name"], ["Sheet 1", "Table 1", "Hands"]):
        front.append(row)
    book.save(path)
    export.after = ["--sheet", "Hands"] if export.chance.random() < 0.5 else []
    return path


@trouble(TEXT[:1], ("hands", "manager", "controller"))
def a_table_of_psql(export, writer, folder):
    cells = [export.names] + [[writers.text(cell) for cell in row] for row in export.rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(export.names))]
    lines = [" " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in cells]
    lines.insert(1, "-" + "-+-".join("-" * width for width in widths) + "-")
    return put(os.path.join(folder, "export.txt"), "\n".join(line.rstrip() for line in lines) + f"\n({len(export.rows)} rows)\n\n")


@trouble(TEXT[:1], ("hands", "manager", "controller"))
def a_table_of_sqlcmd(export, writer, folder):
    cells = [export.names] + [[writers.text(cell) or "NULL" for cell in row] for row in export.rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(export.names))]
    lines = [" ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in cells]
    lines.insert(1, " ".join("-" * width for width in widths))
    export.answers += [r"null_values"]
    return put(os.path.join(folder, "export.txt"), "\r\n".join(lines) + f"\r\n\r\n({len(export.rows)} rows affected)\r\n")


@trouble(("json_module",))
def records_inside_an_object(export, writer, folder):
    records = [{name: None if cell is None else writers.text(cell) for name, cell in zip(export.names, row)} for row in export.rows]
    indent = export.chance.choice([None, 2])
    whole = {"exported": "2026-11-01", "count": len(records), "data": {"records": records} if export.chance.random() < 0.5 else records}
    content = json.dumps(records if export.chance.random() < 0.3 else whole, indent=indent)
    return put(os.path.join(folder, "export.json"), content)


@trouble(("pyarrow",), ("hands", "controller"))
def wall_clock_flagged_as_utc(export, writer, folder):
    at = export.column("time")
    for row in export.rows:
        row[at] = row[at].replace(tzinfo=datetime.timezone.utc)
    export.answers += [r"^# zone = "]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl"), ALL_JOURNALS)
def a_title_and_totals(export, writer, folder):
    total = [None] * len(export.names)
    total[0] = "TOTAL"
    for key in amounts(export):
        at = export.column(key)
        total[at] = sum((row[at] for row in export.rows if row[at] is not None), decimal.Decimal(0))
    names, export.names = export.names, ["Harbor Card Room: activity"] + [None] * (len(export.names) - 1)
    export.rows = [[None] * len(names), list(names)] + export.rows + [[None] * len(names), total]
    path = save(export, writer, folder)
    export.names = names
    return path


@trouble(TEXT[:1], ("hands", "manager", "bank"))
def semicolons_and_decimal_commas(export, writer, folder):
    for row in export.rows:
        for at, cell in enumerate(row):
            if isinstance(cell, decimal.Decimal):
                row[at] = f"{cell:,}".translate(str.maketrans(",.", ".,"))
            elif isinstance(cell, datetime.datetime):
                row[at] = f"{cell:%d.%m.%Y %H:%M:%S}"
    export.loses_fractions = True
    export.answers += [r"^# thousands", r"^# format", r"^# decimal"]
    return save(export, writer, folder, delimiter=";")


@trouble(("csv_module",), ("hands", "manager", "controller"))
def day_before_month(export, writer, folder):
    at = export.column("time")
    for row in export.rows:
        row[at] = f"{row[at]:%d/%m/%Y %H:%M:%S}"
    export.loses_fractions = True
    export.answers += [r"^# format = \"%d/%m"]
    return save(export, writer, folder)


@trouble(EVERY, ("hands", "manager", "controller"))
def a_column_that_is_no_part(export, writer, folder):
    at = export.chance.randrange(len(export.names) + 1)
    export.names.insert(at, "Unnamed: 0")
    export.keys.insert(at, "nothing")
    for number, row in enumerate(export.rows):
        row.insert(at, number)
    return save(export, writer, folder)


@trouble(TEXT[:1], ("hands", "manager", "controller"))
def a_table_of_mysql(export, writer, folder):
    cells = [export.names] + [[writers.text(cell) if cell is not None else "NULL" for cell in row] for row in export.rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(export.names))]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    export.answers += [r"null_values"]
    return put(os.path.join(folder, "export.txt"), "\n".join([rule, lines[0], rule, *lines[1:], rule]) + f"\n{len(export.rows)} rows in set (0.01 sec)\n")


@trouble(TEXT[:1], ("hands", "manager", "controller"))
def a_box_of_sqlite(export, writer, folder):
    cells = [export.names] + [[writers.text(cell) for cell in row] for row in export.rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(export.names))]
    def rule(left, middle, right):
        return left + middle.join("─" * (width + 2) for width in widths) + right
    lines = ["│ " + " │ ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " │" for row in cells]
    return put(os.path.join(folder, "export.txt"), "\n".join([rule("┌", "┬", "┐"), lines[0], rule("├", "┼", "┤"), *lines[1:], rule("└", "┴", "┘")]) + "\n")


@trouble(("csv_module", "json_module", "openpyxl"), ("hands", "manager", "controller"))
def serial_numbers_of_days(export, writer, folder):
    at = export.column("time")
    export.loses_fractions = True
    for row in export.rows:
        days = decimal.Decimal(round((row[at] - datetime.datetime(1899, 12, 30)) / datetime.timedelta(milliseconds=1))) / 86_400_000
        row[at] = str(round(days, 9)) if writer.__name__ == "csv_module" else float(days)
    export.answers += [r"^# format = .excel-serial\"", r"^# time = "]
    return save(export, writer, folder)


@trouble(("csv_module", "json_module"), ("hands", "controller"))
def seconds_since_1970(export, writer, folder):
    at = export.column("time")
    for row, record in zip(export.rows, export.truth):
        moment = datetime.datetime.fromisoformat(record["time"])
        row[at] = int(moment.timestamp()) if export.kind == "hands" else int(moment.timestamp() * 1000)
    export.loses_fractions = True
    export.answers += [r"^# format = "]
    return save(export, writer, folder)


@trouble(("csv_module", "openpyxl"), ("hands", "manager", "controller"))
def two_orders_of_day_and_month(export, writer, folder):
    at = export.column("time")
    for number, row in enumerate(export.rows):
        row[at] = f"{row[at]:%m/%d/%Y %H:%M:%S}" if number % 3 else f"{row[at]:%d/%m/%Y %H:%M:%S}"
    export.loses_fractions = True
    return save(export, writer, folder)


@trouble(TEXT[:1])
def only_carriage_returns(export, writer, folder):
    path, text = text_of(export, folder)
    return put(path, text.replace("\n", "\r"))


@trouble(TEXT[:1])
def the_last_row_cut_off(export, writer, folder):
    path, text = text_of(export, folder)
    last = text.rstrip("\n").split("\n")[-1]
    # A last value that is cut short cannot be told from a whole one; one that is gone can.
    return put(path, text.rstrip("\n")[:-export.chance.randrange(len(last) - last.rindex(","), len(last))])


@trouble(("csv_module", "openpyxl", "libreoffice"))
def headers_once_more(export, writer, folder):
    every = export.chance.choice([20, 50])
    rows = []
    for number, row in enumerate(export.rows):
        if number and number % every == 0:
            rows += [[None] * len(export.names), [f"{name}\u00a0" if name == export.names[0] else name for name in export.names]]
        rows.append(row)
    export.rows = rows
    return save(export, writer, folder)


@trouble(("openpyxl", "libreoffice"), ("hands", "manager", "controller"))
def sheets_with_other_layouts(export, writer, folder):
    import openpyxl
    half = len(export.rows) // 2
    below = export.rows[half:]
    export.rows = export.rows[:half]
    path = writers.openpyxl(export.names, export.rows, os.path.join(folder, "export"))
    book = openpyxl.load_workbook(path)
    order = list(range(len(export.names)))
    export.chance.shuffle(order)
    sheet = book.create_sheet("Hands 2")
    for row in [export.names] + below:
        sheet.append([float(row[at]) if isinstance(row[at], decimal.Decimal) else row[at] for at in order])
    book.save(path)
    export.extra += [(r"^(sheets = ).*", r'\1["Hands*"]')]
    return path


@trouble(("json_module",))
def keys_change_within(export, writer, folder):
    path = save(export, writer, folder)
    lines = open(path, encoding="utf-8").read().splitlines()
    key, other = export.names[export.chance.randrange(len(export.names))], "renamed"
    half = len(lines) // 2
    return put(path, "\n".join(lines[:half] + [line.replace(f'"{key}":', f'"{other}":') for line in lines[half:]]) + "\n")


@trouble(("pyarrow", "polars", "pandas", "json_module"), ("hands", "manager", "bank"))
def floats_with_gaps(export, writer, folder):
    for at, key in enumerate(export.keys):
        if any(isinstance(row[at], decimal.Decimal) for row in export.rows) or key in ("round", "seq"):
            for row in export.rows:
                row[at] = float("nan") if row[at] is None else float(row[at])
    export.answers += [r"null_values"]
    return save(export, writer, folder)


@trouble(("csv_module",), ("hands", "manager", "bank"))
def decimal_commas_in_numbers(export, writer, folder):
    for row in export.rows:
        for at, key in enumerate(export.keys):
            if isinstance(row[at], decimal.Decimal):
                row[at] = f"{row[at]}".replace(".", ",")
            elif key in ("round", "seq") and row[at] is not None:
                row[at] = f"{row[at]},0"
    export.answers += [r"^# decimal"]
    return save(export, writer, folder, delimiter=";")


@trouble(TEXT[:1], ("hands", "manager"))
def a_delimiter_within_an_unquoted_value(export, writer, folder):
    path, text = text_of(export, folder)
    lines = text.rstrip("\n").split("\n")
    # Within quotes it would be part of the value.
    plain = [at for at in range(1, len(lines)) if '"' not in lines[at]]
    for at in export.chance.sample(plain, 3):
        cells = lines[at].split(",")
        place = export.chance.randrange(len(cells))
        lines[at] = ",".join(cells[:place] + [cells[place][:1], cells[place][1:]] + cells[place + 1:])
    return put(path, "\n".join(lines) + "\n")
