package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

// ranJSON runs a command line with --json and takes its output apart: documents on standard output,
// at most one on standard error, which tells the exit status.
func ranJSON(t *testing.T, args ...string) (status int, docs []any, told errorDoc) {
	t.Helper()
	d, stdout, stderr := fakeDeps(nil)
	status = Main(context.Background(), d, append(args, "--json"))
	for dec := json.NewDecoder(bytes.NewReader(stdout.Bytes())); ; {
		var doc any
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%q: standard output is no JSON: %v\n%.300s", args, err, stdout)
		}
		docs = append(docs, doc)
	}
	if status == 0 {
		if stderr.Len() > 0 {
			t.Errorf("%q: succeeds and writes to standard error: %s", args, stderr)
		}
		return status, docs, told
	}
	dec := json.NewDecoder(bytes.NewReader(stderr.Bytes()))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&told); err != nil || dec.More() || told.Error == "" || told.Kind == "" || told.Exit != status {
		t.Errorf("%q: standard error is not the one document of its error (status %d): %v\n%s", args, status, err, stderr)
	}
	return status, docs, told
}

// Whatever is wrong with a command line, it is one document with the status of wrong usage.
func TestEveryRefusalIsJSON(t *testing.T) {
	d, _, _ := fakeDeps(nil)
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		for _, wrong := range [][]string{{"--no-such-flag"}, {"--quiet=maybe"}} {
			status, docs, told := ranJSON(t, append(append([]string{}, path...), wrong...)...)
			if status != 2 || told.Kind != fault.Usage || len(docs) > 0 {
				t.Errorf("%s %v: status %d, %s, %d documents", cmd.CommandPath(), wrong, status, told.Kind, len(docs))
			}
		}
		status, docs, _ := ranJSON(t, append(append([]string{}, path...), "--help")...)
		if status != 0 || len(docs) != 1 {
			t.Errorf("%s --help: status %d, %d documents", cmd.CommandPath(), status, len(docs))
		}
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
	each(New(d))
}

// The results of commands are JSON, and so are their errors.
func TestResultsAreJSON(t *testing.T) {
	dir := t.TempDir()
	lib, ws := filepath.Join(dir, "lib"), filepath.Join(dir, "ws")
	for _, tt := range []struct {
		args   string
		status int
		docs   int // -1: any number
	}{
		{"task new one --family lookup --dir LIB", 0, 1}, {"task new one --dir LIB", 9, 0}, {"task new Two --dir LIB", 6, 0}, {"task new two --family none --dir LIB", 2, 0},
		{"task lint LIB", 0, 1}, {"task lint LIB/nosuch", 5, 0}, {"task show LIB/one", 0, 1}, {"task show nosuch", 5, 0}, {"task list LIB", 0, 1}, {"task fmt LIB", 0, 1}, {"task fmt LIB --check", 0, 1},
		{"task digest LIB", 0, 1}, {"task diff LIB/one LIB/one", 0, 1}, {"task eval LIB/one late", 0, 1}, {"task eval LIB/one late.x", 6, 0}, {"task schema", 0, 1},
		{"services list", 0, 1}, {"services show gmail", 0, 1}, {"services show gmial", 5, 0}, {"check list", 0, 1}, {"check show read", 0, 1}, {"check show raed", 5, 0},
		{"gate LIB", 0, 2}, {"gate LIB --round spec", 0, 2}, {"gate nosuch", 5, 0}, {"gate explain", 0, 1}, {"gate explain no_solution", 0, 1}, {"gate explain nosuch", 5, 0},
		{"run LIB --agent oracle --trials 1 -w WS", 0, 1}, {"run LIB --agent nosuch -w WS", 5, 0}, {"run LIB --fault-rate NaN -w WS", 2, 0}, {"run LIB --trials 0 -w WS", 2, 0}, {"run LIB --jobs -1 -w WS", 2, 0}, {"run LIB --k 0 -w WS", 2, 0}, {"run LIB --agent script: -w WS", 2, 0}, {"gate LIB --jobs -1", 2, 0}, {"synth --count -5 --into LIB", 2, 0}, {"synth --rounds 0 --into LIB", 2, 0}, {"coverage plan --count -1", 2, 0}, {"trials list --limit -1 -w WS", 2, 0},
		{"trials list -w WS", 0, 1}, {"trials list -w WS --where score<<1", 6, 0}, {"trials list -w WS --where nosuch:1", 6, 0}, {"trials list -w LIB", 5, 0}, {"trials show nosuch -w WS", 5, 0},
		{"replay nosuch -w WS", 5, 0}, {"regrade -w WS", 0, 1}, {"regrade -w WS --where agent:null", 5, 0}, {"jobs list -w WS", 0, 1}, {"jobs attach nosuch -w WS", 5, 0},
		{"coverage plan", 0, 1}, {"coverage status LIB", 0, 1}, {"coverage gaps LIB", 0, 1}, {"coverage capabilities", 0, 1}, {"synth", 2, 0}, {"import claw-eval nosuch --into LIB", 5, 0},
		{"version", 0, 1}, {"completion bash", 0, 1}, {"completion nosuch", 2, 0}, {"help gate", 0, 1}, {"help nosuch", 2, 0}, {"trials", 0, 1}, {"nosuch", 2, 0}, {"", 0, 1}, {"serve services", 2, 0}, {"serve services --task LIB/one --error-rate NaN", 2, 0}, {"serve services --task LIB/one --port-offset 99999", 6, 0}, {"demo --dir x -w y", 2, 0},
	} {
		args := strings.Fields(strings.NewReplacer("LIB", lib, "WS", ws).Replace(tt.args))
		status, docs, _ := ranJSON(t, args...)
		if status != tt.status || tt.docs >= 0 && len(docs) != tt.docs {
			t.Errorf("%s: status %d with %d documents, want %d with %d", tt.args, status, len(docs), tt.status, tt.docs)
		}
	}
}
