"""The loop of a token-in, token-out rollout: what the model wrote keeps its ids, what the environment said is masked.

Made for templates with <tool_call> tags, such as those of Qwen. `engine(ids)` returns (new ids, their logprobs, finish reason).
"""

import json
import re
from dataclasses import dataclass, field

from office import Episode, Missing

TAG = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.S)


@dataclass
class Rollout:
    prompt_ids: list
    response_ids: list = field(default_factory=list)
    mask: list = field(default_factory=list)      # 1 = written by the model
    logprobs: list = field(default_factory=list)  # 0.0 where masked
    status: str = "completed"                     # completed, truncated or aborted
    reward: float | None = None                   # None: missing, to be dropped
    components: dict = field(default_factory=dict)
    turns: int = 0
    why: str = ""


def read_calls(text):
    """The calls of a turn. What is no JSON is sent as it is: the environment's refusal is what the model learns from."""
    calls = []
    for i, body in enumerate(TAG.findall(text), 1):
        try:
            doc = json.loads(body)
            calls.append({"id": f"call_{i}", "tool": str(doc["name"]), "arguments": doc.get("arguments") or {}})
        except (ValueError, KeyError, TypeError):
            calls.append({"id": f"call_{i}", "tool": "unreadable_call", "arguments": body})
    return calls


def render(turn):
    """What the environment said, as the template writes it between two turns of the model."""
    if turn.get("user"):
        said = turn["user"]["text"]
    else:
        said = "\n".join(f"<tool_response>\n{json.dumps(o['content'], ensure_ascii=False)}\n</tool_response>" for o in turn["observations"])
    return f"<|im_end|>\n<|im_start|>user\n{said}<|im_end|>\n<|im_start|>assistant\n"


async def play(task, engine, encode, decode, template, max_tokens):
    """Plays one episode. `task` is the row's reference; `template(messages, tools)` gives the ids of the prompt. Never raises."""
    out = Rollout([])
    try:
        with Episode(task["env_url"], task["task_id"], task["seed"], task.get("reward", "sparse"), task.get("token")) as e:
            messages = [{"role": "system", "content": e.system}, {"role": "user", "content": e.request}]
            out.prompt_ids = list(template(messages, e.tools))
            while not e.done:
                ids, logprobs, finish = await engine(out.prompt_ids + out.response_ids)
                out.response_ids += ids
                out.mask += [1] * len(ids)
                out.logprobs += logprobs
                out.turns += 1
                if finish == "length" or len(out.response_ids) >= max_tokens:
                    out.status = "truncated"
                    break
                text = decode(ids)
                calls = read_calls(text)
                turn = e.step(calls, "" if calls else TAG.sub("", text).strip())
                if not e.done:
                    more = encode(render(turn))
                    out.response_ids += more
                    out.mask += [0] * len(more)
                    out.logprobs += [0.0] * len(more)
            if e.truncated:
                out.status = "truncated"
            out.reward, out.components = e.result()
    except Missing as why:
        out.status, out.reward, out.why = "aborted", None, str(why)
    return out
