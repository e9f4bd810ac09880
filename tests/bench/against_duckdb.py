#!/usr/bin/env python3
"""Whole-process time and peak memory of `feltproof audit` beside the time that DuckDB needs to read the
same journals once (one count and one sum each), on two threads each, in one run.

usage: python against_duckdb.py FELTPROOF [ROUNDS] [FOLDER]

needs: pip install duckdb

FELTPROOF is the release binary. The day is simulated into FOLDER if it is not there yet. The two programs
take turns, so that whatever else the machine does falls on both. An absolute time says little; the ratio is
the result.
"""

import os
import subprocess
import sys
import tempfile
import time

# The quote is named because DuckDB's sniffer looks at the first rows only and then refuses the one quoted field.
READ = """
import duckdb, sys
con = duckdb.connect()
con.execute("SET threads = 2")
con.execute("SET enable_progress_bar = false")
for file, column in (("hands.csv", "ante"), ("controller.csv", "seq"), ("manager.csv", "amount")):
    print(file, con.execute(f"SELECT count(*), sum({column}) FROM read_csv('{sys.argv[1]}/{file}', quote=chr(34))").fetchone())
"""


def measured(command):
    """Wall seconds, CPU seconds, peak resident MB, exit code."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    folder = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), f"feltproof-day-{rounds}")
    if not os.path.exists(f"{folder}/engagement.toml"):
        subprocess.run([program, "simulate", "--rounds", str(rounds), "--out", folder], check=True)
    size = sum(os.path.getsize(f"{folder}/{f}") for f in ("hands.csv", "controller.csv", "manager.csv"))
    print(f"{rounds} rounds, {size / 1e6:.0f} MB of journals, two threads each")
    audit = [program, "audit", f"{folder}/engagement.toml", "--out", f"{folder}/report", "--unsigned",
             "--threads", "2"]
    duckdb = [sys.executable, "-c", READ, folder]
    best = {}
    for turn in range(3):
        for name, command in (("feltproof audit", audit), ("duckdb read", duckdb)):
            wall, cpu, peak, code = measured(command)
            assert code == 0, (name, code)
            print(f"  turn {turn + 1}  {name:16} {wall:7.2f} s wall  {cpu:7.2f} s CPU  {peak:7.0f} MB peak")
            best[name] = min(best.get(name, (wall, cpu, peak)), (wall, cpu, peak))
    ours, theirs = best["feltproof audit"], best["duckdb read"]
    print(f"ratio (best turn each): wall {ours[0] / theirs[0]:.2f}, CPU {ours[1] / theirs[1]:.2f}, "
          f"peak memory {ours[2] / theirs[2]:.2f}")


main()
