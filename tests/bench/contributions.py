#!/usr/bin/env python3
"""Time and peak memory of `feltproof audit` over a manager journal of 10,000,000 contributions, every meter kept again
event by event, beside the time that polars needs for a plain sum of the column `amount` of the same file, on two
threads each, in one run.

usage: python contributions.py FELTPROOF [EVENTS] [FOLDER]

needs: pip install polars

FELTPROOF is the release binary. The journal is written into FOLDER if it is not there yet, with the meter and the
reserve kept here in whole tenths of a mill, so that what the report says of them is compared with a third program's
figures. The two programs take turns, so that whatever else the machine does falls on both.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

SUM = """
import polars, sys
print(polars.scan_csv(sys.argv[1]).select(polars.col("amount").sum()).collect().item())
"""
TABLES = 40
# Ten-thousandths of a dollar: 18.5 % and 5 % of whole dollars need three decimals.
PARTS = 10_000
OPENING, RESERVE = 14_018 * PARTS, 412 * PARTS
LINK = """[[link]]
id = "L1"
system = "nexus-command"
paytable = "pays-3"
location = "Bench"
level = "grand"
unit = "5.00"
executive_from = "5000.00"
approved = { seed = "2500.00", contribution = "18.5%", reserve = "5%" }
running = { seed = "2500.00", contribution = "18.5%", reserve = "5%" }
[[journal]]
kind = "manager"
file = "manager.csv"
"""
HEAD = """schema = 1
[engagement]
id = "BENCH"
property = "Bench"
licence = "00"
location = "Bench"
prepared_for = "bench"
prepared_by = "bench"
gaming_days = ["2026-06-15"]
gaming_day_start = "06:00"
time_zone = "America/Los_Angeles"
packs = ["us-wa"]
"""


def dollars(parts):
    return f"{parts // PARTS}.{parts % PARTS:04}"


def write(folder, events):
    """The journal; returns what its wagers gave to the meter and to the reserve, in parts."""
    os.makedirs(folder, exist_ok=True)
    units = [1 if table % 2 else 5 for table in range(TABLES)]
    with open(f"{folder}/engagement.toml", "w") as file:
        file.write(HEAD)
        for table, unit in enumerate(units):
            file.write(f'[[table]]\nid = "T{table}"\ngame = "crazy4-wa"\nseats = 6\npaytables = {{ super_bonus = "SB" }}\nlink = "L1"\nunit = "{unit}.00"\n')
        file.write(LINK)
    meter, reserve = OPENING, RESERVE
    with open(f"{folder}/manager.csv", "w") as file:
        file.write("seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document\n")

        def row(seq, event, amount):
            micros = 10 * 3_600_000_000 + seq * 5_000
            seconds, micros = divmod(micros, 1_000_000)
            time_of_day = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{micros:06}"
            display = meter // 100
            file.write(f"{seq},2026-06-15T{time_of_day},L1,grand,{event},,{amount},{display // 100}.{display % 100:02},"
                       f"{dollars(reserve)},A01,,\n")

        row(1, "reading,,", "")
        for at in range(events):
            table = at % TABLES
            wager = units[table] * (1 + at * 7 % 6)
            meter += wager * 1850
            reserve += wager * 500
            row(at + 2, f"coin_in,T{table},{at // TABLES + 1}", f"{wager}.00")
        row(events + 2, "reading,,", "")
    with open(f"{folder}/sums.json", "w") as file:
        json.dump([meter - OPENING, reserve - RESERVE, meter // 100], file)


def measured(command):
    """Wall seconds, CPU seconds, peak resident MB, exit code."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "POLARS_MAX_THREADS": "2"})
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def compare(folder, events):
    """What the report says the wagers gave is what was written."""
    to_meter, to_reserve, display = json.load(open(f"{folder}/sums.json"))
    report = json.load(open(f"{folder}/report/report.json"))
    kept = {meter["account"]: meter for meter in report["meters"]}
    for account, parts in (("meter", to_meter), ("reserve", to_reserve)):
        said = round(float(kept[account]["contributions_dollars"]) * PARTS)
        assert said == parts, (account, said, parts)
    assert round(float(kept["meter"]["expected_dollars"]) * 100) == display
    checks = {check["code"]: check for check in report["checks"]}
    for code in ("MTR-001", "MTR-002"):
        assert checks[code]["tested"] == events and checks[code]["exceptions"] == 0, checks[code]


def main():
    program = sys.argv[1]
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    folder = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), f"feltproof-meter-{events}")
    if not os.path.exists(f"{folder}/sums.json"):
        write(folder, events)
    print(f"{events} contributions, {os.path.getsize(f'{folder}/manager.csv') / 1e6:.0f} MB, two threads each")
    audit = [program, "audit", f"{folder}/engagement.toml", "--out", f"{folder}/report", "--unsigned",
             "--threads", "2"]
    polars = [sys.executable, "-c", SUM, f"{folder}/manager.csv"]
    best = {}
    for turn in range(3):
        for name, command, codes in (("feltproof audit", audit, (1, 3)), ("polars sum", polars, (0,))):
            wall, cpu, peak, code = measured(command)
            assert code in codes, (name, code)
            print(f"  turn {turn + 1}  {name:16} {wall:7.2f} s wall  {cpu:7.2f} s CPU  {peak:7.0f} MB peak")
            best[name] = min(best.get(name, (wall, cpu, peak)), (wall, cpu, peak))
    compare(folder, events)
    ours, theirs = best["feltproof audit"], best["polars sum"]
    print(f"ratio (best turn each): wall {ours[0] / theirs[0]:.2f}, CPU {ours[1] / theirs[1]:.2f}, "
          f"peak memory {ours[2] / theirs[2]:.2f}")


main()
