package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestPrintError(t *testing.T) {
	one := fault.New(fault.NotFound, "no task %q", "t\x1b1").WithHint("see `coworkenv list`")
	two := fault.New(fault.Invalid, "task.yaml:3:1: unknown key\n  weigth: 1")
	tests := []struct {
		name string
		err  error
		text string
		doc  errorDoc
	}{
		{
			"one with a hint", fmt.Errorf("show: %w", one),
			"error: show: no task \"t\\x1b1\"\nhint: see `coworkenv list`\n",
			errorDoc{Error: `show: no task "t\x1b1"`, Kind: fault.NotFound, Hint: "see `coworkenv list`", Exit: 5},
		},
		{
			"joined, also inside a join", errors.Join(two, errors.Join(one)),
			"error: task.yaml:3:1: unknown key\n    weigth: 1\nerror: no task \"t\\x1b1\"\nhint: see `coworkenv list`\n",
			errorDoc{
				Error: two.Error() + "\n" + one.Error(), Kind: fault.Invalid, Hint: "see `coworkenv list`", Exit: 6,
				Causes: []errorDoc{
					{Error: two.Error(), Kind: fault.Invalid},
					{Error: one.Error(), Kind: fault.NotFound, Hint: "see `coworkenv list`"},
				},
			},
		},
		{
			"several causes under one message stay one error", fmt.Errorf("save: %w, %w", two, one),
			"error: save: task.yaml:3:1: unknown key\n    weigth: 1, no task \"t\\x1b1\"\nhint: see `coworkenv list`\n",
			errorDoc{Error: "save: " + two.Error() + ", " + one.Error(), Kind: fault.Invalid, Hint: "see `coworkenv list`", Exit: 6},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var text, doc bytes.Buffer
			printError(&text, tt.err, false, 0)
			if diff := cmp.Diff(tt.text, strings.ReplaceAll(text.String(), `\\`, `\`)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			printError(&doc, tt.err, true, 0)
			var got errorDoc
			if err := json.Unmarshal(doc.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, doc.String())
			}
			if diff := cmp.Diff(tt.doc, got); diff != "" {
				t.Errorf("JSON (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMainWithoutTerminal(t *testing.T) {
	tests := []struct {
		args       []string
		exit       int
		out, error string
	}{
		{nil, 0, "EXIT STATUS", ""},
		{[]string{"version"}, 0, "coworkenv ", ""},
		{[]string{"versoin"}, 2, "", "did you mean version?"},
		{[]string{"--wrkspace", "x"}, 2, "", "did you mean --workspace?"},
		{[]string{"--bad", "--json"}, 2, "", `"kind":"usage"`},
		{[]string{"completion"}, 2, "", "SHELL is missing"},
		{[]string{"help", "doctor"}, 0, "coworkenv doctor", ""},
		{[]string{"help", "no", "such"}, 2, "", `unknown command "no"`},
	}
	for _, tt := range tests {
		d, stdout, stderr := fakeDeps(nil)
		if got := Main(context.Background(), d, tt.args); got != tt.exit {
			t.Errorf("%v: exit %d, want %d", tt.args, got, tt.exit)
		}
		if !strings.Contains(stdout.String(), tt.out) || (tt.out == "") != (stdout.Len() == 0) {
			t.Errorf("%v: stdout %q, want %q", tt.args, stdout, tt.out)
		}
		if !strings.Contains(stderr.String(), tt.error) || (tt.error == "") != (stderr.Len() == 0) {
			t.Errorf("%v: stderr %q, want %q", tt.args, stderr, tt.error)
		}
	}
}

// The table in the help is what ExitCode does.
func TestExitStatusTableIsTrue(t *testing.T) {
	for _, k := range fault.Kinds() {
		code := fault.ExitCode(fault.New(k, "x"))
		if !strings.Contains(exitStatus, fmt.Sprintf("%3d  ", code)) {
			t.Errorf("exit status %d of kind %s is not in the help", code, k)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"completion", "demo", "doctor", "gate", "grade", "import", "run", "version"}
	tests := []struct {
		word string
		want []string
	}{
		{"docter", []string{"doctor"}},
		{"comp", []string{"completion"}},
		{"grate", []string{"gate", "grade"}},
		{"gat", []string{"gate"}},
		{"IMPORT", []string{"import"}},
		{"rnu", []string{"run"}},
		{"nru", nil},
		{"zzz", nil},
		{"", nil},
		{strings.Repeat("x", 100000), nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, nearest(tt.word, names)); diff != "" {
			t.Errorf("nearest(%.20q) (-want +got):\n%s", tt.word, diff)
		}
	}
}

func TestWorkspaceAndColour(t *testing.T) {
	tests := []struct {
		name      string
		env       map[string]string
		args      []string
		tty       bool
		workspace string
		color     bool
	}{
		{"defaults", nil, nil, true, ".coworkenv", true},
		{"environment", map[string]string{"COWORKENV_WORKSPACE": "/srv/cw/"}, nil, true, "/srv/cw", true},
		{"flag wins", map[string]string{"COWORKENV_WORKSPACE": "/srv/cw"}, []string{"-w", "./x"}, true, "x", true},
		{"piped", nil, nil, false, ".coworkenv", false},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, nil, true, ".coworkenv", false},
		{"--no-color", nil, []string{"--no-color"}, true, ".coworkenv", false},
		{"dumb", map[string]string{"TERM": "dumb"}, nil, true, ".coworkenv", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, _, _ := fakeDeps(tt.env)
			d.IsTTY = tt.tty
			if err := New(d).ParseFlags(tt.args); err != nil {
				t.Fatal(err)
			}
			if got := d.workspace(); got != tt.workspace {
				t.Errorf("workspace = %q, want %q", got, tt.workspace)
			}
			if got := d.color(); got != tt.color {
				t.Errorf("color = %v, want %v", got, tt.color)
			}
		})
	}
}
