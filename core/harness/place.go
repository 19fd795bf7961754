package harness

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Setting is what one trial fills into a profile.
type Setting struct {
	Dir     string // the trial's own folder, made and removed by whoever calls
	URL     string // of the MCP server; it holds the trial's token
	System  string // rules that the agent is given
	Request string // what the office worker asks for
	Prompt  string // all of it as one text
	Seconds int    // limit of the task, 0 = none
	Env     func(name string) string
}

// Places lists what texts of a profile may hold, with what each stands for.
func Places() [][2]string {
	return [][2]string{{"{prompt}", "rules, request and how to act, as one text"}, {"{request}", "the request alone"}, {"{system}", "the rules alone"},
		{"{url}", "address of the trial's MCP server"}, {"{dir}", "the trial's folder, which is also HOME and the working directory"},
		{"{model}", "the profile's model"}, {"{seconds}", "the time of the trial"}}
}

// fill puts the trial's texts in. What they hold is not looked through again.
func (s *Setting) fill(p *Profile, text string) string {
	return strings.NewReplacer("{prompt}", s.Prompt, "{request}", s.Request, "{system}", s.System, "{url}", s.URL, "{dir}", s.Dir,
		"{model}", p.Model, "{seconds}", itoa(p.seconds(s.Seconds))).Replace(text)
}

// command is the filled command. An argument that is a task's text must not read as an option.
func (s *Setting) command(p *Profile) []string {
	out := make([]string, len(p.Command))
	for i, arg := range p.Command {
		out[i] = strings.ReplaceAll(s.fill(p, arg), "\x00", "")
		if strings.HasPrefix(arg, "{") && strings.HasPrefix(out[i], "-") {
			out[i] = " " + out[i]
		}
	}
	return out
}

// handedOn are the variables of ours that every child gets.
func handedOn() []string {
	return []string{"PATH", "LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR"}
}

// HandedOn names the variables of this process that every harness gets, besides those that its
// profile passes.
func HandedOn() []string { return handedOn() }

// environ is the child's whole environment.
func (s *Setting) environ(p *Profile) []string {
	env := map[string]string{"HOME": s.Dir, "TMPDIR": filepath.Join(s.Dir, "tmp"), "TERM": "dumb", "NO_COLOR": "1"}
	for _, name := range slices.Concat(handedOn(), p.Pass) {
		if v := s.Env(name); v != "" {
			env[name] = v
		}
	}
	for name, text := range p.Env {
		env[name] = s.fill(p, text)
	}
	out := make([]string, 0, len(env))
	for name, v := range env {
		out = append(out, name+"="+strings.ReplaceAll(v, "\x00", ""))
	}
	slices.Sort(out)
	return out
}

// secrets are the values that must not stand in what is kept.
func (s *Setting) secrets(p *Profile) []string {
	var out []string
	for _, name := range p.Pass {
		if v := s.Env(name); secret(name, v) {
			out = append(out, v)
		}
	}
	for name, v := range p.Env {
		if secret(name, v) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// shortestSecret is how long a value must be to count as a secret; shorter ones are placeholders.
const shortestSecret = 8

// secret tells by a variable's name whether its value is one, unless it is a place that is filled.
func secret(name, v string) bool {
	upper := strings.ToUpper(name)
	named := slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD"}, func(part string) bool { return strings.Contains(upper, part) })
	return named && len(v) >= shortestSecret && !strings.ContainsAny(v, "{}")
}

// Shown is a profile's environment as it may be shown: secrets that stand in it are put out of sight.
func (p *Profile) Shown() map[string]string {
	out := maps.Clone(p.Env)
	for name, v := range out {
		if secret(name, v) {
			out[name] = "[secret]"
		}
	}
	return out
}

// lay writes the files of the trial's folder.
func (s *Setting) lay(p *Profile) error {
	for _, dir := range []string{s.Dir, filepath.Join(s.Dir, "tmp")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fault.Wrap("", err, "make a harness's folder")
		}
	}
	for _, f := range p.Files {
		name := filepath.Join(s.Dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return fault.Wrap("", err, "make a harness's folder")
		}
		if err := os.WriteFile(name, []byte(s.fill(p, f.Text)), 0o600); err != nil {
			return fault.Wrap("", err, "write a harness's file")
		}
	}
	return nil
}
