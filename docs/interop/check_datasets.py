"""Loads every file of every export with the datasets library, and compares what it gives with the canonical export of the same trials."""

import json
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


def compare(row, manifest, reference):
    got = said_in(row, manifest["format"])
    trial = row.get("trial") or (row.get("metadata") or {}).get("trial")
    if got is None or trial is None:
        return
    want = reference[trial]
    same(got, want[: len(got)], f"trial {trial}")
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
    else:
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


def plain_reader(folder, split):
    import pandas

    frame = pandas.read_json(next(iter(sorted(folder.glob(f"data/{split}-*.jsonl")))), lines=True)
    for _, row in frame.iterrows():
        same(isinstance(row["messages"], list) and isinstance(row["metadata"]["tools"], list), True, "shape")


for name, (folder, manifest) in every.items():
    if manifest["format"] == "slime":
        for s in manifest["splits"]:
            tally.check(f"{name} {s['split']} with pandas, as slime reads it", lambda: plain_reader(folder, s["split"]))
tally.close()
