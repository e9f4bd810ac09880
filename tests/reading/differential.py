#!/usr/bin/env python3
"""One simulated day as other programs write it, with one trouble at a time: every record that the program reads equals
the truth, is a problem, or is left out in a sentence; never another value.

    differential.py FELTPROOF [--seeds N] [--first SEED] [--only WORD] [--keep FOLDER] [--audit] [--plain] [--quiet]

For each seed every trouble of `troubles.py` is tried with a writer, a journal and a place that the seed chooses. The
profile is the one that `feltproof inspect` writes; what it asks is answered as somebody would who knows the export
(the answers are counted), and the records that `feltproof convert` then writes are compared with the truth, column by
column. A writer that is not installed is named at the end. Exit code 0: nothing was read as something else.
"""
import argparse, collections, csv, datetime, decimal, json, os, random, re, shutil, subprocess, sys, tempfile, tomllib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import troubles, writers

ARGUMENTS = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ARGUMENTS.add_argument("feltproof")
ARGUMENTS.add_argument("--seeds", type=int, default=1)
ARGUMENTS.add_argument("--first", type=int, default=1)
ARGUMENTS.add_argument("--only", default="")
ARGUMENTS.add_argument("--keep")
ARGUMENTS.add_argument("--audit", action="store_true")
ARGUMENTS.add_argument("--plain", action="store_true", help="only what Python itself writes")
ARGUMENTS.add_argument("--quiet", action="store_true")
MONEY = {"ante", "super_bonus", "play", "queens_up", "progressive", "ante_returned", "super_bonus_returned", "play_returned",
         "queens_up_returned", "progressive_returned", "envy_returned", "amount", "display", "reserve", "in_meter",
         "deposit", "withdrawal", "fee", "balance"}
# What an export calls the columns; a column that is not here keeps its name.
VENDOR = {"round": "Rnd", "time": "Time", "table": "Table", "dealer": "Dealer", "seat": "Seat", "cards": "Cards",
          "action": "Action", "ante": "Ante Bet", "ante_returned": "Ante Pay", "super_bonus": "SB Bet",
          "super_bonus_returned": "SB Pay", "play": "Play Bet", "play_returned": "Play Pay", "queens_up": "QU Bet",
          "queens_up_returned": "QU Pay", "progressive": "Prog Bet", "progressive_returned": "Prog Pay",
          "envy_returned": "Envy Pay"}


def run(*command, cwd=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, errors="replace", timeout=300)


class Day:
    """A simulated day: its folder, and the records of each journal as the program writes them from its own files."""

    def __init__(self, feltproof, seed, folder, date):
        self.folder = os.path.join(folder, f"day-{seed}-{date}")
        run(feltproof, "simulate", "--rng-seed", seed, "--rounds", 90, "--bank", "--gaming-day", date, "--out", self.folder)
        done = run(feltproof, "convert", os.path.join(self.folder, "engagement.toml"), "--out", os.path.join(self.folder, "truth"))
        assert done.returncode == 0, done.stdout + done.stderr
        self.engagement = open(os.path.join(self.folder, "engagement.toml")).read()
        self.journals = {}
        for kind in ("hands", "controller", "manager", "bank"):
            path = os.path.join(self.folder, "truth", kind + ".csv")
            if os.path.exists(path):
                self.journals[kind] = list(csv.DictReader(open(path, newline="", encoding="utf-8")))


class Export:
    """A journal on its way into a file: names of columns, and rows of typed cells, each with the truth that it says."""

    def __init__(self, day, kind, chance, style):
        self.day, self.kind, self.chance = day, kind, chance
        self.truth = list(day.journals[kind])
        used = [name for name in self.truth[0] if any(row[name] for row in self.truth)]
        self.keys = used
        self.names = [VENDOR.get(name, name) if style == "vendor" and kind == "hands" else name for name in used]
        self.rows = [[self.typed(name, row[name]) for name in used] for row in self.truth]
        self.says = [[index] for index in range(len(self.truth))]
        # What somebody who knows the export answers, beside the columns: lines of the profile, by a pattern.
        self.answers, self.extra = [], []
        self.engagement = {"repeated_hour": '"record-order"'}
        self.loses_fractions = False
        # False where the trouble changed what the day says: then an audit may find it.
        self.is_honest = True
        self.after = []

    @staticmethod
    def typed(name, text):
        if text == "":
            return None
        if name in MONEY:
            return decimal.Decimal(text)
        if name == "time":
            return datetime.datetime.fromisoformat(re.sub(r"([+-]\d\d:\d\d|Z)$", "", text))
        if name in ("round", "seq") and text.isdigit():
            return int(text)
        return text

    def column(self, key):
        return self.keys.index(key)

    def has(self, key):
        return key in self.keys

    def filled(self, key):
        at = self.column(key)
        return [index for index, row in enumerate(self.rows) if row[at] is not None]


