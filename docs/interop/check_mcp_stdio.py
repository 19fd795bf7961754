"""MCP's own client starts `coworkenv serve mcp`, lists the task's tools, calls them, and the episode scores 1.

Usage: python check_mcp_stdio.py COWORKENV TASK SOLUTION.json
"""

import asyncio
import json
import pathlib
import sys
import tempfile
import time

from common import Tally, same

tally = Tally("mcp_stdio")
BINARY, TASK = sys.argv[1], sys.argv[2]
CALLS = json.loads(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))

try:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ImportError as e:
    tally.skip("everything", e)
    tally.close()


async def play(result):
    server = StdioServerParameters(command=BINARY, args=["--quiet", "serve", "mcp", "--task", TASK, "--seed", "1", "--result", str(result)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        offered = {t.name for t in (await session.list_tools()).tools}
        for call in CALLS:
            same(call["tool"] in offered, True, f"{call['tool']} is offered")
            reply = await session.call_tool(call["tool"], call["arguments"])
            failed = reply.is_error if hasattr(reply, "is_error") else reply.isError
            same(failed, False, call["tool"])


def episode():
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder, "result.json")
        asyncio.run(play(result))
        for _ in range(100):  # the server writes it when the client has gone
            if result.exists() and result.stat().st_size:
                break
            time.sleep(0.1)
        doc = json.loads(result.read_text(encoding="utf-8"))
        same((doc["task"], doc["score"]["score"]), (TASK, 1), "result")
        same(len([c for s in doc["trajectory"]["steps"] for c in s["calls"]]), len(CALLS), "calls in the trajectory")


tally.check("an episode over standard input and output", episode)
tally.close()
