"""Programs that write tables: each takes names and rows of typed cells (text, int, Decimal, datetime, None) and a path without
an ending, and gives back the path of the file. `ALL` lists them; one that is not installed is said."""
import csv, datetime, decimal, importlib.util, json, os, shutil, subprocess, tempfile


def text(cell):
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime):
        return cell.isoformat()
    return str(cell)


def csv_module(names, rows, path, **dialect):
    path += ".csv"
    with open(path, "w", newline="", encoding=dialect.pop("encoding", "utf-8")) as out:
        writer = csv.writer(out, **dialect)
        if names:
            writer.writerow(names)
        writer.writerows([[text(cell) for cell in row] for row in rows])
    return path


def json_module(names, rows, path):
    path += ".jsonl"
    with open(path, "w", encoding="utf-8") as out:
        for row in rows:
            cells = {name: None if cell is None else float(cell) if isinstance(cell, decimal.Decimal) else cell
                     if isinstance(cell, int) else text(cell) for name, cell in zip(names, row)}
            out.write(json.dumps(cells) + "\n")
    return path


def sheet_of(book, names, rows, title="Hands"):
    sheet = book.active
    sheet.title = title
    if names:
        sheet.append(list(names))
    for row in rows:
        sheet.append([float(cell) if isinstance(cell, decimal.Decimal) else cell for cell in row])
    return sheet


def openpyxl(names, rows, path):
    import openpyxl as library
    path += ".xlsx"
    book = library.Workbook()
    sheet_of(book, names, rows)
    book.save(path)
    return path


def xlsxwriter(names, rows, path):
    import xlsxwriter as library
    path += ".xlsx"
    book = library.Workbook(path, {"default_date_format": "yyyy-mm-dd hh:mm:ss.000"})
    sheet = book.add_worksheet("Hands")
    for at, row in enumerate(([list(names)] if names else []) + [list(row) for row in rows]):
        for column, cell in enumerate(row):
            if cell is not None:
                sheet.write(at, column, float(cell) if isinstance(cell, decimal.Decimal) else cell)
    book.close()
    return path


def libreoffice(names, rows, path, form="ods"):
    """LibreOffice opens what openpyxl wrote, or a CSV, and saves it."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, os.path.basename(path))
        source = openpyxl(names, rows, source) if is_installed(openpyxl) else csv_module(names, rows, source)
        return saved_by_libreoffice(source, path, form)


def libreoffice_xls(names, rows, path):
    return libreoffice(names, rows, path, "xls")


def fixed_width(names, rows, path):
    path += ".txt"
    cells = [[text(cell) for cell in row] for row in ([names] if names else []) + [list(row) for row in rows]]
    widths = [max(len(row[at]) for row in cells if at < len(row)) + 2 for at in range(max(map(len, cells)))]
    with open(path, "w", encoding="utf-8", newline="") as out:
        for row in cells:
            out.write("".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n")
    return path


def saved_by_libreoffice(source, path, form="ods"):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["soffice", f"-env:UserInstallation=file://{folder}/user", "--headless", "--convert-to", form, "--outdir", folder, source],
                       check=True, capture_output=True, timeout=300)
        made = os.path.join(folder, os.path.splitext(os.path.basename(source))[0] + "." + form)
        shutil.copy(made, f"{path}.{form}")
    return f"{path}.{form}"


def columns_of(names, rows):
    """Columns of one type each; one of several types is text."""
    columns = {}
    for at, name in enumerate(names):
        cells = [row[at] for row in rows]
        is_of_one = len({type(cell) for cell in cells if cell is not None}) <= 1
        columns[name] = cells if is_of_one else [cell if cell is None else text(cell) for cell in cells]
    return columns


def pyarrow(names, rows, path):
    import pyarrow as library
    import pyarrow.parquet as parquet
    path += ".parquet"
    parquet.write_table(library.table(columns_of(names, rows)), path)
    return path


def polars(names, rows, path):
    import polars as library
    path += ".parquet"
    library.DataFrame(columns_of(names, rows), strict=False, infer_schema_length=None).write_parquet(path)
    return path


def pandas(names, rows, path):
    import pandas as library
    path += ".csv"
    library.DataFrame(columns_of(names, rows)).to_csv(path, index=False)
    return path


def duckdb(names, rows, path):
    import duckdb as library
    with tempfile.TemporaryDirectory() as folder:
        source = csv_module(names, rows, os.path.join(folder, "source"))
        path += ".parquet"
        library.sql(f"COPY (SELECT * FROM read_csv('{source}', sample_size=-1, delim=',', header=true)) TO '{path}' (FORMAT parquet)")
    return path


ALL = [csv_module, json_module, fixed_width, openpyxl, xlsxwriter, libreoffice, libreoffice_xls, pyarrow, polars, pandas, duckdb]


PLAIN = [csv_module, json_module, fixed_width]


def is_installed(writer):
    if writer in PLAIN:
        return True
    if writer in (libreoffice, libreoffice_xls):
        return shutil.which("soffice") is not None
    return importlib.util.find_spec(writer.__name__) is not None
