#!/usr/bin/env python3
"""One thing wrong in a simulated day of 2,000 rounds: what an audit makes of it.

    python3 tests/bench/one_thing_wrong.py FELTPROOF FOLDER

FOLDER is made and may be removed afterwards. Prints for each case the exit code, the findings, the exceptions by
check, the money over- and underpaid, and the size of report.json. Two binaries are compared by two runs.
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys


def one_line(text, wanted, change):
    """The text with the first line changed for which `wanted(line, number)` holds, the header being 0."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if i and wanted(line, i))
    lines[at] = change(lines[at])
    return "\n".join(lines)


def cell(line, column, change):
    cells = line.split(",")
    cells[column] = change(cells[column])
    return ",".join(cells)


def column(text, number, change):
    rows = text.split("\n")
    return "\n".join(row if i == 0 or not row else cell(row, number, change) for i, row in enumerate(rows))


def without(text, name):
    rows = [row.split(",") for row in text.strip().split("\n")]
    at = rows[0].index(name)
    return "\n".join(",".join(row[:at] + row[at + 1 :]) for row in rows) + "\n"


def sixtieth(column, change):
    return lambda text: one_line(text, lambda _, i: i == 60, lambda row: cell(row, column, change))


def first(event, column, change):
    return lambda text: one_line(text, lambda row, _: f",{event}," in row, lambda row: cell(row, column, change))


def an_hour_later(time):
    return f"{time[:11]}{(int(time[11:13]) + 1) % 24:02}{time[13:]}"


def half(text):
    rows = text.split("\n")
    return "\n".join(rows[: len(rows) // 2]) + "\n"


CASES = [
    ("queens_up_returned renamed", "hands.csv", lambda t: t.replace("queens_up_returned", "qu_ret", 1)),
    ("tables without their link", "engagement.toml", lambda t: re.sub(r"\nlink = .*", "", t)),
    ("bad character in an award's display", "manager.csv", first("award", 9, lambda _: "x")),
    ("manager journal cut in half", "manager.csv", half),
    ("no column progressive", "hands.csv", lambda t: without(t, "progressive")),
    ("wrong running contribution", "engagement.toml",
     lambda t: re.sub(r'(running = .*?contribution = )"[^"]*"', r'\1"17%"', t)),
    ("manager journal twice", "manager.csv", lambda t: t + t.split("\n", 1)[1]),
    ("meter in cents", "manager.csv", lambda t: column(t, 9, lambda v: v and str(round(float(v) * 100)))),
    ("no row reads", "hands.csv", lambda t: column(t, 4, lambda _: "?")),
    ("one event an hour late", "manager.csv", sixtieth(1, an_hour_later)),
    ("one row at the day's end", "hands.csv", sixtieth(1, lambda time: time[:10] + "T23:59:59")),
    ("one running number", "controller.csv", sixtieth(0, lambda _: "999999")),
    ("one round number", "hands.csv", sixtieth(0, lambda _: "4294967295")),
    ("one line of 1 MB", "hands.csv", lambda t: one_line(t, lambda _, i: i == 60, lambda _: "x" * 1_000_000)),
    ("a hand_button of banana", "controller.csv", first("hand_button", 6, lambda _: "banana")),
]


def audited(feltproof, folder):
    """What the audit of this folder says, in one line."""
    command = [feltproof, "audit", str(folder / "engagement.toml"), "--unsigned", "--out", str(folder / "out")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    file = folder / "out" / "report.json"
    if not file.exists():
        return f"exit {ran.returncode} | {ran.stderr.strip().splitlines()[0][:110]}"
    report = json.loads(file.read_text())
    codes = collections.Counter(e["code"] for e in report["exceptions"])
    # Of the exceptions that a cause explains only the first are listed.
    listed = ", ".join(f"{code} {n}" for code, n in sorted(codes.items()))
    money = report["settled"]
    return (
        f"exit {ran.returncode} | {len(report['findings'])} findings | {report['exceptions_total']} exceptions "
        f"({listed}) | over ${money['over_dollars']} under ${money['under_dollars']} | "
        f"{file.stat().st_size / 1e6:.2f} MB"
    )


def main():
    feltproof, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    clean, changed = folder / "clean", folder / "changed"
    shutil.rmtree(clean, ignore_errors=True)
    simulate = [feltproof, "simulate", "--rng-seed", "3", "--rounds", "2000", "--out", str(clean)]
    subprocess.run(simulate, check=True, capture_output=True)
    print("clean |", audited(feltproof, clean))
    shutil.rmtree(clean / "out", ignore_errors=True)
    for name, file, change in CASES:
        shutil.rmtree(changed, ignore_errors=True)
        shutil.copytree(clean, changed)
        before = (changed / file).read_text()
        after = change(before)
        assert after != before, name
        (changed / file).write_text(after)
        print(name, "|", audited(feltproof, changed), flush=True)


main()