def answered(profile, export):
    """The profile with what is asked answered; how many lines were changed."""
    out, count = [], 0
    wanted = {key: name for key, name in zip(export.keys, export.names)}
    section, given = "", set()
    for line in profile.splitlines():
        opens = re.match(r"^# (\[time\])", line)
        if opens and any(word in pattern for word in ("format", "date", "zone") for pattern in export.answers):
            line, count = opens.group(1), count + 1
        head = re.match(r"^\[+([\w.]+)\]+", line)
        section = head.group(1) if head else section
        guess = re.match(r"^# (.*?)(?:  # (?:guess|asked).*)?$", line)
        if guess and line.startswith("# "):
            body = guess.group(1)
            key = body.split(" = ")[0].strip()
            is_source = section == "columns" and key in wanted and f'"{wanted[key]}"' in body and "= \"\"" not in body
            is_known = is_source or any(re.search(pattern, line) for pattern in export.answers)
            if is_known and (section, key) not in given:
                line, count = body, count + 1
        for pattern, new in export.extra:
            if re.search(pattern, line):
                line, count = re.sub(pattern, new, line), count + 1
        if " = " in line and not line.startswith("#"):
            given.add((section, line.split(" = ")[0].strip()))
        out.append(line)
    return "\n".join(out) + "\n", count


def shown(key, row, loses):
    # A text that a spreadsheet would run is written behind an apostrophe.
    text = re.sub(r"^'(?=[-=+@'\t])", "", row.get(key) or "")
    if key in MONEY and text:
        return str(decimal.Decimal(text).normalize() + 0)
    if key == "time" and loses:
        return re.sub(r"(:\d\d)\.\d+", r"\1", text)
    return text


def judge(feltproof, export, path, folder):
    """(what came of it, how many lines were edited, a remark)"""
    profile = os.path.join(folder, "p.toml")
    looked = run(feltproof, "inspect", path, "--kind", export.kind, "--write-profile", "--out", profile, "--force", *export.after)
    if looked.returncode not in (0, 3) or not os.path.exists(profile):
        return "refused", 0, "inspect: " + (looked.stderr or looked.stdout).strip()[-300:]
    profiles, edits, mapped = [], 0, None
    while True:
        text, more = answered(open(profile, encoding="utf-8").read(), export)
        open(profile, "w", encoding="utf-8").write(text)
        edits += more
        try:
            read = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            return "WRONG", edits, f"the profile is no TOML: {error}"
        own = set(read.get("columns", {})) | ({"seat"} if "wide" in read else set())
        mapped = own if mapped is None else mapped & own
        profiles.append(os.path.basename(profile))
        # A file of two layouts is read by two profiles, as `inspect` says.
        last = read.get("rows", {}).get("last")
        if last is None or len(profiles) == 4:
            break
        profile = os.path.join(folder, f"p{len(profiles) + 1}.toml")
        looked = run(feltproof, "inspect", path, "--kind", export.kind, "--header-row", last + 1, "--write-profile",
                     "--out", profile, "--force", *export.after)
        if looked.returncode not in (0, 3) or not os.path.exists(profile):
            return "refused", edits, "inspect of the second part: " + (looked.stderr or looked.stdout).strip()[-300:]
    outcome, remark = converted(feltproof, export, path, folder, mapped, profiles)
    return outcome, edits, remark


def converted(feltproof, export, path, folder, mapped, profiles):
    """Reads the file by these profiles, or as a canonical journal, and compares the columns that are mapped."""
    for name in ("hands", "controller", "manager", "bank"):
        source = os.path.join(export.day.folder, name + ".csv")
        if os.path.exists(source):
            shutil.copy(source, folder)
    with open(os.path.join(folder, "engagement.toml"), "w", encoding="utf-8") as out:
        out.write(with_file(export, os.path.basename(path), profiles))
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    done = run(feltproof, "convert", "engagement.toml", "--out", out, cwd=folder)
    if done.returncode == 2:
        return "refused", "convert: " + (done.stderr or done.stdout).strip()[-400:]
    if done.returncode not in (0, 1):
        return "WRONG", f"convert ends with {done.returncode}: {done.stderr[-300:]}"
    parts = sorted(name for name in os.listdir(out) if name.startswith(export.kind) and name.endswith(".csv"))
    read = [row for name in parts for row in csv.DictReader(open(os.path.join(out, name), newline="", encoding="utf-8"))]
    problems = [row for row in csv.DictReader(open(os.path.join(out, "quarantine.csv"), newline="", encoding="utf-8"))
                if os.path.basename(path) in row["file"]]
    keys = [key for key in export.truth[0] if key in mapped]
    if not keys:
        return "refused", "no column is certain"
    loses = export.loses_fractions
    true = collections.Counter(tuple(shown(key, row, loses) for key in keys) for row in export.truth)
    wrong = []
    for row in read:
        record = tuple(shown(key, row, loses) for key in keys)
        if true[record] > 0:
            true[record] -= 1
        else:
            wrong.append(record)
    # One problem may hold several records: lone carriage returns do not end one.
    lost = sum(1 + row["raw"].rstrip("\r").count("\r") for row in problems)
    left = sum(true.values())
    if wrong:
        best = max(true, key=lambda other: sum(a == b for a, b in zip(other, wrong[0])) if true[other] > 0 else -1)
        apart = [f"{key} read `{a}` not `{b}`" for key, a, b in zip(keys, wrong[0], best) if a != b]
        return "WRONG", f"{len(wrong)} records, the first: " + "; ".join(apart)
    if left > lost:
        said = done.stdout + done.stderr
        return "WRONG", f"{left} records are missing, {len(problems)} problems: {said.strip()[-200:]}"
    unmapped = sorted(set(export.truth[0]) & set(export.keys) - mapped)
    if problems or unmapped:
        first = problems[0]["reason"][:260] if problems else ""
        return "partly", f"{len(read)} of {len(export.truth)}; not read: {' '.join(unmapped)}; {len(problems)} problems {first}"
    return "read", ""


