package harbor

import (
	"bytes"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// toml writes the lines of a TOML file.
type toml struct {
	b   bytes.Buffer
	err error
}

func (t *toml) table(name string) { t.b.WriteString("\n[" + name + "]\n") }

func (t *toml) text(key, s string) { t.b.WriteString(key + " = " + t.quote(s) + "\n") }

func (t *toml) texts(key string, list []string) {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = t.quote(s)
	}
	t.b.WriteString(key + " = [" + strings.Join(quoted, ", ") + "]\n")
}

func (t *toml) raw(key string, v any) { fmt.Fprintf(&t.b, "%s = %v\n", key, v) }

// quote writes a basic string: JSON's escapes are TOML's too.
func (t *toml) quote(s string) string {
	var b bytes.Buffer
	if err := appendText(&b, s); err != nil && t.err == nil {
		t.err = err
	}
	return b.String()
}

const (
	memoryMB   = 2048
	storageMB  = 4096
	verifyTime = 120
)

// config is a task's task.toml.
func config(w *Task, o *Options) ([]byte, error) {
	t := w.whole.Bound.Task
	var f toml
	f.text("schema_version", o.Schema)
	f.text("source", fmt.Sprintf("coworkenv %s / seed %d", o.Version, o.Seed))
	f.table("task")
	f.text("name", o.Org+"/"+t.ID)
	f.text("description", t.Title)
	f.texts("keywords", append([]string{"office", string(t.Family)}, t.Services...))
	f.table("metadata")
	f.text("family", string(t.Family))
	if t.Difficulty != "" {
		f.text("difficulty", string(t.Difficulty))
	}
	f.text("language", t.Language)
	f.raw("seed", fmt.Sprint(int64(o.Seed&(1<<63-1))))
	f.text("instance_id", t.ID)
	f.text("task_digest", w.whole.Digest)
	f.texts("services", t.Services)
	seconds := t.Limits.Seconds
	if seconds == 0 {
		seconds = task.DefaultSeconds
	}
	f.table("agent")
	f.raw("timeout_sec", fmt.Sprintf("%d.0", seconds))
	f.text("user", agentUser)
	f.table("verifier")
	f.raw("timeout_sec", fmt.Sprintf("%d.0", verifyTime)) // as the image's user, root: readers besides Harbor refuse a named one
	environment(&f, o, t.ID)
	if f.err != nil {
		return nil, fault.Wrap(fault.Internal, f.err, "write task.toml")
	}
	return f.b.Bytes(), nil
}

func environment(f *toml, o *Options, task string) {
	f.table("environment")
	if o.Image != "" {
		f.text("docker_image", o.image(task))
	}
	f.raw("build_timeout_sec", "600.0")
	f.raw("cpus", 1)
	f.raw("memory_mb", memoryMB)
	f.raw("storage_mb", storageMB)
	switch {
	case o.Schema == Schema11:
		f.raw("allow_internet", true) // the harness calls its model from inside
	case len(o.Hosts) > 0:
		f.text("network_mode", "allowlist")
		f.texts("allowed_hosts", o.Hosts)
	default:
		f.text("network_mode", "public")
	}
	f.b.WriteString("\n[[environment.mcp_servers]]\n")
	f.text("name", ServerName)
	f.text("transport", "streamable-http")
	f.text("url", "http://"+Address+"/mcp")
	// A backend that skips the image's entry point has its server started by this.
	f.table("environment.healthcheck")
	f.text("command", startPath+" true")
	f.raw("interval_sec", "2.0")
	f.raw("timeout_sec", "30.0")
	f.raw("retries", 5)
}
