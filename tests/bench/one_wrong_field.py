"""One thing wrong in a large clean day: how many findings, how large a report, how much memory.

    python tests/bench/one_wrong_field.py FELTPROOF ROUNDS FOLDER

FELTPROOF is the program, built with --release. The day of so many rounds is simulated into FOLDER/day
unless it is there. Each line is one change of that day, audited once; the changed copy is FOLDER/changed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

PROGRAM, ROUNDS, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
DAY, CHANGED, OUT = FOLDER / "day", FOLDER / "changed", FOLDER / "out"
FILES = ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"]


def audited():
    """The report, its size, the peak of memory and the seconds of one audit."""
    command = [PROGRAM, "audit", str(CHANGED / "engagement.toml"), "--unsigned", "--out", str(OUT)]
    began = time.monotonic()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(run.pid, 0)
    seconds = time.monotonic() - began
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1, 3):
        sys.exit(f"the audit ended with {code}")
    report = OUT / "report.json"
    return code, json.loads(report.read_text()), report.stat().st_size, used.ru_maxrss, seconds


def show(name, change):
    """Copies the day, changes it, audits it and prints a line."""
    shutil.rmtree(CHANGED, ignore_errors=True)
    CHANGED.mkdir(parents=True)
    for file in FILES:
        os.symlink((DAY / file).resolve(), CHANGED / file)
    change()
    code, report, size, peak, seconds = audited()
    found = {f["title"] if f["cause"] else f["code"] for f in report["findings"]}
    print(
        f"{name} | exit {code} | {len(found)} findings: {', '.join(sorted(found))} | "
        f"{report['exceptions_total']} exceptions | report.json {size / 1e6:.2f} MB | "
        f"{peak / 1024:.0f} MB | {seconds:.1f} s",
        flush=True,
    )


def rewrite(file, line):
    """Writes the file anew; `line` gets the number and the text of each line."""
    (CHANGED / file).unlink()
    with open(DAY / file) as before, open(CHANGED / file, "w") as after:
        after.writelines(line(number, text) for number, text in enumerate(before, 1))


def at(file, change):
    """Changes the line in the middle of a file."""
    with open(DAY / file) as lines:
        middle = sum(1 for _ in lines) // 2
    rewrite(file, lambda number, text: change(text) if number == middle else text)


def an_hour_later(text):
    hour = re.search(r"T(\d\d):", text)
    return f"{text[:hour.start(1)]}{(int(hour[1]) + 1) % 24:02}{text[hour.end(1):]}"


def at_the_end(text):
    time_of = r"\d{4}-\d\d-\d\dT[\d:.]+([-+]\d\d:\d\d)?"
    last = subprocess.run(["tail", "-3", DAY / "hands.csv"], capture_output=True, text=True)
    return re.sub(time_of, re.search(time_of, last.stdout)[0], text, count=1)


def first_field(change):
    def changed(text):
        field, rest = text.split(",", 1)
        return f"{change(field)},{rest}"

    return changed


def other_rate():
    (CHANGED / "engagement.toml").unlink()
    text = (DAY / "engagement.toml").read_text()
    assert 'contribution = "18.5%", reserve' in text
    text = text.replace('contribution = "18.5%", reserve', 'contribution = "17%", reserve')
    (CHANGED / "engagement.toml").write_text(text)


def a_cent_less_from_the_middle():
    """18.3 % in place of 18.5 %: each $5.00 adds a cent less; an award takes what was not added."""
    with open(DAY / "manager.csv") as lines:
        middle = sum(1 for _ in lines) // 2
    less = Decimal(0)

    def line(number, text):
        nonlocal less
        if number < middle or number == 1:
            return text
        fields = text.rstrip("\n").split(",")
        event, amount, display = fields[4], fields[8], Decimal(fields[9])
        if event == "coin_in":
            less += Decimal(amount) * Decimal("0.002")
        if event == "award" and display < 100:
            fields[8] = str(Decimal(amount) - less)
            less = Decimal(0)
        fields[9] = f"{display - less:.2f}"
        return ",".join(fields) + "\n"

    rewrite("manager.csv", line)


def twice(file):
    (CHANGED / file).unlink()
    with open(CHANGED / file, "wb") as after:
        for time_round in range(2):
            with open(DAY / file, "rb") as before:
                header = before.readline()
                after.write(b"" if time_round else header)
                shutil.copyfileobj(before, after)


def in_cents(number, text):
    if number == 1:
        return text
    fields = text.rstrip("\n").split(",")
    for place in (8, 9, 10):
        if fields[place]:
            fields[place] = f"{Decimal(fields[place]) * 100:.0f}"
    return ",".join(fields) + "\n"


if not DAY.exists():
    command = [PROGRAM, "simulate", "--rng-seed", "1", "--rounds", ROUNDS, "--out", str(DAY)]
    subprocess.run(command, check=True)
show("clean", lambda: None)
for journal in ("hands", "controller", "manager"):
    show(f"one hour later: a record of {journal}", lambda: at(f"{journal}.csv", an_hour_later))
show("a time at the day's end: a row of hands", lambda: at("hands.csv", at_the_end))
for journal in ("controller", "manager"):
    number = first_field(lambda field: int(field) + 400_000)
    show(f"one running number: {journal}", lambda: at(f"{journal}.csv", number))
show("one round number", lambda: at("hands.csv", first_field(lambda _: 4294967295)))
show("wrong running contribution", other_rate)
show("another rate from the middle on", a_cent_less_from_the_middle)
show("manager journal twice", lambda: twice("manager.csv"))
show("hands journal twice", lambda: twice("hands.csv"))
show("meter in cents", lambda: rewrite("manager.csv", in_cents))
