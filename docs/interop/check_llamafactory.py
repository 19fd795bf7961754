"""Has LLaMA-Factory index, load, convert and encode exports as its trainer does, and checks that no row is skipped or cut."""

import json
import sys

from common import Tally, of_format, same

tally = Tally("llamafactory")
root = sys.argv[1]

try:
    import datasets
    from llamafactory.data.converter import align_dataset
    from llamafactory.data.loader import _load_single_dataset
    from llamafactory.data.parser import get_dataset_list
    from llamafactory.data.template import TEMPLATES
    from llamafactory.hparams import DataArguments, ModelArguments
    from transformers import Seq2SeqTrainingArguments

    import tiny
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

datasets.disable_progress_bars()


def arguments(folder, names):
    data = DataArguments(dataset=",".join(names), dataset_dir=str(folder), template="qwen", overwrite_cache=True)
    model = ModelArguments(model_name_or_path="none", cache_dir=str(folder.parent / ".cache-lf"))
    return model, data, Seq2SeqTrainingArguments(output_dir=str(folder.parent / ".out"), report_to=[])


def convert(folder, manifest):
    names = list(json.loads((folder / "dataset_info.json").read_text(encoding="utf-8")))
    model, data, training = arguments(folder, names)
    rows = {s["split"]: s["rows"] for s in manifest["splits"]}
    for name, attr in zip(names, get_dataset_list(names, str(folder)), strict=True):
        split = name.rsplit("_", 1)[1]
        raw = load_raw(folder / attr.dataset_name)
        ready = _load_single_dataset(attr, model, data, training)
        same(len(ready), rows[split], f"rows of {split}")
        for before, after in zip(raw, ready, strict=True):
            turns = after["_prompt"] + after["_response"]
            same(len(turns), len(before["conversations"]), f"turns of {before['id']}")
            same([t["content"] for t in turns], [t["value"] for t in before["conversations"]], f"texts of {before['id']}")
            same(after["_tools"], before["tools"], "tools")
            encode(after, before["id"])


def load_raw(path):
    kind = "parquet" if path.suffix == ".parquet" else "json"
    return datasets.load_dataset(kind, data_files=str(path), split="train", cache_dir=str(path.parents[2] / ".cache-lf"))


def encode(row, name):
    """The template that understands calls takes the row, and shows every call and result."""
    pairs = template.encode_multiturn(tok, row["_prompt"] + row["_response"], row["_system"], row["_tools"])
    same(len(pairs) * 2, len(row["_prompt"] + row["_response"]), f"encoded turns of {name}")
    text = "".join(tok.decode(ids) for pair in pairs for ids in pair)
    for turn in row["_prompt"] + row["_response"]:
        if turn["role"] == "observation":
            same(turn["content"] in text, True, f"{name} shows every result")
        if turn["role"] == "function":
            for call in calls_of(turn["content"]):
                same(json.dumps(call["arguments"], ensure_ascii=False) in text, True, f"{name} shows the arguments of {call['name']}")


def calls_of(text):
    body = text.split("</think>", 1)[-1]
    if "<tool_call>" in body:
        body = body.split("<tool_call>", 1)[1].split("</tool_call>", 1)[0]
    calls = json.loads(body)
    return calls if isinstance(calls, list) else [calls]


tok = tiny.tokenizer(["nothing"])
template = TEMPLATES["qwen"]
for name, (folder, manifest) in of_format(root, "llamafactory").items():
    tally.check(name, lambda: convert(folder, manifest))
if tally.ran == 0:
    tally.skip("everything", "there is no export for it")
tally.close()