def audited(feltproof, folder):
    """The exceptions of an audit, but for records that could not be read."""
    out = os.path.join(folder, "report")
    shutil.rmtree(out, ignore_errors=True)
    done = run(feltproof, "audit", "engagement.toml", "--report", "json", "--unsigned", "--quiet", "--out", out, cwd=folder)
    if done.returncode == 2:
        assert "nothing was written" in done.stderr or "Nothing was written" in done.stderr, done.stderr
        return []
    path = os.path.join(out, "report.json")
    report = json.load(open(path, encoding="utf-8"))
    return sorted({f"{e['code']} {e.get('file', '')}:{e.get('line', '')}" for e in report["exceptions"] if e["code"] != "LOG-001"})


def with_file(export, file, profiles):
    """The engagement, with this file for the journal, once for each of its profiles."""
    blocks = re.split(r"(?m)^(?=\[\[)", export.day.engagement)
    for at, block in enumerate(blocks):
        if block.startswith("[[journal]]") and f'kind = "{export.kind}"' in block:
            entries = []
            for profile in profiles or [None]:
                by = f'\nprofile = "{profile}"' if profile else ""
                entries.append(re.sub(r"(?m)^file = .*$", f'file = "{file}"{by}', block).rstrip() + "\n\n")
            block = "".join(entries)
            block = re.sub(r'(?m)^encoding = .*\n', "", block)
            for key, value in export.engagement.items():
                block = re.sub(rf"(?m)^{key} = .*\n", "", block)
                block = re.sub(r"(?m)^(file = .*)$", rf"\1\n{key} = {value}", block)
            blocks[at] = block
    return "".join(blocks)


def main():
    arguments = ARGUMENTS.parse_args()
    feltproof = os.path.abspath(arguments.feltproof)
    work = arguments.keep or tempfile.mkdtemp()
    os.makedirs(work, exist_ok=True)
    tally, wrong, edits_max = collections.Counter(), [], 0
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        # Where the order of rows is the trouble, the day has the hour that comes twice.
        days = [Day(feltproof, seed, work, date) for date in ("2026-10-30", "2026-10-31")]
        for trouble in troubles.ALL:
            if arguments.only not in trouble.__name__:
                continue
            chance = random.Random(f"{seed} {trouble.__name__}")
            day = days[trouble.is_of_order]
            kinds = [kind for kind in trouble.journals if kind in day.journals]
            able = [w for w in writers.ALL if w.__name__ in trouble.writers and (w in writers.PLAIN or not arguments.plain)]
            if not able:
                continue
            writer, kind = chance.choice(able), chance.choice(kinds)
            if not writers.is_installed(writer):
                tally["not installed: " + writer.__name__] += 1
                continue
            folder = os.path.join(work, f"{seed}-{trouble.__name__}")
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            style = chance.choice(["vendor", "vendor", "canonical"])
            export = Export(day, kind, chance, style)
            # It saves thousandths of a second as hundredths.
            export.loses_fractions = writer in (writers.libreoffice, writers.libreoffice_xls)
            path = trouble(export, writer, folder)
            if path is None:
                tally["not applicable"] += 1
                continue
            outcomes = [judge(feltproof, export, path, folder)]
            accused = audited(feltproof, folder) if arguments.audit and export.is_honest and outcomes[0][0] in ("read", "partly") else []
            if path.endswith(".csv") and export.names == export.keys:
                outcomes.append((lambda outcome, remark: (outcome, 0, "without a profile: " + remark))(
                    *converted(feltproof, export, path, folder, set(export.keys), None)))
            if accused:
                outcomes.append(("ACCUSED", outcomes[0][1], f"{len(accused)}: " + ", ".join(accused[:4])))
            for outcome, edits, remark in outcomes:
                tally[outcome] += 1
                edits_max = max(edits_max, edits)
                is_wrong = outcome in ("WRONG", "ACCUSED")
                if is_wrong:
                    wrong.append(folder)
                if not arguments.quiet or is_wrong:
                    print(f"{outcome:8} seed {seed} {trouble.__name__} ({kind}, {writer.__name__}), {edits} edits. {remark}", flush=True)
    print("; ".join(f"{count} {outcome}" for outcome, count in sorted(tally.items())), f"; at most {edits_max} lines edited")
    if not arguments.keep:
        shutil.rmtree(work)
    ran = sum(tally[outcome] for outcome in ("read", "partly", "refused", "WRONG", "ACCUSED"))
    return 1 if wrong or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
