package tui

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/term"
)

// edited is the end of the editor.
type edited struct {
	owner *open
	then  screens.Msg
	err   error
}

func (w *Workbench) edit(o *open, wish screens.EditWish) {
	cmd, err := editorCommand(w.opts.GetEnv, wish.File, wish.Line)
	if err != nil {
		w.fail(err)
		return
	}
	w.want(term.Exec{Cmd: cmd, Then: func(err error) any { return edited{o, wish.Then, err} }})
}

func (w *Workbench) edited(e edited) {
	if e.err != nil {
		w.fail(fault.Wrap(fault.Unavailable, e.err, "the editor ended").WithHint("set $VISUAL or $EDITOR; what was saved is read all the same"))
	}
	if w.isOpen(e.owner) {
		e.owner.screen.Update(e.then)
	}
}

// editorCommand is $VISUAL, else $EDITOR, else vi, at a line of a file. The variable holds a
// program and its arguments, quoted as in a shell; it is run without one.
func editorCommand(env func(string) string, file string, line int) (*exec.Cmd, error) {
	words := []string{"vi"}
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if v := strings.TrimSpace(env(name)); v != "" {
			var err error
			if words, err = shellWords(v); err != nil {
				return nil, fault.Wrap(fault.Invalid, err, "read $%s", name)
			}
			break
		}
	}
	return exec.Command(words[0], append(words[1:], atLine(filepath.Base(words[0]), file, max(line, 1))...)...), nil
}

// atLine is how editors are told a line.
func atLine(program, file string, line int) []string {
	switch strings.TrimSuffix(program, ".exe") {
	case "code", "codium", "cursor", "windsurf":
		return []string{"--wait", "--goto", fmt.Sprintf("%s:%d", file, line)}
	case "subl", "zed", "hx", "helix":
		return []string{fmt.Sprintf("%s:%d", file, line)}
	case "ed", "gedit", "notepad":
		return []string{file}
	}
	return []string{fmt.Sprintf("+%d", line), file}
}

// shellWords splits at blanks outside of quotes; a backslash takes the next character as it is.
func shellWords(s string) ([]string, error) {
	var out []string
	var word strings.Builder
	in, quote := false, rune(0)
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, in = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, in = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if in {
				out = append(out, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 || escaped {
		return nil, fault.New(fault.Invalid, "a quote in %q is not closed", s)
	}
	if in {
		out = append(out, word.String())
	}
	if len(out) == 0 {
		return nil, fault.New(fault.Invalid, "%q names no program", s)
	}
	return out, nil
}
