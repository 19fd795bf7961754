"""Loads every exported task directory with Harbor's own task loader, and the data set's files with its models.

Usage: python check_harbor_tasks.py EXPORT-DIR...
"""

import asyncio
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import tomllib

from common import Tally, same

tally = Tally("harbor_tasks")

try:
    from harbor.models.dataset.manifest import DatasetManifest
    from harbor.models.registry import DatasetSpec
    from harbor.models.task.task import Task
    from harbor.publisher.packager import Packager
    from mcp import ClientSession
    from mcp.client import streamable_http
except ImportError as e:
    tally.skip("everything", e)
    tally.close()


def load(folder, line):
    if not Task.is_valid_dir(folder):
        Task(folder)  # says why
        raise AssertionError("Harbor takes it for no task")
    task = Task(folder)
    same(task.config.task.name.split("/")[1], folder.name, "name")
    same(task.config.metadata["task_digest"], line["task_digest"], "digest of the task")
    same([s.transport for s in task.config.environment.mcp_servers], ["streamable-http"], "MCP servers")
    same(task.config.agent.user, "agent", "user of the agent")
    if not task.instruction.strip():
        raise AssertionError("no instruction")
    same("sha256:" + Packager.compute_content_hash(folder)[0], line["content_digest"], "digest of the directory")


def dataset(root, manifest):
    data = DatasetManifest.from_toml((root / "dataset.toml").read_text(encoding="utf-8"))
    same({t.name.split("/")[1]: t.digest for t in data.tasks}, {t["id"]: t["content_digest"] for t in manifest["tasks"]}, "tasks of dataset.toml")


def registry(root, manifest):
    specs = [DatasetSpec.model_validate(d) for d in json.loads((root / "registry.json").read_text(encoding="utf-8"))]
    for task in specs[0].tasks:
        if not Task.is_valid_dir(root / task.path):
            raise AssertionError(f"{task.path} is no task")
    same(len(specs[0].tasks), len(manifest["tasks"]), "tasks of registry.json")


def metric(root):
    with tempfile.TemporaryDirectory() as tmp:
        rewards, out = pathlib.Path(tmp, "in.jsonl"), pathlib.Path(tmp, "out.json")
        rewards.write_text('{"reward": 1.0, "safety": 1}\nnull\n{"reward": 0.5, "safety": 0}\n', encoding="utf-8")
        subprocess.run([sys.executable, str(root / "metric.py"), "-i", str(rewards), "-o", str(out)], check=True)
        same(json.loads(out.read_text(encoding="utf-8")), {"missing": 1, "reward": 0.75, "safety": 0.5}, "means")


def played(root, name, work):
    """MCP's own client makes the oracle's calls at the container's server; the verifier's script grades them."""
    task, record, binary = root / "tasks" / name, work / "record.json", root / "bin" / "coworkenv-env"
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        at = f"127.0.0.1:{s.getsockname()[1]}"
    seed = json.loads((root / "manifest.json").read_text(encoding="utf-8"))["seed"]
    server = subprocess.Popen([binary, "serve", "--world", task / "environment" / "world", "--record", record, "--listen", at, "--seed", str(seed)])
    try:
        subprocess.run([binary, "ready", "--url", f"http://{at}/healthz", "--wait", "20s"], check=True)
        asyncio.run(calls(f"http://{at}/mcp", json.loads((task / "solution" / "solution.json").read_text(encoding="utf-8"))))
    finally:
        server.kill()
        server.wait()
    subprocess.run(["sh", task / "tests" / "test.sh", record, work], check=True)
    same(float((work / "reward.txt").read_text()), 1.0, "reward")


async def calls(url, acts):
    connect = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client
    async with connect(url) as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        offered = {t.name for t in (await session.list_tools()).tools}
        for act in acts:
            if act["tool"] not in offered:
                raise AssertionError(f"{act['tool']} is not offered")
            await session.call_tool(act["tool"], act["arguments"])


for root in map(pathlib.Path, sys.argv[1:]):
    manifest = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    for line in manifest["tasks"]:
        tally.check(f"{root.name} {line['id']}", lambda: load(root / "tasks" / line["id"], line))
    tally.check(f"{root.name} dataset.toml", lambda: dataset(root, manifest))
    tally.check(f"{root.name} registry.json", lambda: registry(root, manifest))
    tally.check(f"{root.name} metric.py", lambda: metric(root))
    if (root / "bin").is_dir():
        for line in manifest["tasks"][:5]:
            with tempfile.TemporaryDirectory() as tmp:
                tally.check(f"{root.name} {line['id']} over MCP", lambda: played(root, line["id"], pathlib.Path(tmp)))
tally.close()
