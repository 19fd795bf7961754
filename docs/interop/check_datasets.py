"""Loads every file of every export with the datasets library, and compares what it gives with the canonical export of the same trials."""

import json
import math
import sys

from common import Tally, exports, lines, same

tally = Tally("datasets")
root = sys.argv[1]

try:
    import datasets
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

datasets.disable_progress_bars()


def said(messages):
    """Messages as what was said, called and seen, whatever the dialect."""
    out = []
    for m in messages:
        calls = []
        for c in m.get("tool_calls") or []:
            args = c["function"]["arguments"]
            calls.append([c["function"]["name"], json.loads(args) if isinstance(args, str) else args])
        out.append([m["role"], m["content"] or "", calls])
    return out


def said_in(row, name):
    if name in ("llamafactory", "hermes"):
        return None  # texts with marks: read back by the tests of the writers
    if "messages" in row:
        return said(row["messages"])
    return said(row["prompt"] + (row.get("completion") or row["chosen"]))


def load(folder, manifest, reference):
    loaded = datasets.load_dataset(str(folder), cache_dir=str(folder.parent / ".cache"))
    same({k: len(v) for k, v in loaded.items()}, {s["split"]: s["rows"] for s in manifest["splits"]}, "rows")
    for split, rows in loaded.items():
        for row in rows:
            compare(row, manifest, reference)
        if not manifest["settings"]["parquet"]:
            for row, line in zip(rows, lines(folder, split), strict=True):
                compare_raw(row, line)


def near(got, want):
    """Equality but for the last digit of decimals: what the library gives for decimals within JSON columns of JSON lines."""
    if isinstance(want, float) and isinstance(got, float):
        return math.isclose(got, want, rel_tol=1e-15)
    if isinstance(want, dict) and isinstance(got, dict):
        return got.keys() == want.keys() and all(near(got[k], want[k]) for k in want)
    if isinstance(want, list) and isinstance(got, list):
        return len(got) == len(want) and all(near(a, b) for a, b in zip(got, want))
    return got == want


def same_said(got, want, manifest, what):
    if manifest["settings"]["parquet"] or not near(got, want):
        same(got, want, what)


def compare(row, manifest, reference):
    got = said_in(row, manifest["format"])
    trial = row.get("trial") or (row.get("metadata") or {}).get("trial")
    if got is None or trial is None:
        return
    if manifest["unit"] == "pair" and trial not in reference:
        return  # it stands in a pair alone
    want = reference[trial]
    same_said(got, want[: len(got)], manifest, f"trial {trial}")
    if "messages" in row and not manifest["settings"]["explode_turns"]:
        same(len(got), len(want), f"messages of trial {trial}")
    tools = row.get("tools", (row.get("metadata") or {}).get("tools"))
    if tools is not None:
        tools = json.loads(tools) if isinstance(tools, str) else tools
        for t in tools:
            schema = t["function"]["parameters"]
            schema = json.loads(schema) if isinstance(schema, str) else schema
            same(sorted(k for k in ("type", "properties", "required") if k in schema), ["properties", "required", "type"], "tool schema")
            same(None in schema["properties"].values(), False, "invented parameters")


def compare_raw(row, line):
    """What the library gives is what the file says: no part is lost, none is invented but as null."""
    for name, value in line.items():
        same_part(row[name], value, name)


def same_part(got, want, what):
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            same_part(got[key], value, f"{what}.{key}")
        extra = [k for k in got if k not in want and got[k] is not None]
        same(extra, [], f"{what}: invented")
    elif isinstance(want, list) and isinstance(got, list):
        same(len(got), len(want), f"length of {what}")
        for i, value in enumerate(want):
            same_part(got[i], value, f"{what}[{i}]")
    elif not near(got, want):
        same(got, want, what)


def reference_of(family):
    """The canonical messages of each trial of a family of exports."""
    folder, manifest = every[f"{family}canonical"]
    return {row["trial"]: said(row["messages"]) for s in manifest["splits"] for row in lines(folder, s["split"])}


every = exports(root)
references = {family: reference_of(family) for family in ("", "hard-")}
for name, (folder, manifest) in every.items():
    if manifest["format"] == "atif":
        continue  # documents, not rows
    reference = references["hard-" if name.startswith("hard-") else ""]
    tally.check(name, lambda: load(folder, manifest, reference))


def plain_reader(folder, manifest, split, reference):
    import pandas

    frame = pandas.read_json(next(iter(sorted(folder.glob(f"data/{split}-*.jsonl")))), lines=True)
    same(len(frame), next(s["rows"] for s in manifest["splits"] if s["split"] == split), "rows")
    for _, row in frame.iterrows():
        got = said(row["messages"])
        same(got, reference[row["metadata"]["trial"]][: len(got)], row["metadata"]["id"])
        same(all(t["function"]["parameters"]["type"] == "object" for t in row["metadata"]["tools"]), True, "tools")


for name, (folder, manifest) in every.items():
    if manifest["format"] == "slime":
        for s in manifest["splits"]:
            reference = references["hard-" if name.startswith("hard-") else ""]
            tally.check(f"{name} {s['split']} with pandas, as slime reads it", lambda: plain_reader(folder, manifest, s["split"], reference))
tally.close()
