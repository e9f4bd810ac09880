#!/usr/bin/env python3
"""Processor time of `feltproof audit` over a simulated day, and over the same day whose hands journal is another
program's export read through a mapping profile; then `feltproof read` over those hands as a workbook, beside the time
that openpyxl needs to read the same workbook in read-only mode.

usage: python through_a_profile.py FELTPROOF [ROUNDS] [FOLDER] [OTHER]

needs: pip install openpyxl (without it the workbook is left out)

FELTPROOF is the release binary, OTHER an earlier one that audits the canonical day in the same turns. The export has
semicolons, `$1,250.00`, `10/31/2026 06:03:22.250000 PM` and other column names. All take turns, so that whatever else
the machine does falls on each; the least of the turns counts, and the ratio is the result.
"""

import csv
import os
import subprocess
import sys
import tempfile
from datetime import datetime

TURNS = 5
NAMES = {"round": "Rnd #", "time": "When", "table": "Tbl", "dealer": "Dlr", "seat": "Pos", "cards": "Hand",
         "action": "Did"}
PROFILE = """schema = 1
name = "Semicolons, dollars, half days"
kind = "hands"
[file]
format = "{format}"
{dialect}header_row = 1
[columns]
{columns}
[time]
format = "%m/%d/%Y %I:%M:%S%.f %p"
[money]
sign = "$"
thousands = ","
decimal = "."
"""
SHEET_ROWS = 300_000
READ = """
import openpyxl, sys
sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).active
print(sum(1 for row in sheet.iter_rows(values_only=True) if row[0] is not None))
"""


def measured(command):
    """Processor seconds and peak resident MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 3), (command, status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def exported(name):
    return NAMES.get(name, name.replace("_", " ").title())


def rows_of(path):
    """The rows of the export, the header first."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        header = next(rows)
        money = [at for at, name in enumerate(header) if name not in NAMES]
        yield [exported(name) for name in header]
        for row in rows:
            row[1] = datetime.fromisoformat(row[1]).strftime("%m/%d/%Y %I:%M:%S.%f %p")
            for at in money:
                if row[at]:
                    dollars, cents = row[at].split(".")
                    row[at] = f"${int(dollars):,}.{cents}"
            yield row


def engagement(day, folder, file):
    """The day's engagement, with the hands read from `file` by the profile beside it."""
    with open(f"{day}/engagement.toml") as source:
        text = source.read()
    for journal in ("controller.csv", "manager.csv"):
        text = text.replace(f'"{journal}"', f'"{os.path.relpath(day, folder)}/{journal}"')
    text = text.replace('file = "hands.csv"', f'file = "{file}"\nprofile = "hands.toml"')
    with open(f"{folder}/engagement.toml", "w") as out:
        out.write(text)


def profile(day, folder, format, dialect):
    with open(f"{day}/hands.csv") as hands:
        header = hands.readline().rstrip().split(",")
    columns = "\n".join(f'{name} = "{exported(name)}"' for name in header)
    with open(f"{folder}/hands.toml", "w") as out:
        out.write(PROFILE.format(format=format, dialect=dialect, columns=columns))


def in_turns(commands, clean):
    """The least processor time and memory of each."""
    best = {}
    for _ in range(TURNS):
        for name, command in commands.items():
            subprocess.run(["rm", "-rf", clean], check=True)
            best[name] = min(best.get(name, (1e9, 0)), measured(command))
    for name, (cpu, peak) in best.items():
        print(f"  {name:34} {cpu:6.2f} s of processor time  {peak:5.0f} MB")
    return {name: cpu for name, (cpu, _) in best.items()}


def export(day, folder):
    """The day with its hands as delimited text of another program, and the profile that reads them."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/hands.txt", "w", newline="") as out:
        csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows_of(f"{day}/hands.csv"))
    profile(day, folder, "delimited", 'delimiter = ";"\n')
    engagement(day, folder, "hands.txt")


def text(program, other, day, rounds, folder):
    export(day, folder)
    report = f"{folder}/report"
    audit = lambda binary, of: [binary, "audit", f"{of}/engagement.toml", "--unsigned", "--out", report]
    commands = {"canonical": audit(program, day), "through a profile": audit(program, folder)}
    if other:
        commands["canonical, the other binary"] = audit(other, day)
    print(f"{rounds} rounds audited")
    best = in_turns(commands, report)
    print(f"  through a profile / canonical: {best['through a profile'] / best['canonical']:.2f}")
    if other:
        print(f"  canonical / the other binary: {best['canonical'] / best['canonical, the other binary']:.2f}")


def workbook(program, day, folder):
    try:
        import openpyxl
    except ImportError:
        print("no workbook: openpyxl is not installed")
        return
    os.makedirs(folder, exist_ok=True)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Hands")
    count = 0
    for row in rows_of(f"{day}/hands.csv"):
        sheet.append(row)
        count += 1
        if count > SHEET_ROWS:
            break
    book.save(f"{folder}/hands.xlsx")
    profile(day, folder, "workbook", "")
    engagement(day, folder, "hands.xlsx")
    print(f"a workbook of {count - 1} rows")
    best = in_turns({
        "feltproof read, all three journals": [program, "read", f"{folder}/engagement.toml"],
        "openpyxl, read-only": [sys.executable, "-c", READ, f"{folder}/hands.xlsx"],
    }, f"{folder}/report")
    ours, theirs = best.values()
    print(f"  ours / openpyxl: {ours / theirs:.2f}")


def main():
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    folder = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), f"feltproof-export-{rounds}")
    other = sys.argv[4] if len(sys.argv) > 4 else None
    day = f"{folder}/day"
    if not os.path.exists(f"{day}/engagement.toml"):
        os.makedirs(folder, exist_ok=True)
        subprocess.run([program, "simulate", "--rng-seed", "5", "--rounds", str(rounds), "--out", day], check=True,
                       stdout=subprocess.DEVNULL)
    text(program, other, day, rounds, f"{folder}/text")
    workbook(program, day, f"{folder}/workbook")


if __name__ == "__main__":
    main()
