"""verifiers reads us through its own tasksets: an episode over OpenEnv with a scripted endpoint in the model's place, and Harbor's directories.

Usage: python check_verifiers.py URL TASK SOLUTION.json HARBOR-EXPORT (one with --image: verifiers builds no Dockerfile)
"""

import asyncio
import http.server
import json
import os
import pathlib
import shutil
import sys
import threading

from common import Tally, same

tally = Tally("verifiers")
URL, TASK, EXPORT = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[4]).resolve()
CALLS = json.loads(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
os.environ["PATH"] = str(pathlib.Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]  # it starts programs of its own

try:
    import verifiers.v1 as vf  # noqa: F401
    from verifiers.v1.clients import EvalClientConfig, ModelContext
    from verifiers.v1.tasksets import harbor as harbor_taskset
    from verifiers.v1.tasksets import openenv as openenv_taskset
    from verifiers.v1.tasksets.harbor import taskset as harbor_loader
    from verifiers.v1.utils.loaders import load_environment, load_taskset
except ImportError as e:
    tally.skip("everything", e)
    tally.close()

import tomllib  # noqa: E402


class Scripted(http.server.BaseHTTPRequestHandler):
    """A chat endpoint that says the right calls one after another, as OpenEnv's actions."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = sum(m["role"] == "assistant" for m in request["messages"])
        acts = [{"type": "call_tool", "tool_name": c["tool"], "arguments": c["arguments"]} for c in CALLS] + [{"type": "message", "text": "Done."}]
        text = json.dumps(acts[min(said, len(acts) - 1)])
        about = {"id": "c", "created": 0, "model": request["model"]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if not request.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            return self.answer("application/json", json.dumps({**about, "object": "chat.completion", "choices": [choice], "usage": usage}))
        deltas = [({"role": "assistant", "content": text}, None), ({}, "stop")]
        chunks = [{**about, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": d, "finish_reason": f}]} for d, f in deltas]
        chunks.append({**about, "object": "chat.completion.chunk", "choices": [], "usage": usage})
        self.answer("text/event-stream", "".join(f"data: {json.dumps(c)}\n\n" for c in chunks) + "data: [DONE]\n\n")

    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def loaded():
    """The recipe's tasks."""
    doc = tomllib.loads((pathlib.Path(__file__).resolve().parent.parent / "recipes" / "verifiers_taskset.toml").read_text(encoding="utf-8"))["openenv"]["taskset"]
    tasks = list(load_taskset(openenv_taskset.OpenEnvConfig(**{**doc, "base_url": URL})))
    same([t.data.reset for t in tasks], doc["resets"], "resets")


async def play(endpoint):
    config = openenv_taskset.OpenEnvEnvConfig(taskset={"id": "openenv", "base_url": URL, "resets": [{"task_id": TASK, "seed": 1}]}, player={"harness": {"id": "null"}, "runtime": {"type": "subprocess"}})
    env = load_environment(config)
    async with env.serving():
        context = ModelContext(client=EvalClientConfig(base_url=endpoint, api_key_var="PATH"), model="scripted")
        episode = await env.run_episode(next(iter(env.taskset)), context)
    if not episode.ok:
        raise AssertionError([(e.type, e.message) for e in episode.errors] + [(e.type, e.message) for t in episode.traces for e in t.errors])
    reward = sum(r.score if hasattr(r, "score") else r for r in episode.traces[0].rewards.values())
    if abs(reward - 1) > 1e-6:
        raise AssertionError(f"reward {reward}, not 1")


def played():
    if shutil.which("uv") is None:
        raise FileNotFoundError("uv, with which verifiers starts its harness")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        asyncio.run(asyncio.wait_for(play(f"http://127.0.0.1:{server.server_address[1]}/v1"), 300))
    finally:
        server.shutdown()


def directories():
    """Its Harbor taskset on the exported directories, in the place where it keeps what it downloads."""
    config = harbor_taskset.HarborConfig(id="harbor", dataset="office")
    kept = harbor_loader.cache_dir(config)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.symlink_to(EXPORT / "tasks")
    try:
        tasks = list(load_taskset(config))
    finally:
        kept.unlink()
    manifest = json.loads((EXPORT / "manifest.json").read_text(encoding="utf-8"))
    same(sorted(t.data.name.split("/")[1] for t in tasks), sorted(t["id"] for t in manifest["tasks"]), "tasks")
    for t in tasks:
        same((bool(t.data.image), bool(t.data.prompt), [s["transport"] for s in t.data.mcp_servers]), (True, True, ["streamable-http"]), t.data.name)


tally.check("OpenEnv taskset loads the recipe's tasks", loaded)
tally.check("OpenEnv taskset plays an episode", played)
tally.check("Harbor taskset loads every directory", directories)
tally.close()
