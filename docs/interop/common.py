"""What the checks share: counting, and reading exports."""

import json
import pathlib
import sys
import traceback


class Tally:
    """Counts what ran, what was skipped and what failed. A skip is not a pass."""

    def __init__(self, name):
        self.name, self.ran, self.skipped, self.failed = name, 0, 0, 0

    def check(self, what, run, cannot=()):
        """Runs a check. An exception of a class of cannot means that the check does not apply: it is passed on and not counted."""
        try:
            run()
            self.ran += 1
        except cannot:
            raise
        except Exception as e:  # whatever goes wrong is the finding
            self.ran += 1
            self.failed += 1
            where = traceback.extract_tb(e.__traceback__)[-1]
            print(f"{self.name}: FAILED {what}: {type(e).__name__}: {e} ({pathlib.Path(where.filename).name}:{where.lineno})")

    def skip(self, what, why):
        self.skipped += 1
        print(f"{self.name}: skipped {what}: {why}")

    def close(self):
        print(f"{self.name}: ran {self.ran}, skipped {self.skipped}, failed {self.failed}")
        sys.exit(1 if self.failed else 0)


def same(got, want, what):
    if got != want:
        raise AssertionError(f"{what}: {json.dumps(got, ensure_ascii=False)[:300]} is not {json.dumps(want, ensure_ascii=False)[:300]}")


def exports(root):
    """The exports below a folder: name to folder and manifest."""
    out = {}
    for manifest in sorted(pathlib.Path(root).glob("*/manifest.json")):
        out[manifest.parent.name] = (manifest.parent, json.loads(manifest.read_text(encoding="utf-8")))
    return out


def of_format(root, name, **settings):
    """The exports of one format whose settings are as given."""
    return {
        k: v
        for k, v in exports(root).items()
        if v[1]["format"] == name and all(v[1]["settings"].get(s) == want for s, want in settings.items())
    }


def lines(folder, split):
    """The rows of a split, read line by line; only a line feed ends a line."""
    for path in sorted(folder.glob(f"data/{split}-*.jsonl")):
        with open(path, encoding="utf-8", newline="\n") as f:
            for line in f:
                yield json.loads(line)
