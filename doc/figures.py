#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""Writes the generated tables and plots of the documents from doc/measurements/*.csv.

usage: doc/figures.py [--output FOLDER]

Reads README.md, doc/performance.md, doc/papers.md and doc/comba.texi, replaces what stands in them
between "<!-- generated: NAME -->" and "<!-- end ... -->", in Texinfo "@c generated: NAME" and
"@c end", and draws doc/plots/*.svg. All of these are written below FOLDER, which is this source tree
by default.
"""

import argparse
import csv
import glob
import math
import os
import re
import sys

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = ("README.md", "doc/performance.md", "doc/papers.md", "doc/comba.texi")

# CPU configurations, and what their lines and columns are called.
CPUS = {
    "zen5": "AMD Zen 5",
    "zen4": "AMD Zen 4",
    "icelake": "Intel Xeon",
    "zen3": "AMD Zen 3",
    "haswell": "haswell",
    "x86_64": "x86_64",
    "i386_ifma": "i386_ifma",
    "i386_avx2": "i386_avx2",
    "i386_sse2": "i386_sse2",
}
NATIVE = ("zen5", "zen4", "icelake", "zen3")    # against GMP built for the same CPU
MEMORY = {"zen4": "IFMA", "zen3": "AVX2"}       # memory and stack
HERE = "zen5"                                   # measured with this release
RANGES = ((1, 4), (5, 8), (9, 12), (13, 32), (33, 64), (65, 128), (129, 256), (257, 512), (513, 1024),
          (1025, 2048), (2049, 8192), (8193, 65536), (65537, 1048576))


# What is measured.

class Results:
    """A file of measurements: its header, and its rows as dictionaries. The tables of a paper
    are in sections, which begin with "# ID  title"."""

    def __init__(self, path):
        self.name = os.path.basename(path)
        self.head, self.rows, self.tables = {}, [], {}
        columns = table = None
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().splitlines()
        for line in lines:
            key = re.match(r"# (\w+): (.*)", line)
            section = re.match(r"# (\d\d\d\.\w+)  (.*)", line)
            if section:
                table = self.tables[section[1]] = Table(section[2])
                columns = None
            elif key and table is None:
                self.head[key[1]] = key[2]
            elif line.startswith("# "):
                table.note = line[2:]
            elif line:
                cells = next(csv.reader([line]))
                if columns is None:
                    columns = cells
                    if table:
                        table.columns = cells
                elif table:
                    table.rows.append(cells)
                else:
                    self.rows.append(dict(zip(columns, cells)))
        self.rows = [row for row in self.rows if row.get("noisy") != "1"]
        for need in ("kind", "config", "cpu", "compiler", "reference", "comba", "command", "date", "validity"):
            if need not in self.head:
                sys.exit(f"figures: {path}: the header has no line \"# {need}: \"")


class Table:
    def __init__(self, title):
        self.title, self.note, self.columns, self.rows = title, "", [], []

    def column(self, name):
        at = self.columns.index(name)
        return [row[at] for row in self.rows]


def read_all(folder):
    """The files by (configuration, kind); those of papers by their number."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        results = Results(path)
        config, kind = results.name[:-len(".csv")].split("-", 1)
        if config != results.head["config"] or kind.split("-")[0] != results.head["kind"]:
            sys.exit(f"figures: {path}: its header says {results.head['config']}-{results.head['kind']}")
        found[config, kind] = results
    return found


def ratios(results, function):
    """Ratio by limbs, of equal operands."""
    return {int(r["bn"]): float(r["ratio"]) for r in results.rows if r["function"] == function}


def mean(values):
    """The geometric mean."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


# Tables.

def number(x, decimals=2):
    return "" if x is None else f"{x:,.{decimals}f}"


def cycles(text):
    """Three digits, or all those before the point."""
    if not text:
        return ""
    x = float(text)
    return f"{x:.1f}" if x < 100 else f"{x:,.0f}"


def markdown(columns, rows):
    text = [any(not re.match(r"[\d.,-]*$", row[c]) for row in rows) for c in range(len(columns))]
    lines = [columns, [":---" if t else "---:" for t in text]] + rows
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def range_name(low, high):
    return f"{low:,} to {high:,}"


def by_range(all_results, columns):
    """Rows of means: COLUMNS are (configuration, function)."""
    rows = []
    for low, high in RANGES:
        means = []
        for config, function in columns:
            of = ratios(all_results[config, "products"], function)
            means.append(mean(of[n] for n in of if low <= n <= high))
        if any(m is not None for m in means):
            rows.append([range_name(low, high)] + [number(m) for m in means])
    return rows


WORD = {"mul_n": "products", "sqr": "squares"}


def table_gain(data):
    columns = [(c, f) for c in ("zen5", "zen4", "icelake") for f in ("mul_n", "sqr")]
    return markdown(["limbs"] + [f"{CPUS[c]}, {WORD[f]}" for c, f in columns], by_range(data, columns))


def table_native(data):
    columns = [(c, f) for f in ("mul_n", "sqr") for c in NATIVE]
    return markdown(["limbs"] + [f"{c}, {WORD[f]}" for c, f in columns], by_range(data, columns))


def table_others(data):
    columns = [(c, f) for c in ("haswell", "x86_64", "i386_ifma", "i386_avx2", "i386_sse2") for f in ("mul_n", "sqr")]
    return markdown(["limbs"] + [f"{c}, {WORD[f]}" for c, f in columns], by_range(data, columns))


def table_cycles(data):
    rows = data[HERE, "products"].rows
    of = {(r["function"], int(r["bn"])): r for r in rows if r["function"] != "mul"}
    lines = []
    sizes = {min((n for _, n in of), key=lambda n: abs(n - 2 ** k)) for k in range(21)}
    for n in sorted(sizes):
        line = [f"{n:,}"]
        for function in ("mul_n", "sqr"):
            r = of.get((function, n))
            line += [""] * 3 if r is None else [
                cycles(r["reference_cycles"]), cycles(r["comba_cycles"]), number(float(r["ratio"]))]
        if any(line[1:]):
            lines.append(line)
    return markdown(["limbs", "product: GMP, cycles", "product: comba, cycles", "product: GMP / comba",
                     "square: GMP, cycles", "square: comba, cycles", "square: GMP / comba"], lines)


def table_unequal(data):
    quotients = (1.1, 1.5, 2, 3, 5, 10, 100)
    bands = ((1, 3), (4, 7), (8, 16), (17, 64), (65, 256))
    cells = {}
    for r in data[HERE, "products"].rows:
        if r["function"] == "mul":
            an, bn = int(r["an"]), int(r["bn"])
            near = min(quotients, key=lambda q: abs(math.floor(bn * q + 0.5) - an))
            for band in bands:
                if band[0] <= bn <= band[1] and an > bn:
                    cells.setdefault((band, near), []).append(float(r["ratio"]))
    return markdown(["limbs of the shorter operand"] + [f"longer one {q:g} times as long" for q in quotients],
                    [[range_name(*band)] + [number(mean(cells.get((band, q), []))) for q in quotients]
                     for band in bands])


def full_powers(results):
    """Ratio by limbs of a modulus, of odd moduli and bases as long as these: exponents as long,
    or, of longer moduli, of 1024 bits, or else 256."""
    of = {}
    for exponent in ("256 bits", "1024 bits", "as the modulus"):
        for r in results.rows:
            if (r["modulus"], r["base"], r["exponent"]) == ("odd", "as long", exponent):
                if exponent != "256 bits" or int(r["limbs"]) > 128:
                    of[int(r["limbs"])] = float(r["ratio"])
    return of


def table_powers(data):
    of = {c: full_powers(data[c, "powers"]) for c in NATIVE}
    sizes = (1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 96, 128, 256, 1024)
    return markdown(["limbs of the modulus"] + list(NATIVE),
                    [[f"{n:,}"] + [number(of[c].get(n)) for c in NATIVE]
                     for n in sizes if any(n in of[c] for c in NATIVE)])


def table_exponents(data):
    rows, seen = data[HERE, "powers"].rows, {}
    for r in rows:
        if (r["modulus"], r["base"]) == ("odd", "as long"):
            seen.setdefault(r["exponent"], []).append((float(r["ratio"]), int(r["limbs"])))
    lines = []
    for exponent, of in seen.items():
        least = min(of)
        name = f"of {exponent}" if "bits" in exponent else exponent.replace("e=", "e = ").replace("as the", "as long as the")
        lines.append([name, number(mean(x for x, _ in of)), number(least[0]), str(least[1])])
    return markdown(["exponent", "mean", "least", "least at, limbs"], lines)


def table_programs(data):
    here = data[HERE, "programs"].rows
    others = [c for c in NATIVE if c != HERE and (c, "programs") in data]
    of = {c: {r["job"]: float(r["ratio"]) for r in data[c, "programs"].rows} for c in others}
    return markdown(
        ["program", f"{HERE}: Debian's GMP, s", f"{HERE}: comba, s", f"{HERE}: GMP / comba"]
        + [f"{c}: GMP / comba" for c in others],
        [[f"{r['program']}: {r['what']}"]
         + [number(float(r[c]), 3) for c in ("reference_seconds", "comba_seconds")]
         + [number(float(r["ratio"]))] + [number(of[c].get(r["job"])) for c in others] for r in here])


def table_threads(data):
    results = data[HERE, "threads"]
    of = {f: ratios(results, f) for f in ("mul_n", "sqr", "mod_mul")}
    return markdown(["limbs", "product", "square", "modular product"],
                    [[f"{n:,}"] + [number(of[f].get(n)) for f in of] for n in sorted(of["mul_n"])])


def table_slower(data):
    lines = []
    for (config, kind), results in data.items():
        for r in results.rows:
            if kind not in ("products", "powers") or float(r["ratio"]) >= 0.975:
                continue
            if kind == "powers":
                what, limbs = f"powers, {r['exponent'].replace('=', ' = ')}", int(r["limbs"])
                shape = f"{limbs:,}"
            else:
                what, limbs = WORD.get(r["function"], "products"), int(r["bn"])
                shape = f"{limbs:,}" if r["function"] != "mul" else f"{int(r['an']):,} x {limbs:,}"
            lines.append((config, what, shape, number(float(r["ratio"])), limbs))
    lines.sort(key=lambda l: (list(CPUS).index(l[0]), l[1], l[4]))
    return markdown(["configuration", "what", "limbs", "GMP / comba"], [list(l[:4]) for l in lines])


OPERATIONS = {
    "mul": "@var{n} by @var{n}", "mul_half": "@var{n} by @var{n}/2", "mul_eighth": "@var{n} by @var{n}/8",
    "mul_n": "@code{mpn_mul_n}", "sqr": "square", "tdiv_qr": "2@var{n} / @var{n}",
    "tdiv_q": "2@var{n} / @var{n}, quotient", "divexact": "2@var{n} / @var{n}, exact",
    "sqrtrem": "square root", "rootrem": "cube root",
    "get_str": "to decimal", "set_str": "from decimal", "powm": "power", "powm_sec": "constant-time",
    "powm_65537": "power 65537",
}


def texinfo(fractions, columns, rows):
    lines = [f"@multitable @columnfractions {fractions}", "@headitem " + " @tab ".join(columns)]
    return "\n".join(lines + ["@item " + " @tab ".join(row) for row in rows] + ["@end multitable"]) + "\n"


def beside(data, kind, fractions, measures):
    """A row for each operation and size: of each of MEASURES, (column, its heading, whether GMP has it)
    or None, GMP's number and comba's with each configuration."""
    of = {c: {(r["operation"], int(r["limbs"])): r for r in data[c, kind].rows} for c in MEMORY}
    heads, columns = ["operation", "@var{n}"], []
    for column, heading, has_gmp in measures:
        if has_gmp:
            heads.append(f"{heading} GMP")
            columns.append((next(iter(MEMORY)), f"reference_{column}"))
        for c, name in MEMORY.items():
            heads.append(f"{heading} {name}")
            columns.append((c, f"comba_{column}" if has_gmp else column))
    rows = []
    for key in next(iter(of.values())):
        if all(key in of[c] for c in MEMORY):
            cells = [of[c][key][column] for c, column in columns]
            rows.append([OPERATIONS[key[0]], f"{key[1]:,}"]
                        + [f"{int(x):,}" if x.isdigit() else x for x in cells])
    return texinfo(fractions, heads, rows)


def table_memory(data):
    return beside(data, "memory", ".18 .13 .115 .115 .115 .115 .115 .115",
                  (("peak", "address space", True), ("resident", "resident", True)))


def table_blocks(data):
    return beside(data, "memory", ".2 .16 .13 .13 .13 .125 .125",
                  (("block", "largest block", True), ("limited_ratio", "time, GMP /", False)))


def table_stack(data):
    return beside(data, "stack", ".2 .11 .115 .115 .115 .115 .115 .115",
                  (("first", "first call", True), ("later", "later", True)))


def table_files(data):
    return markdown(["file", "CPU", "compared with", "validity"],
                    [[f"[{r.name}](measurements/{r.name})", r.head["cpu"], r.head["reference"], r.head["validity"]]
                     for r in data.values()])


# The papers.

def paper_cell(data, config, paper, table, column, where):
    """A cell: of COLUMN, in the row whose first cells are WHERE."""
    results = data.get((config, f"papers-{paper}"))
    if results is None or table not in results.tables:
        return None
    t = results.tables[table]
    for row in t.rows:
        if tuple(row[:len(where)]) == where:
            cell = row[t.columns.index(column)]
            return None if cell in ("-", "") else float(cell)
    return None


def best_with_threads(t, threads, whose):
    """The largest ratio of the algorithms with so many threads, by size."""
    best = {}
    for row in t.rows:
        if row[0] == str(threads) and row[2] == whose:
            for size, cell in zip(t.columns[3:], row[3:]):
                if cell != "-":
                    best[int(size)] = max(best.get(int(size), 0), float(cell))
    return best


def paper(data, number_):
    return data[HERE, f"papers-{number_}"]


def table_summary(data):
    """What the papers claimed beside what is seen."""
    rows = []

    def add(who, what, paper_value, columns):
        rows.append([who, what, number(paper_value)] + [number(c) for c in columns])

    configs = [c for c in CPUS if (c, "papers-001") in data]

    def line(who, what, n, table, paper_column, here_column, where):
        value = paper_cell(data, HERE, n, table, paper_column, where)
        add(who, what, value, [paper_cell(data, c, n, table, here_column, where) for c in configs])

    line("001", "Modified Comba against Comba, w = 32, 320 bits", "001", "001.2r", "Core i3: Comba / MC",
         "here, w=32: Comba / MC", ("320",))
    line("001", "the same, vectorised by the compiler, 521 bits", "001", "001.2r", "Core i3: Comba / MC",
         "here, w=32, vectors: Comba / MC", ("521",))
    line("001", "the library against Comba, 521 bits", "001", "001.2r", "Core i3: Comba / MC",
         "here: Comba / comba", ("521",))
    for what, column in (("one thread", "MC / MCSQR"), ("two threads", "MC2x / MCSQR2x")):
        line("000", f"squares against products, w = 64, 4096 bits, {what}", "000", "000.12", f"paper: {column}",
             f"here: {column}", ("4096",))
    line("002", "square / product without a multiplier, instructions", "002", "002.4", "paper: square / product, time",
         "here: square / product, instructions", ("unsigned", "6"))
    for threads in (3, 4, 8):
        papers = best_with_threads(paper(data, "003").tables["003.2r"], threads, "paper").get(16384)
        add("003", f"modular product, {threads} threads against one, 16384 bits", papers,
            [best_with_threads(data[c, "papers-003"].tables["003.2r"], threads, "here").get(16384) for c in configs])
    for algorithm, what in (("2x", "two threads"), ("Mx", "four threads")):
        add("004", f"product, {what} against one, w = 32, 4096 bits",
            paper_cell(data, HERE, "004", "004.1r", "128", (algorithm, "i7-2600")),
            [paper_cell(data, c, "004", "004.1r", "128", (algorithm, "here")) for c in configs])
    return markdown(["paper", "claim, times as fast", "the paper"] + [f"{c}" for c in configs],
                    [[r[0]] + r[1:] for r in rows])


def table_of_paper(data, id_):
    """The table but its columns for i386, which need another build."""
    t = paper(data, id_[:3]).tables[id_]
    shown = [i for i, name in enumerate(t.columns) if "i386" not in name]
    unit = {"003": "bits", "004": "words"}.get(id_[:3])
    return markdown([f"{t.columns[i]} {unit}" if t.columns[i].isdigit() else t.columns[i] for i in shown],
                    [["" if row[i] == "-" else row[i] for i in shown] for row in t.rows])


def papers_blocks(data):
    blocks = {"summary": table_summary(data)}
    for results in [paper(data, n) for n in ("000", "001", "002", "003", "004")]:
        for id_ in results.tables:
            blocks[id_] = table_of_paper(data, id_)
    return blocks


# Plots.

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 72, 52
COLOURS = (("#0b63c4", "#6cb2ff"), ("#c2410c", "#ff9d5c"), ("#15803d", "#5fd38a"), ("#7e22ce", "#c99bff"))


def size_name(n):
    for unit, name in ((2 ** 20, "M"), (2 ** 10, "K")):
        if n >= unit and n % unit == 0:
            return f"{n // unit}{name}"
    return str(n)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def plot(title, x_label, y_label, curves):
    """An SVG file: CURVES are (name, {x: y}, dashed), x on a scale of powers of two. It follows the
    colour scheme of who looks at it."""
    assert 1 <= len(curves) <= 4, title
    xs = [x for _, points, _ in curves for x in points]
    ys = [y for _, points, _ in curves for y in points.values()]
    low, high = math.floor(math.log2(min(xs))), math.ceil(math.log2(max(xs)))
    step = next(s for s in (0.25, 0.5, 1, 2, 5, 10) if max(ys) / s <= 8)
    top = math.ceil(max(ys) / step + 1e-9) * step

    def at(x, y):
        return (LEFT + (math.log2(x) - low) / (high - low) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
           ' font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13">',
           f"<title>{escape(title)}</title>",
           "<style>",
           ".back { fill: #ffffff } text { fill: #24292f } .grid { stroke: #d0d7de } .one { stroke: #57606a }",
           ".line { fill: none; stroke-width: 2; stroke-linejoin: round } .dashed { stroke-dasharray: 6 4 }"]
    out += [f".c{i} {{ stroke: {light} }} .t{i} {{ fill: {light} }}" for i, (light, _) in enumerate(COLOURS)]
    out += ["@media (prefers-color-scheme: dark) {",
            ".back { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .one { stroke: #9198a1 }"]
    out += [f".c{i} {{ stroke: {dark} }} .t{i} {{ fill: {dark} }}" for i, (_, dark) in enumerate(COLOURS)]
    out += ["}", "</style>", f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>']

    for i in range(round(top / step) + 1):
        y = at(2 ** low, i * step)[1]
        out.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4.5:.1f}" text-anchor="end">{i * step:g}</text>')
    every = 2 if high - low > 11 else 1
    for k in range(low, high + 1):
        x = at(2 ** k, 0)[0]
        out.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}"/>')
        if (k - low) % every == 0:
            out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size_name(2 ** k)}</text>')
    y = at(2 ** low, 1)[1]
    out.append(f'<line class="one" stroke-width="1.5" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>')
    out.append(f'<text x="12" y="18" font-weight="600">{escape(title)}</text>')
    out.append(f'<text x="12" y="37">{escape(y_label)}</text>')

    x = LEFT
    for i, (name, points, dashed) in enumerate(curves):
        kind = f"line c{i}" + (" dashed" if dashed else "")
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in (at(p, points[p]) for p in sorted(points)))
        out.append(f'<polyline class="{kind}" points="{path}"/>')
        out.append(f'<line class="{kind}" x1="{x}" y1="56" x2="{x + 26}" y2="56"/>'
                   f'<text class="t{i}" x="{x + 32}" y="60.5">{escape(name)}</text>')
        x += 32 + round(7.2 * len(name)) + 20
    assert x < WIDTH + 20, f"{title}: the names of the lines are too long"
    out.append("</svg>")
    return "\n".join(out) + "\n"


def by_size(results, function):
    """Of ranges with more sizes than a line can show, means of eighths of a factor of two."""
    of = ratios(results, function)
    groups = {}
    for n, x in of.items():
        groups.setdefault(n if n < 16 else round(math.log2(n) * 8) / 8 + 1000, []).append((n, x))
    return {mean(n for n, _ in g): mean(x for _, x in g) for g in groups.values()}


def plots(data):
    faster = "times as fast as GMP (higher is better; 1: as fast)"
    native = "limbs of 64 bits"
    drawn = {
        "gain": plot("Products: time of GMP 6.3.0, built for the same CPU, / time of comba", native, faster,
                     [(CPUS[c], by_size(data[c, "products"], "mul_n"), False) for c in NATIVE]),
        "squares": plot("Squares: time of GMP 6.3.0, built for the same CPU, / time of comba", native, faster,
                        [(CPUS[c], by_size(data[c, "products"], "sqr"), False) for c in NATIVE]),
        "powers": plot("Powers: time of GMP 6.3.0, built for the same CPU, / time of comba",
                       "limbs of the modulus (64 bits)", faster,
                       [(CPUS[c], full_powers(data[c, "powers"]), False) for c in NATIVE]),
    }
    if (HERE, "threads") in data:
        results = data[HERE, "threads"]
        drawn["threads"] = plot("Two threads: time of one thread / time of two", native,
                                "times as fast as one thread (higher is better)",
                                [(name, ratios(results, f), False) for f, name in
                                 (("mul_n", "product"), ("sqr", "square"), ("mod_mul", "modular product"))])

    t = paper(data, "001").tables["001.2r"]
    bits = list(map(int, t.column("bits")))

    def column(t, name, keys):
        return {k: float(v) for k, v in zip(keys, t.column(name)) if v != "-"}

    drawn["papers-001"] = plot(
        "Paper 001: time of classical Comba / time of Modified Comba", "bits",
        "times as fast as classical Comba (higher is better)",
        [("paper, Core i3", column(t, "Core i3: Comba / MC", bits), True),
         ("w = 32", column(t, "here, w=32: Comba / MC", bits), False),
         ("w = 32, vectors", column(t, "here, w=32, vectors: Comba / MC", bits), False),
         ("w = 64", column(t, "here, w=64: Comba / MC", bits), False)])
    t = paper(data, "000").tables["000.12"]
    bits = list(map(int, t.column("bits")))
    drawn["papers-000"] = plot(
        "Paper 000: time of products / time of squares, w = 64", "bits", "times as fast as the product (higher is better)",
        [("paper, one thread", column(t, "paper: MC / MCSQR", bits), True),
         ("paper, two threads", column(t, "paper: MC2x / MCSQR2x", bits), True),
         ("one thread", column(t, "here: MC / MCSQR", bits), False),
         ("two threads", column(t, "here: MC2x / MCSQR2x", bits), False)])
    t = paper(data, "003").tables["003.2r"]
    drawn["papers-003"] = plot(
        "Paper 003: the fastest modular product with several threads against one thread", "bits",
        "times as fast as one thread (higher is better)",
        [("paper, 3 threads", best_with_threads(t, 3, "paper"), True),
         ("paper, 4 threads", best_with_threads(t, 4, "paper"), True),
         ("2 threads", best_with_threads(t, 2, "here"), False),
         ("4 threads, computed", best_with_threads(t, 4, "here"), False)])
    t = paper(data, "004").tables["004.1r"]
    rows = {tuple(r[:2]): {int(n): float(x) for n, x in zip(t.columns[2:], r[2:]) if x not in ("-", "0.00")}
            for r in t.rows if r[1] in ("here", "i7-2600")}
    drawn["papers-004"] = plot(
        "Paper 004: time of one thread / time of several, w = 32", "words of 32 bits",
        "times as fast as one thread (higher is better)",
        [("paper, 2x", rows["2x", "i7-2600"], True), ("paper, Mx", rows["Mx", "i7-2600"], True),
         ("2x", rows["2x", "here"], False), ("Mx of four", rows["Mx", "here"], False)])
    return drawn


# Documents.

def blocks(data):
    made = {
        "gain": table_gain(data), "native": table_native(data), "others": table_others(data),
        "cycles": table_cycles(data), "unequal": table_unequal(data), "powers": table_powers(data),
        "exponents": table_exponents(data), "programs": table_programs(data), "threads": table_threads(data),
        "slower": table_slower(data), "files": table_files(data),
        "memory": table_memory(data), "blocks": table_blocks(data), "stack": table_stack(data),
    }
    made.update(papers_blocks(data))
    return made


BLOCK = re.compile(r"((?:<!-- |@c )generated: (\S+)(?: -->)?\n).*?(<!-- end[^>]*-->|@c end\n)", re.S)


def fill(text, made, name):
    def replace(match):
        if match[2] not in made:
            sys.exit(f"figures: {name}: there is no table {match[2]}")
        return match[1] + made[match[2]] + match[3]
    return BLOCK.sub(replace, text)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", metavar="FOLDER", default=TREE, help="the source tree to read")
    parser.add_argument("--output", metavar="FOLDER", help="where to write (default: the source tree)")
    args = parser.parse_args()
    output = args.output or args.source
    data = read_all(os.path.join(args.source, "doc/measurements"))
    made, texts = blocks(data), {}
    for name in DOCUMENTS:
        with open(os.path.join(args.source, name), encoding="utf-8") as file:
            texts[name] = fill(file.read(), made, name)
    for name, text in plots(data).items():
        texts[f"doc/plots/{name}.svg"] = text
    for name, text in texts.items():
        write(output, name, text)


if __name__ == "__main__":
    main()
