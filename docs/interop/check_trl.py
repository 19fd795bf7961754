"""Hands exports to TRL's trainers, which prepare them and take one step, and checks that the loss falls on what the agent said and on nothing else."""

import itertools
import json
import pathlib
import re
import sys
import tempfile

from common import Tally, lines, of_format, same

tally = Tally("trl")
root = sys.argv[1]

try:
    import datasets
    import torch  # noqa: F401
    import transformers
    import trl
    from trl.chat_template_utils import is_chat_template_prefix_preserving, supports_tool_calling

    import tiny
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

datasets.disable_progress_bars()
transformers.utils.logging.set_verbosity_error()
work = tempfile.mkdtemp(prefix="coworkenv-interop-")


def sample(folder, split, most):
    return list(itertools.islice(lines(folder, split), most))


def learned(rows):
    """A tokenizer that has seen some of the rows."""
    return tiny.tokenizer(json.dumps(dict(r), ensure_ascii=False, default=str) for r in itertools.islice(rows, 30))


def tools_of(row):
    return json.loads(row["tools"])


def spoken(message):
    """What the tiny template marks of a turn."""
    out = ""
    if message.get("reasoning_content"):
        out += f"[thought]{message['reasoning_content']}[/thought]"
    out += message["content"]
    for call in message.get("tool_calls") or []:
        out += f"[call {call['function']['name']}]{json.dumps(call['function']['arguments'], ensure_ascii=False)}[/call]"
    return out + "<|im_end|>"


def trained(ready, tok):
    """The trained stretches of a row that a trainer prepared."""
    return runs(ready["input_ids"], [label != -100 for label in ready["labels"]], tok)


def runs(tokens, mask, tok):
    """The texts of the stretches of tokens that are trained on."""
    out = []
    for on, group in itertools.groupby(zip(tokens, mask), key=lambda pair: bool(pair[1])):
        if on:
            out.append(tok.decode([t for t, _ in group]))
    return out


def args_for(**more):
    return trl.SFTConfig(
        output_dir=work, max_steps=1, per_device_train_batch_size=1, use_cpu=True, report_to=[], max_length=None, save_strategy="no", bf16=False,
        disable_tqdm=True, logging_strategy="no", **more,
    )


def trainer_of(rows, tok, **more):
    return trl.SFTTrainer(model=tiny.model(len(tok)), args=args_for(**more), train_dataset=rows, processing_class=tok)


def load(folder, split="train"):
    return datasets.load_dataset(str(folder), split=split, cache_dir=str(pathlib.Path(root) / ".cache"))


def messages_rows(folder):
    rows = load(folder)
    tok = learned(rows)
    rows = rows.select(range(min(12, len(rows))))
    trainer = trainer_of(rows, tok, assistant_only_loss=True)
    for row, ready in zip(rows, trainer.train_dataset, strict=True):
        want = [spoken(m) for m in row["messages"] if m["role"] == "assistant"]
        same(trained(ready, tok), want, f"trained text of {row['id']}")
        text = tok.decode(ready["input_ids"])
        for m in row["messages"]:
            same(m["content"] in text, True, f"{row['id']} shows every text")
        for t in tools_of(row):
            same(t["function"]["name"] in text, True, f"{row['id']} shows every tool")
    trainer.train()


def completion_rows(folder, expected):
    rows = load(folder)
    tok = learned(rows)
    rows = rows.select(range(min(12, len(rows))))
    trainer = trainer_of(rows, tok, completion_only_loss=True)
    for row, ready in zip(rows, trainer.train_dataset, strict=True):
        same("".join(trained(ready, tok)), expected(row), f"trained text of {row['id']}")
    trainer.train()


def came_back(row):
    """What the tiny template writes for results or an answer, less what a prompt for the agent begins with too."""
    text = "".join(f"<|im_start|>{m['role']}|{m['content']}<|im_end|>" for m in row["completion"])
    return text.removeprefix("<|im_start|>")


