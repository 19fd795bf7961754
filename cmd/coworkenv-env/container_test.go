//go:build linux

package main

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/harbor"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

// The program and the scripts of an export, run as in a container but in folders of this test: the
// oracle's script against the server, then the verifier's.
func TestScriptsOfAnExport(t *testing.T) {
	bin := filepath.Join(t.TempDir(), harbor.BinaryName)
	build := exec.Command("go", "build", "-trimpath", "-o", bin, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := harbor.CheckBinary(bin); err != nil {
		t.Fatal(err)
	}
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"one-free-hour-000005", "three-site-handover"} {
		whole, err := harbor.LoadTask(filepath.Join("..", "..", "library", "tasks", id), catalog, checks)
		if err != nil {
			t.Fatal(err)
		}
		o := harbor.Options{Org: "example", Name: "set", Schema: harbor.Schema11, Binary: bin, Seed: 3, Version: "1"}
		w, err := harbor.NewTask(t.Context(), whole, o.Seed)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), id)
		if err := w.Write(dir, &o); err != nil {
			t.Fatal(err)
		}
		for solve, want := range map[bool]string{true: "1.000000", false: "0.000000"} {
			if got := inContainer(t, bin, dir, solve); got != want {
				t.Errorf("%s, solved %v: reward %q, want %q", id, solve, got, want)
			}
		}
		into := t.TempDir() // no record: the environment failed
		script(t, filepath.Join(dir, "tests", "test.sh"), filepath.Join(into, "none"), into)
		if _, err := os.Stat(filepath.Join(into, harbor.RewardText)); err == nil {
			t.Error("a reward without a record")
		}
	}
}

// inContainer serves the public half, runs the oracle where asked to, and verifies.
func inContainer(t *testing.T, bin, dir string, solve bool) string {
	t.Helper()
	at, into := freeAddress(t), t.TempDir()
	record := filepath.Join(into, "record.json")
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, bin, "serve", "--world", filepath.Join(dir, "environment", harbor.WorldDir), "--record", record, "--listen", at, "--seed", "3")
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		stop()
		_ = server.Wait() // it was told to end
	}()
	if out, err := exec.CommandContext(ctx, bin, "ready", "--url", "http://"+at+"/healthz", "--wait", "60s").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if solve {
		script(t, filepath.Join(dir, "solution", "solve.sh"), bin, "http://"+at+"/mcp")
	}
	script(t, filepath.Join(dir, "tests", "test.sh"), record, into)
	reward, err := os.ReadFile(filepath.Join(into, harbor.RewardText))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(record); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the record: %v %v", info.Mode(), err)
	}
	return strings.TrimSpace(string(reward))
}

func script(t *testing.T, name string, args ...string) {
	t.Helper()
	out, err := exec.Command("sh", append([]string{name}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, out)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestVerbsRefuse(t *testing.T) {
	for _, args := range [][]string{nil, {"nothing"}, {"verify", "--no"}, {"serve", "--world", "none"}, {"play", "--script", "none"}, {"ready", "--url", "http://127.0.0.1:1/"}} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := run(ctx, args, os.Stderr); err == nil {
			t.Errorf("%v passes", args)
		}
		cancel()
	}
}
