#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""Checks a page that comba-bench --report or comba-tune --report wrote.

usage: report.py PAGE [--csv FILE] [--settings FILE]

The page is well-formed, loads nothing, and has what screen readers need. Its colours have enough
contrast. Each plot has at most four lines, ticks at powers of two, and the points of the table
behind it. --csv: the tables have the numbers of this CSV file of the same run. --settings: the page
has the settings that comba-info printed to this file. Prints what is wrong, and exits with 1.
"""

import argparse
import csv
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
wrong = []


def expect(condition, text):
    if not condition:
        wrong.append(text)


def tag(element):
    return element.tag.replace(HTML, "").replace(SVG, "")


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def classes(element):
    return element.get("class", "").split()


def find(root, name, cls=None):
    return [e for e in root.iter() if tag(e) == name and (cls is None or cls in classes(e))]


def check_document(root, source):
    expect(source.startswith("<!DOCTYPE html>\n"), "no DOCTYPE")
    expect(root.get("lang") == "en", "no language")
    levels = [int(tag(e)[1]) for e in root.iter() if re.fullmatch("h[1-6]", tag(e))]
    expect(levels.count(1) == 1 and levels[0] == 1, "not one h1 at the top")
    for a, b in zip(levels, levels[1:]):
        expect(b <= a + 1, f"h{b} after h{a}")
    expect(text_of(find(root, "title")[0]) == text_of(find(root, "h1")[0]), "the title is not the h1")
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    expect(len(ids) == len(set(ids)), "an id is there twice")
    for e in root.iter():
        for id_ in e.get("aria-labelledby", "").split():
            expect(id_ in ids, f"no element {id_}")


def check_offline(root, source):
    for e in root.iter():
        expect(tag(e) not in ("script", "link", "img", "iframe", "object", "embed", "image", "use", "base"),
               f"<{tag(e)}> may load something")
        for name in e.attrib:
            expect(not re.search("src|href|action|poster|^on|^data$", name.lower()), f"attribute {name}")
    expect(not re.search(r"url\(|@import", source), "the style loads something")
    rest = re.sub(r'xmlns="http://www\.w3\.org/(1999/xhtml|2000/svg)"', "", source)
    expect("://" not in rest, "an address")


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def check_contrast(style):
    schemes = re.findall(r":root \{[^}]*\}", style)
    expect(len(schemes) == 2 and "prefers-color-scheme: dark" in style, "not two colour schemes")
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", scheme))
        for name in ("text", "quiet", "focus", "line0", "line1", "line2", "line3"):
            a, b = sorted((luminance(colours[name]), luminance(colours["back"])))
            expect((b + 0.05) / (a + 0.05) >= 4.5, f"{name}: {colours[name]} on {colours['back']}: too little contrast")
    dashes = re.findall(r"\.line\d \{ stroke: var\(--line\d\)(?:; stroke-dasharray: ([\d ]+))? \}", style)
    expect(len(dashes) == 4 == len(set(dashes)), "lines differ by their colour alone")


def rows_of(table):
    """The heads, and the rows of cells."""
    for e in table.iter():
        expect(tag(e) != "th" or e.get("scope") in ("row", "col"), "a head without scope")
    heads = [text_of(e) for e in find(find(table, "thead")[0], "th")]
    rows = [[text_of(cell) for cell in row] for row in find(find(table, "tbody")[0], "tr")]
    for row in rows:
        expect(len(row) == len(heads), f"{row}: not {len(heads)} cells")
    return heads, rows


def size(name):
    m = re.fullmatch(r"(\d+)([KMG]?)", name)
    return int(m[1]) * 1024 ** " KMG".index(m[2] or " ")


def check_plot(svg, legend, rows, ratio):
    """ROWS: the table's; RATIO is the column of their ratios."""
    title = text_of(find(svg, "title")[0])
    expect(svg.get("role") == "img" and len(svg.get("aria-labelledby", "").split()) == 2, f"{title}: not an image with a name")
    expect(len(text_of(find(svg, "desc")[0])) > 20, f"{title}: no description")
    lines = find(svg, "polyline", "line")
    expect(1 <= len(lines) <= 4 and len(legend) == len(lines) == len(set(legend)), f"{title}: {len(lines)} lines, {legend}")

    # Ticks: at least two, at powers of two, in equal distances; from 0 in equal steps.
    xs = [(math.log2(size(text_of(e))), float(e.get("x"))) for e in find(svg, "text", "x")]
    ys = [(float(text_of(e)), float(e.get("y"))) for e in find(svg, "text", "y")]
    expect(all(k == int(k) for k, _ in xs), f"{title}: a tick at no power of two")
    expect(2 <= len(xs) <= 12 and 3 <= len(ys) <= 10 and ys[0][0] == 0, f"{title}: ticks {xs} {ys}")
    scales = []
    for ticks in (xs, ys):
        scale = (ticks[-1][1] - ticks[0][1]) / (ticks[-1][0] - ticks[0][0])
        for value, at in ticks:
            expect(abs(ticks[0][1] + (value - ticks[0][0]) * scale - at) < 0.11, f"{title}: the tick {value} is at {at}")
        scales.append(scale)

    drawn = []
    for name, line in zip(legend, lines):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            drawn.append((name, 2 ** (xs[0][0] + (x - xs[0][1]) / scales[0]), ys[0][0] + (y - ys[0][1]) / scales[1]))
            expect(0 <= x <= 720 and 0 <= y <= 400, f"{title}: {point} is outside")
    expect(len(drawn) == len(rows), f"{title}: {len(drawn)} points, {len(rows)} rows")
    for (name, x, y), row in zip(drawn, rows):
        limbs = re.fullmatch(r"(?:\d+x)?(\d+)(?:\^\d+)?", row[2 if ratio == 5 else 1])
        expect(row[0] == name and limbs and abs(x / int(limbs[1]) - 1) < 0.002
               and abs(y - float(row[ratio])) < 0.0006 + 0.02 / abs(scales[1]), f"{title}: {row} is drawn at {name} {x:.3f} {y:.3f}")


