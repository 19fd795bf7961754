"""Plays episodes with the recipes on a running server; a script of the right calls stands in the model's place.

Usage: python check_recipes.py URL TASK SOLUTION.json [TRL-EXPORT]
"""

import asyncio
import enum
import json
import pathlib
import sys
import tomllib
import types
import urllib.request

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "recipes")]

import sft_trl  # noqa: E402
import slime_coworkenv  # noqa: E402
import token_loop  # noqa: E402
import trl_environment  # noqa: E402
import verl_agent_loop  # noqa: E402
from common import Tally, same  # noqa: E402
from office import Episode, Missing  # noqa: E402

tally = Tally("recipes")
URL, TASK = sys.argv[1], sys.argv[2]
CALLS = json.loads(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
ROW = {"env_url": URL, "task_id": TASK, "seed": 1, "reward": "sparse"}


def encode(text, **_):
    return [ord(c) for c in text]


def decode(ids, **_):
    return "".join(map(chr, ids))


def template(messages, tools=None, **_):
    return encode(json.dumps([messages, tools]))


def scripted(calls):
    """A model that makes the calls one a turn, and then says that it is done."""
    turns = [f'<tool_call>\n{json.dumps({"name": c["tool"], "arguments": c["arguments"]})}\n</tool_call>' for c in calls] + ["Done."]
    return lambda: turns.pop(0) if turns else "Done."


def client():
    with Episode(**{"url": URL, "task_id": TASK, "seed": 1, "reward": "dense"}) as e:
        for c in CALLS:
            e.step([{"id": "c", "tool": c["tool"], "arguments": c["arguments"]}])
        e.step(text="Done.")
        reward, parts = e.result()
        same((reward, parts["safety"], e.done), (1, 1, True), "result")
        if abs(sum(e.rewards) - 1) > 1e-6:
            raise AssertionError(f"dense rewards sum to {sum(e.rewards)}")
    try:
        e.step(text="Late.")
    except Missing:
        return
    raise AssertionError("a closed episode took a step")


def loop(calls, want):
    say = scripted(calls)

    async def engine(ids):
        new = encode(say())
        return new, [-0.5] * len(new), "stop"

    r = asyncio.run(token_loop.play(ROW, engine, encode, decode, template, 10**6))
    same((r.status, r.reward), ("completed", want), "rollout")
    same(len(r.response_ids), len(r.mask), "mask")
    same(len(r.logprobs), len(r.mask), "logprobs")
    spoken = decode([i for i, m in zip(r.response_ids, r.mask) if m])
    if "tool_response" in spoken or not spoken.endswith("Done."):
        raise AssertionError(f"trained on {spoken[:200]}")
    return r


def unreadable():
    """A call that is no JSON is refused by the environment and told to the model."""
    same(token_loop.read_calls("<tool_call>{oops</tool_call>")[0]["tool"], "unreadable_call", "call")
    bad = scripted([])
    turns = ["<tool_call>{oops</tool_call>", "Done."]

    async def engine(_):
        new = encode(turns.pop(0) if turns else bad())
        return new, [0.0] * len(new), "stop"

    same(asyncio.run(token_loop.play(ROW, engine, encode, decode, template, 10**6)).status, "completed", "status")


class Sample(types.SimpleNamespace):
    Status = enum.Enum("Status", "PENDING COMPLETED TRUNCATED ABORTED FAILED")


def slime():
    good = slime_coworkenv.fill(Sample(metadata=dict(ROW), remove_sample=False), loop(CALLS, 1))
    same((good.reward, good.status, len(good.loss_mask)), (1, Sample.Status.COMPLETED, good.response_length), "sample")

    async def engine(_):
        raise AssertionError("no episode, no turn")

    lost = asyncio.run(token_loop.play({**ROW, "task_id": "none"}, engine, encode, decode, template, 100))
    bad = slime_coworkenv.fill(Sample(metadata=dict(ROW), remove_sample=False), lost)
    same((bad.status, bad.remove_sample, bad.loss_mask), (Sample.Status.ABORTED, True, [0]), "aborted sample")
    # The worked example of trajectory statistics: a {1}, b {0, 0}, c {1, 1}; d is aborted and counts nowhere.
    made = [Sample(group_index=0, rollout_id=t, reward=r, remove_sample=t == "d") for t, r in [("a", 1), ("b", 0), ("b", 0), ("c", 1), ("c", 1), ("d", 0)]]
    raw, got = slime_coworkenv.post_process(None, made)
    want = [0.866024, -1.732048, -1.732048, 0.866024, 0.866024, 0]
    if any(abs(g - w) > 1e-5 for g, w in zip(got, want)) or raw != [1, 0, 0, 1, 1, 0]:
        raise AssertionError(f"{raw} {got}")


def verl():
    say = scripted(CALLS)

    class Server:
        async def generate(self, request_id, prompt_ids, sampling_params):
            new = encode(say())
            return types.SimpleNamespace(token_ids=new, log_probs=None, stop_reason="stop")

    loop_ = verl_agent_loop.CoworkLoop.__new__(verl_agent_loop.CoworkLoop)
    loop_.server_manager = Server()
    loop_.tokenizer = types.SimpleNamespace(apply_chat_template=template, encode=encode, decode=decode)
    loop_.config = types.SimpleNamespace(actor_rollout_ref=types.SimpleNamespace(rollout=types.SimpleNamespace(response_length=10**6)))
    out = asyncio.run(loop_.run({}, extra_info=ROW))
    out = out if isinstance(out, dict) else out.model_dump()
    same(out["reward_score"], 1, "reward")
    same(len(out["response_mask"]), len(out["response_ids"]), "mask")


def trl():
    env, lost = trl_environment.Office(), trl_environment.Office()
    opening = env.reset(**ROW)
    if "submit_answer" not in opening:
        raise AssertionError(opening[:200])
    for c in CALLS:
        env.call_tool(c["tool"], json.dumps(c["arguments"]))
    env.reply_to_user("Done.")
    lost.reset(**{**ROW, "task_id": "none"})
    same(trl_environment.score([env, lost]), [1, None], "scores")
    same(trl_environment.safety([env, lost]), [1, None], "safety")


def nemo():
    """The routes that NeMo-Gym's agent uses, with its cookie."""
    cookie = None

    def ask(path, body):
        nonlocal cookie
        request = urllib.request.Request(URL + path, json.dumps(body).encode(), {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})})
        with urllib.request.urlopen(request) as reply:
            cookie = (reply.headers.get("Set-Cookie") or cookie or "").split(";")[0]
            return reply.read()

    ask("/seed_session", {"task_id": TASK, "seed": 1})
    for c in CALLS:
        ask("/" + c["tool"], c["arguments"])
    verdict = json.loads(ask("/verify", {"task_id": TASK, "responses_create_params": {"input": []}, "response": {"output": []}}))
    same(verdict["reward"], 1, "reward")


def sft(folder):
    read = list(sft_trl.rows(sorted(pathlib.Path(folder).glob("data/train-*.jsonl"))))
    if not read or any(r["completion"][-1]["role"] != "assistant" or not r["tools"] for r in read):
        raise AssertionError(f"{len(read)} rows, or one that does not end with the assistant")
    sft_trl.settings("out")


def taskset():
    doc = tomllib.loads((here.parent / "recipes" / "verifiers_taskset.toml").read_text(encoding="utf-8"))
    for reset in doc["openenv"]["taskset"]["resets"]:
        with Episode(URL, **reset):
            pass


tally.check("client", client)
tally.check("token loop", lambda: loop(CALLS, 1))
tally.check("token loop that does nothing", lambda: loop([], 0))
tally.check("unreadable call", unreadable)
tally.check("slime", slime)
tally.check("verl", verl)
tally.check("trl", trl)
tally.check("nemo-gym", nemo)
tally.check("verifiers' resets", taskset)
if len(sys.argv) > 4:
    tally.check("TRL SFT", lambda: sft(sys.argv[4]))
else:
    tally.skip("TRL SFT", "no export was given")
tally.close()
