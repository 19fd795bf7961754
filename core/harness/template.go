package harness

// ServerName is what harnesses know our MCP server as.
const ServerName = "coworkenv"

// mcpJSON is the form of an MCP configuration that several harnesses share.
const mcpJSON = `{"mcpServers": {"` + ServerName + `": {"type": "http", "url": "{url}"}}}
`

// Templates are the profiles of well-known harnesses, to be named by `like` in the person's own
// file. Each keeps its state in the trial's folder and is offered our tools alone, as far as it can
// be told so. Their flags follow the programs' documentation and change with the programs.
func Templates() []Profile {
	return []Profile{claudeCode(), codex(), geminiCLI(), openCode(), qwenCode()}
}

// Template returns the template of that name.
func Template(name string) (Profile, bool) {
	for _, t := range Templates() {
		if t.Name == name {
			return t, true
		}
	}
	return Profile{}, false
}

func templateNames() []string {
	var out []string
	for _, t := range Templates() {
		out = append(out, t.Name)
	}
	return out
}

func claudeCode() Profile {
	return Profile{Name: "claude-code",
		Command: []string{"claude", "--verbose", "--output-format", "stream-json", "--permission-mode", "bypassPermissions",
			"--mcp-config", "{dir}/mcp.json", "--strict-mcp-config", "--tools", "", "-p", "{prompt}"},
		Env: map[string]string{"CLAUDE_CONFIG_DIR": "{dir}/claude", "IS_SANDBOX": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
			"FORCE_AUTO_BACKGROUND_TASKS": "1", "ENABLE_BACKGROUND_TASKS": "1"},
		Pass:  []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL", "MAX_THINKING_TOKENS"},
		Files: []File{{"mcp.json", mcpJSON}}}
}

func qwenCode() Profile {
	return Profile{Name: "qwen-code",
		Command: []string{"qwen", "--output-format", "stream-json", "--approval-mode", "yolo", "-p", "{prompt}"},
		Pass:    []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"},
		Files: []File{{".qwen/settings.json", `{"mcpServers": {"` + ServerName + `": {"httpUrl": "{url}", "trust": true}}, "privacy": {"usageStatisticsEnabled": false}}
`}}}
}

func codex() Profile {
	return Profile{Name: "codex",
		Command: []string{"codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "{prompt}"},
		Env:     map[string]string{"CODEX_HOME": "{dir}/codex"},
		Pass:    []string{"CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"},
		Files:   []File{{"codex/config.toml", "[mcp_servers." + ServerName + "]\nurl = \"{url}\"\n"}}}
}

func geminiCLI() Profile {
	return Profile{Name: "gemini-cli",
		Command: []string{"gemini", "--output-format", "stream-json", "--approval-mode", "yolo", "-p", "{prompt}"},
		Pass:    []string{"GEMINI_API_KEY", "GEMINI_MODEL", "GOOGLE_GEMINI_BASE_URL"},
		Files: []File{{".gemini/settings.json", `{"mcpServers": {"` + ServerName + `": {"httpUrl": "{url}", "trust": true}}, "privacy": {"usageStatisticsEnabled": false},
 "security": {"auth": {"selectedType": "gemini-api-key"}}}
`}}}
}

func openCode() Profile {
	return Profile{Name: "opencode",
		Command: []string{"opencode", "run", "--format", "json", "--model", "{model}", "{prompt}"},
		Pass:    []string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"},
		Files: []File{{"opencode.json", `{"$schema": "https://opencode.ai/config.json", "autoupdate": false, "share": "disabled",
 "tools": {"bash": false, "edit": false, "write": false, "read": false, "webfetch": false},
 "mcp": {"` + ServerName + `": {"type": "remote", "url": "{url}", "enabled": true}}}
`}}}
}
