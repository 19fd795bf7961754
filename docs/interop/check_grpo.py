"""TRL's GRPOTrainer takes optimiser steps with the recipe's environment on a running server, with the prompts of `export rl --for trl`.

The model is tiny and random, and would never call a tool. So its generate() speaks for it: the first of each two samples makes the right
calls, the other one says at once that it is done. All the rest - tools, parsing, environment, rewards, advantages, loss - is TRL's own.

Usage: python check_grpo.py URL TASK SOLUTION.json PROMPTS
"""

import json
import pathlib
import sys
import tempfile

from common import Tally, same

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "recipes"))

tally = Tally("grpo")
URL, TASK = sys.argv[1], sys.argv[2]
CALLS = json.loads(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
PROMPTS = pathlib.Path(sys.argv[4])
STEPS = 3

try:
    import datasets
    import torch
    import transformers
    import trl

    import tiny
    import trl_environment
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

datasets.disable_progress_bars()
transformers.utils.logging.set_verbosity_error()


def wire(call):
    """A call in the form of Qwen's template, to the one method that the recipe offers."""
    return "<tool_call>\n" + json.dumps({"name": "call_tool", "arguments": {"name": call["tool"], "arguments": json.dumps(call["arguments"])}}) + "\n</tool_call>"


SCRIPT = [wire(c) for c in CALLS] + ["<tool_call>\n" + json.dumps({"name": "reply_to_user", "arguments": {"message": "Done."}}) + "\n</tool_call>", "Done."]


def speaking(model, tok):
    """The model with a script in the place of sampling; its forward pass is its own."""

    def generate(input_ids=None, attention_mask=None, **_):
        rows = []
        for i, ids in enumerate(input_ids):
            results = tok.decode(ids).count("<tool_response>\n")
            acts = results > 0 or i % 2 == 0
            rows.append(tok.encode((SCRIPT[min(results, len(SCRIPT) - 1)] if acts else "Done.") + "<|im_end|>"))
        longest = max(map(len, rows))
        new = torch.tensor([r + [tok.pad_token_id] * (longest - len(r)) for r in rows], dtype=input_ids.dtype)
        return torch.cat([input_ids, new], dim=1)

    model.generate = generate
    return model


def prompts():
    rows = datasets.load_dataset("json", data_files=sorted(map(str, PROMPTS.glob("*.jsonl"))), split="train", cache_dir=str(PROMPTS / ".cache"))
    rows = rows.filter(lambda row: row["task_id"] == TASK)
    same(len(rows), 1, "rows of the task")
    return rows.map(lambda row: {"env_url": URL})


def steps():
    rows = prompts()
    tok = tiny.tokenizer([json.dumps(rows[0], ensure_ascii=False)] * 2 + SCRIPT)
    tok.chat_template = (pathlib.Path(trl.__file__).parent / "chat_templates" / "qwen3_instruct_2507.jinja").read_text(encoding="utf-8")
    model = speaking(tiny.model(len(tok)), tok)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    seen = []

    def watched(environments, **_):
        seen.append(trl_environment.score(environments))
        return seen[-1]

    with tempfile.TemporaryDirectory() as out:
        trainer = trl.GRPOTrainer(
            model=model, processing_class=tok, train_dataset=rows, environment_factory=trl_environment.Office,
            reward_funcs=[watched, trl_environment.completion, trl_environment.safety],
            args=trl.GRPOConfig(
                output_dir=out, max_steps=STEPS, per_device_train_batch_size=2, num_generations=2, max_completion_length=20000, use_cpu=True, bf16=False,
                report_to=[], save_strategy="no", logging_steps=1, disable_tqdm=True, learning_rate=1e-3,
            ),
        )
        trainer.train()
    same(trainer.state.global_step, STEPS, "optimiser steps")
    same(seen, [[1, 0]] * STEPS, "scores of the samples")
    moved = [name for name, p in model.named_parameters() if not torch.equal(p.detach(), before[name])]
    if not moved:
        raise AssertionError("no parameter has moved")
    if any(not torch.isfinite(p).all() for p in model.parameters()):
        raise AssertionError("a parameter is no number")
    logs = [entry for entry in trainer.state.log_history if "reward" in entry]
    same([entry["tools/failure_frequency"] for entry in logs if "tools/failure_frequency" in entry], [0] * len(logs), "calls that TRL could not make")


tally.check("GRPO steps over the environment", steps)
tally.close()