def check_plots(root):
    """Each plot with the table after it. Returns the rows of all tables of jobs."""
    jobs, figure = [], None
    for e in root.iter():
        if tag(e) == "figure":
            expect(figure is None, "a plot without a table")
            figure = e
        elif tag(e) == "table":
            heads, rows = rows_of(e)
            jobs += rows if "spread, %" in heads else []
            if figure is not None:
                legend = [text_of(item) for item in find(find(figure, "ul", "legend")[0], "li")]
                expect(len(text_of(find(figure, "figcaption")[0])) > 40, "a plot without a caption")
                check_plot(find(figure, "svg", "plot")[0], legend, rows, heads.index("ratio"))
                figure = None
    expect(figure is None, "a plot without a table")
    expect(all(find(d, "summary") and find(d, "table") for d in find(root, "details")), "details without a summary or table")
    expect(len(find(root, "details")) == len(find(root, "figure")), "a plot whose table is not in <details>")
    return jobs


def check_csv(jobs, path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if not line.startswith("#")]
    expected = []
    for row in csv.DictReader(lines):
        name, an, bn = row["function"], row["an"], row["bn"]
        limbs = f"{bn}-{an}" if name.endswith("_turns") else f"{an}x{bn}" if name == "mul" else bn
        expected.append((limbs, row["noisy"], row["reference_cycles"], row["comba_cycles"], row["ratio"]))
    got = [(re.sub(r"\^\d+$", "", row[2]), "1" if row[1] else "0") + tuple(row[3:6]) for row in jobs]
    expect(len(expected) > 0, "an empty CSV file")
    expect(sorted(got) == sorted(expected), f"the tables are not those of {path}: "
           f"{sorted(set(got) ^ set(expected))[:6]}")


def check_settings(root, path):
    """The lines of comba-info, NAME VALUE SOURCE."""
    shown = {row[0]: " ".join((row[2], row[1])) for table in find(root, "table")
             for heads, rows in [rows_of(table)] if heads[1:] in (["source", "limbs"], ["source", "value"]) for row in rows}
    with open(path, encoding="utf-8") as file:
        lines = [line.split(None, 1) for line in file if line.strip()]
    expect(len(lines) > 20, "comba-info printed no settings")
    for name, rest in lines:
        expect(shown.get(name) == " ".join(rest.split()), f"{name}: {shown.get(name)}, not {rest.strip()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--csv")
    parser.add_argument("--settings")
    args = parser.parse_args()
    with open(args.page, encoding="utf-8") as file:
        source = file.read()
    try:
        root = ElementTree.fromstring(source)
    except ElementTree.ParseError as error:
        sys.exit(f"not well-formed: {error}")
    check_document(root, source)
    check_offline(root, source)
    check_contrast(find(root, "style")[0].text)
    jobs = check_plots(root)
    expect(find(root, "figure"), "no plot")
    if args.csv:
        check_csv(jobs, args.csv)
    if args.settings:
        check_settings(root, args.settings)
    for text in wrong[:20]:
        print(text)
    sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
