"""NeMo-Gym's models read the rows of `export rl --for nemo-gym` and all that our routes answer; its own test of sessions passes.

Usage: python check_nemo.py URL TASK SOLUTION.json PROMPTS
"""

import json
import pathlib
import sys

from common import Tally, same

tally = Tally("nemo")
URL, TASK = sys.argv[1], sys.argv[2]
CALLS = json.loads(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
PROMPTS = pathlib.Path(sys.argv[4])

try:
    import httpx
    from nemo_gym import base_resources_server as gym
    from nemo_gym.config_types import AggregateMetrics, AggregateMetricsRequest
    from nemo_gym.openai_utils import NeMoGymResponse
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

ROWS = [json.loads(line) for path in sorted(PROMPTS.glob("*.jsonl")) for line in path.open(encoding="utf-8")]
ROW = next(row for row in ROWS if row["task_id"] == TASK)


def answer(text):
    """What a policy's last reply is, as NeMo-Gym carries it."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    output = [{"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": content}]
    return NeMoGymResponse.model_validate(
        {"id": "r", "created_at": 0, "model": "m", "object": "response", "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    )


def rows():
    same(len(ROWS) > 0, True, "rows")
    for row in ROWS:
        read = gym.BaseRunRequest.model_validate(row).responses_create_params
        same([t["name"] for t in read.tools], [t["name"] for t in row["responses_create_params"]["tools"]], f"tools of {row['id']}")
        same(len(read.input), len(row["responses_create_params"]["input"]), f"messages of {row['id']}")


def post(client, path, body):
    reply = client.post(path, json=body)
    reply.raise_for_status()
    return reply


def episode(seed_body, read_seed, calls, want):
    """As the agent's server plays it: seed, tools, verify, with the cookie."""
    with httpx.Client(base_url=URL) as client:
        read_seed(post(client, "/seed_session", seed_body).json())
        same(len(client.cookies) > 0, True, "a cookie")
        for call in calls:
            post(client, "/" + call["tool"], call["arguments"])
        body = ROW | {"response": answer("Done.").model_dump(mode="json")}
        verdict = gym.BaseMultiRewardVerifyResponse if hasattr(gym, "BaseMultiRewardVerifyResponse") else gym.BaseVerifyResponse
        doc = post(client, "/verify", body).json()
        read = verdict.model_validate(doc)
        same((read.reward, abs(sum(doc["reward_components"].values()) - want) < 1e-6, doc["mask_sample"]), (want, True, False), "verdict")
        return doc


def plain(doc):
    gym.BaseSeedSessionResponse.model_validate(doc)
    same(gym.MCPServerMetadata.model_validate(doc["mcp"]).transport, "http", "transport")


def metrics():
    made = [dict(episode(ROW, plain, calls, want), _ng_task_index=0) for calls, want in ((CALLS, 1), ([], 0))]
    with httpx.Client(base_url=URL) as client:
        body = AggregateMetricsRequest(verify_responses=made).model_dump(mode="json")
        read = AggregateMetrics.model_validate(post(client, "/aggregate_metrics", body).json())
    same((read.agent_metrics["mean/reward"], read.key_metrics["mean/reward"], len(read.group_level_metrics)), (0.5, 0.5, 1), "metrics")


def mode():
    with httpx.Client(base_url=URL) as client:
        reply = client.get("/reverify_mode")
        reply.raise_for_status()
    same(gym.ReverifyMode(reply.json()).value, "unsupported", "mode")


def seed(name):
    return gym.ResourcesSeedSessionRequest(
        resources_session_id=name, episode_id={"rollout_id": name}, task_id={"taskset": "office:train", "task_id": ROW["id"]},
        task_data={k: v for k, v in ROW.items() if k not in ("responses_create_params", "agent_ref")},
    )


def environment_server():
    def read(doc):
        same(gym.ResourcesSeedSessionResponse.model_validate(doc).resources_tools.transport, "http", "tools")

    episode(seed("interop-episode").model_dump(mode="json"), read, CALLS, 1)


def contract():
    """Its test drives an application in the process; ours is driven over the network."""
    import fastapi.testclient
    from nemo_gym.testing.session_conformance import check_resources_session_contract

    fastapi.testclient.TestClient = lambda _, **__: httpx.Client(base_url=URL)
    check_resources_session_contract(None, seed("interop-contract"), keeps_state=True)


tally.check("rows", rows)
tally.check("an episode", lambda: episode(ROW, plain, CALLS, 1))
tally.check("metrics", metrics)
if hasattr(gym, "ResourcesSeedSessionRequest"):
    tally.check("reverification", mode)
    tally.check("an episode of an environment server", environment_server)
    tally.check("its test of sessions", contract)
else:
    tally.skip("environment servers", "this release has none")
tally.close()
