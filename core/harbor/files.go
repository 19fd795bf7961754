package harbor

import "strings"

// dockerfile builds a task's image. The server runs as a user of its own, and what it keeps is for
// that user alone.
func dockerfile(o *Options, task string) string {
	if o.Binary == "" {
		return "# The image was built from an export with the binary; it holds the task.\nFROM " + o.image(task) + "\n"
	}
	return `# One office task: the tool server and the public half of the task.
# tests/ and solution/ are no part of it; Harbor brings them in when they are due.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends bash ca-certificates curl procps util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --shell /usr/sbin/nologin ` + serverUser + ` \
 && useradd --create-home --shell /bin/bash ` + agentUser + `
COPY ` + BinaryName + ` start /opt/coworkenv/
RUN chmod 0755 /opt/coworkenv /opt/coworkenv/*
` + worldLines + `WORKDIR /home/` + agentUser + `
ENTRYPOINT ["` + startPath + `"]
CMD ["sh", "-c", "sleep infinity"]
`
}

const worldLines = `COPY ` + WorldDir + ` ` + worldPath + `
RUN chown -R ` + serverUser + `:` + serverUser + ` /var/lib/coworkenv && chmod -R u=rwX,go= /var/lib/coworkenv
`

// startScript starts the server once and goes on with the command that it is given.
func startScript(seed string) string {
	return `#!/bin/sh
# Starts the tool server as a user of its own, if it does not run yet, and goes on with the command.
bin=` + binaryPath + `
if ! "$bin" ready --url http://` + Address + `/healthz; then
  setpriv --reuid ` + serverUser + ` --regid ` + serverUser + ` --clear-groups --no-new-privs \
    "$bin" serve --world ` + worldPath + ` --record ` + recordPath + ` --listen ` + Address + ` --seed ` + seed + ` \
    </dev/null >/dev/null 2>&1 &
  "$bin" ready --url http://` + Address + `/healthz --wait 20s || exit 1
fi
exec "$@"
`
}

// testScript is the verifier. It needs no network and nothing of the container but the record, and
// ends with 0 whatever it finds: without a reward there is no reward file.
func testScript(o *Options) string {
	bin := `"$here/` + BinaryName + `"`
	if o.Binary == "" {
		bin = binaryPath
	}
	multi := ""
	if o.Multi {
		multi = " --components"
	}
	return `#!/bin/sh
# Grades the record of the agent's calls. Arguments for a trial run: RECORD, then the folder for the results.
here=$(cd "$(dirname "$0")" && pwd)
chmod +x ` + bin + ` 2>/dev/null
` + bin + ` verify --task "$here" --record "${1:-` + recordPath + `}" --into "${2:-/logs/verifier}"` + multi + `
exit 0
`
}

// solveScript is the oracle. Its calls go the way of any agent's.
func solveScript() string {
	return `#!/bin/sh
# Makes the calls that solve the task. Arguments for a trial run: the binary, then the server's URL.
here=$(cd "$(dirname "$0")" && pwd)
exec "${1:-` + binaryPath + `}" play --script "$here/` + scriptFile + `" --url "${2:-http://` + Address + `/mcp}"
`
}

// instruction is what the agent reads.
func instruction(system, say, language string, talks bool) string {
	zh := strings.HasPrefix(language, "zh")
	parts := []string{strings.TrimSpace(system), strings.TrimSpace(say)}
	how := "Everything you need is in the tools of the MCP server `" + ServerName + "`; work with them alone. " +
		"Tools that list leave fields out; those that get one record show all of it."
	talk := "The person who asked can be reached with the tool `reply_to_user`: ask there what you must know, and say there when you are done with what " +
		"was asked. They may then ask for more. Go on until the tool says that the task is over."
	if zh {
		how = "你需要的一切都在 MCP 服务器 `" + ServerName + "` 的工具里，只用这些工具完成工作。列表工具会省略部分字段，读取单条记录的工具会给出全部字段。"
		talk = "用工具 `reply_to_user` 与提出请求的人对话：需要知道的在那里问，做完了也在那里说。对方可能会提出新的要求；请继续，直到该工具告知任务结束。"
	}
	parts = append(parts, how)
	if talks {
		parts = append(parts, talk)
	}
	return strings.Join(parts, "\n\n") + "\n"
}
