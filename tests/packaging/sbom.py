# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# sbom.py FOLDER: checks the SPDX document in the unpacked Debian package FOLDER: it has what SPDX 2.3
# demands, and names just the files that are there, with their digests, and each dependency.

import glob
import hashlib
import json
import os
import re
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "DEBIAN", "control"), encoding="utf-8") as f:
    control = dict(line.split(": ", 1) for line in re.sub(r"\n[ \t]+", " ", f.read()).strip().split("\n"))
name = control["Package"]
[path] = glob.glob(os.path.join(folder, "usr/share/doc", name, "*.spdx.json"))
with open(path, encoding="utf-8") as f:
    document = json.load(f)


def need(condition, what):
    if not condition:
        sys.exit(f"{name}: {what}")


need(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", "not SPDX 2.3")
need(document["documentNamespace"].startswith("https://") and document["creationInfo"]["creators"], "no namespace or creator")
need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"]), "time")
items = [document] + document["packages"] + document["files"]
ids = [item["SPDXID"] for item in items]
need(len(ids) == len(set(ids)) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", i) for i in ids), "identifiers")
for relation in document["relationships"]:
    need(relation["spdxElementId"] in ids and relation["relatedSpdxElement"] in ids, f"relationship {relation}")
for package in document["packages"]:
    need(package["name"] and package["downloadLocation"], "a package without a name")

there = {}
for where, _, names in os.walk(folder):
    for n in names:
        file = os.path.join(where, n)
        if not os.path.islink(file) and file != path and not os.path.relpath(file, folder).startswith("DEBIAN/"):
            with open(file, "rb") as f:
                there["./" + os.path.relpath(file, folder)] = hashlib.sha256(f.read()).hexdigest()
told = {f["fileName"]: c["checksumValue"] for f in document["files"] for c in f["checksums"] if c["algorithm"] == "SHA256"}
need(told == there, f"files: {sorted(set(told.items()) ^ set(there.items()))[:4]}")

of = {p["SPDXID"]: p for p in document["packages"]}
own = of[next(r["relatedSpdxElement"] for r in document["relationships"] if r["relationshipType"] == "DESCRIBES")]
need(own["name"] == name and own["versionInfo"] == control["Version"], "not this package")
needed = {re.match(r"\S+", d)[0] for d in filter(None, control.get("Depends", "").split(", "))}
named = {of[r["relatedSpdxElement"]]["name"] for r in document["relationships"] if r["relationshipType"] == "DEPENDS_ON"}
need(named == needed, f"dependencies: {sorted(named ^ needed)}")
tools = [of[r["spdxElementId"]] for r in document["relationships"] if r["relationshipType"] == "BUILD_DEPENDENCY_OF"]
need(any(t["name"] == "gcc" and "versionInfo" in t for t in tools), "no compiler")