def preference_rows(folder):
    rows = load(folder)
    tok = learned(rows)
    rows = rows.select(range(min(8, len(rows))))
    args = trl.DPOConfig(
        output_dir=work, max_steps=1, per_device_train_batch_size=1, use_cpu=True, report_to=[], max_length=None, save_strategy="no", bf16=False,
        disable_tqdm=True, logging_strategy="no",
    )
    tiny.model(len(tok)).save_pretrained(work)  # the trainer loads the model that it compares with from its path
    trainer = trl.DPOTrainer(model=work, args=args, train_dataset=rows, processing_class=tok)
    for row, ready in zip(rows, trainer.train_dataset, strict=True):
        for side in ("chosen", "rejected"):
            want = "".join(spoken(m) for m in row[side])
            same(tok.decode(ready[f"{side}_ids"]), want, f"{side} of {row['id']}")
    trainer.train()


class Anew(Exception):
    """The template renders earlier turns otherwise once more follow: what a turn adds cannot be told."""


END = re.compile(r"<[^<>]*>$")
HEADER = re.compile(r"^(<[^<>]*>|\[[A-Z_/]*\]|assistant|model|\s|\|)*$")


def shipped_template(path, folder):
    """A template that TRL ships for training: every turn of the agent is one marked stretch, within what the turn adds to the text."""
    rows = sample(folder, "train", 10)
    tok = tiny.tokenizer(json.dumps(r, ensure_ascii=False) for r in rows)
    tok.chat_template = path.read_text(encoding="utf-8")
    for row in rows:
        tools, messages = tools_of(row), row["messages"]
        ready = tok.apply_chat_template(messages, tools=tools, tokenize=True, return_dict=True, return_assistant_tokens_mask=True)
        stretches = runs(ready["input_ids"], ready["assistant_masks"], tok)
        spans = []
        full = tok.decode(ready["input_ids"])
        for i, m in enumerate(messages):
            if m["role"] == "assistant":
                before = tok.apply_chat_template(messages[:i], tools=tools, tokenize=False)
                after = tok.apply_chat_template(messages[: i + 1], tools=tools, tokenize=False)
                span = after[len(before) :]
                if not after.startswith(before) or not full.startswith(before + END.sub("", span.rstrip())):
                    raise Anew
                spans.append((m, span))
        same(len(stretches), len(spans), f"trained stretches of {row['id']}")
        for got, (m, span) in zip(stretches, spans, strict=True):
            got, span = END.sub("", got.rstrip()), END.sub("", span.rstrip())  # the last turn of all may end with another mark
            same(got in span and HEADER.match(span.replace(got, "", 1)) is not None, True, f"a trained stretch of {row['id']} is a turn: {got!r} of {span!r}")
            for call in m.get("tool_calls") or []:
                same(call["function"]["name"] in got, True, "the call is trained on")


def probe(path):
    """Why a template is no test of calls, or None."""
    tok = tiny.tokenizer(["probe"])
    tok.chat_template = path.read_text(encoding="utf-8")
    try:
        if not supports_tool_calling(tok):
            return "it shows no calls or results"
        if not is_chat_template_prefix_preserving(tok):
            return "it renders earlier turns anew"
    except Exception as e:  # a template for pictures, or one that asks for more than a tokenizer has
        return f"it does not render: {type(e).__name__}"
    return None


for name, (folder, _) in of_format(root, "trl", explode_turns=False, arguments="object").items():
    tally.check(f"{name}: SFT on assistant turns", lambda: messages_rows(folder))
for name, (folder, _) in of_format(root, "trl", explode_turns=True).items():
    tally.check(f"{name}: SFT on completions", lambda: completion_rows(folder, lambda row: "".join(spoken(m) for m in row["completion"])))
for name, (folder, _) in of_format(root, "next-observation").items():
    tally.check(f"{name}: SFT on what came back", lambda: completion_rows(folder, came_back))
for name, (folder, manifest) in of_format(root, "preference").items():
    if not manifest["settings"].get("rest_of_trial"):
        tally.check(f"{name}: DPO", lambda: preference_rows(folder))
templates = sorted((pathlib.Path(trl.__file__).parent / "chat_templates").glob("*_training.jinja"))
for path in templates:
    why = probe(path)
    if why:
        tally.skip(f"template {path.stem}", why)
        continue
    for name, (folder, _) in of_format(root, "trl", explode_turns=False, arguments="object", parquet=False).items():
        try:
            tally.check(f"template {path.stem} on {name}", lambda: shipped_template(path, folder), Anew)
        except Anew as e:
            tally.skip(f"template {path.stem} on {name}", e.__doc__)
tally.close()
