"""Independent clients play episodes on a running server.

Usage: python online.py URL EPISODES.json

EPISODES.json is a list of {"task": id, "seed": n, "calls": [{"tool": name, "arguments": {...}}],
"text": closing words}, each of which must score 1.
Each check prints one line, the last line is `N ran, N skipped, N failed`; a client that is not
installed is a skip, which is not a pass.
"""

import asyncio
import json
import sys
import urllib.request


class Skip(Exception):
    pass


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


async def openenv_generic(url, run):
    """OpenEnv's generic client over the WebSocket."""
    try:
        from openenv.core import GenericEnvClient
    except ImportError:
        raise Skip("openenv-core is not installed")
    async with GenericEnvClient(base_url=url) as env:
        result = await env.reset(task_id=run["task"], seed=run["seed"], episode_id="interop")
        assert result.observation["request"] and not result.done, result
        total = 0.0
        for call in run["calls"]:
            result = await env.step({"type": "call_tool", "tool_name": call["tool"], "arguments": call["arguments"]})
            assert result.observation["error"] is None, result
            total += result.reward
        result = await env.step({"type": "message", "text": run["text"]})
        total += result.reward
        state = await env.state()
        assert result.done and abs(total - 1) < 1e-6, (result, total)
        assert state["episode_id"] == "interop" and state["step_count"] == len(run["calls"]) + 1, state


async def openenv_tools(url, run):
    """OpenEnv's tool client: lists tools before a reset, then calls them."""
    try:
        from openenv.core.env_server.mcp_types import CallToolAction
        from openenv.core.mcp_client import MCPToolClient
    except ImportError:
        raise Skip("openenv-core is not installed")
    async with MCPToolClient(base_url=url) as env:
        tools = await env.list_tools()
        assert {call["tool"] for call in run["calls"]} <= {tool.name for tool in tools}, tools
        await env.reset(task_id=run["task"], seed=run["seed"])
        total = 0.0
        for call in run["calls"]:
            result = await env.step(CallToolAction(tool_name=call["tool"], arguments=call["arguments"]))
            total += result.reward
        assert abs(total - 1) < 1e-6, total


async def mcp_client(url, run):
    """The MCP project's own Python client on one episode's tools."""
    try:
        from mcp import ClientSession
        from mcp.client import streamable_http
    except ImportError:
        raise Skip("mcp is not installed")
    connect = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client
    episode = post(url + "/v1/episodes", {"task": run["task"], "seed": run["seed"], "call_by_call": True})
    async with connect(f"{url}/mcp/{episode['agent_token']}") as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = await session.list_tools()
            assert {call["tool"] for call in run["calls"]} <= {tool.name for tool in tools.tools}
            for call in run["calls"]:
                result = await session.call_tool(call["tool"], call["arguments"])
                failed = result.is_error if hasattr(result, "is_error") else result.isError
                assert not failed, result
    turn = post(f"{url}/v1/episodes/{episode['episode']}/steps", {"text": run["text"]})
    assert turn["done"] and turn["score"]["score"] == 1, turn


CHECKS = [openenv_generic, openenv_tools, mcp_client]


def main():
    url, path = sys.argv[1], sys.argv[2]
    with open(path, encoding="utf-8") as f:
        runs = json.load(f)
    ran = skipped = failed = 0
    for check in CHECKS:
        try:
            for run in runs:
                asyncio.run(check(url, run))
        except Skip as reason:
            skipped += 1
            print(f"skipped {check.__name__}: {reason}")
        except Exception as error:  # one client's failure must not hide the others'
            failed += 1
            print(f"failed  {check.__name__}: {type(error).__name__}: {error}")
        else:
            ran += 1
            print(f"ran     {check.__name__}: {len(runs)} episodes, each scored 1")
    print(f"{ran} ran, {skipped} skipped, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
