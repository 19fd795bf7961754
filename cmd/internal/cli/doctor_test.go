package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestCheckWorkspace(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, dir, status, detail string
		kind                      fault.Kind
	}{
		{"there", dir, statusOK, "is writable", ""},
		{"not yet made", filepath.Join(dir, "a", "b"), statusOK, "can be made", ""},
		{"a file", file, statusFailed, "is a file, not a folder", fault.Conflict},
		{"below a file", filepath.Join(file, "x"), statusFailed, "look at workspace", fault.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := checkWorkspace(tt.dir)
			if f.Status != tt.status || !strings.Contains(f.Detail, tt.detail) || fault.KindOf(f.err) != tt.kind {
				t.Errorf("finding = %+v (kind %q), want %s %q %q", f, fault.KindOf(f.err), tt.status, tt.detail, tt.kind)
			}
		})
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("doctor left files behind: %v, %v", left, err)
	}
	t.Chdir(dir)
	if err := os.Mkdir(".coworkenv", 0o755); err != nil {
		t.Fatal(err)
	}
	if f := checkWorkspace(".coworkenv"); f.Detail != ".coworkenv is writable" {
		t.Errorf("relative folder that exists: %+v", f)
	}
}

func TestCheckDisk(t *testing.T) {
	broken := errors.New("broken")
	tests := []struct {
		name   string
		free   uint64
		err    error
		status string
		kind   fault.Kind
	}{
		{"plenty", 5 << 30, nil, statusOK, ""},
		{"exactly comfortable", comfortDisk, nil, statusOK, ""},
		{"little", comfortDisk - 1, nil, statusWarning, ""},
		{"least", leastDisk, nil, statusWarning, ""},
		{"none", leastDisk - 1, nil, statusFailed, fault.Exhausted},
		{"unknown", 0, errors.ErrUnsupported, statusOK, ""},
		{"unreadable", 0, broken, statusFailed, fault.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := checkDisk(t.TempDir(), func(string) (uint64, error) { return tt.free, tt.err })
			if f.Status != tt.status || fault.KindOf(f.err) != tt.kind {
				t.Errorf("finding = %+v (kind %q), want %s %q", f, fault.KindOf(f.err), tt.status, tt.kind)
			}
		})
	}
	if n, err := freeBytes(t.TempDir()); err != nil && !errors.Is(err, errors.ErrUnsupported) || err == nil && n == 0 {
		t.Errorf("freeBytes = %d, %v", n, err)
	}
}

func TestCheckTerminal(t *testing.T) {
	tests := []struct {
		name, term string
		tty        bool
		width      int
		status     string
	}{
		{"piped", "", false, 0, statusOK},
		{"usual", "xterm-256color", true, 80, statusOK},
		{"no TERM", "", true, 80, statusWarning},
		{"dumb", "dumb", true, 80, statusWarning},
		{"narrow", "xterm", true, 59, statusWarning},
	}
	for _, tt := range tests {
		d, _, _ := fakeDeps(map[string]string{"TERM": tt.term})
		d.IsTTY, d.Width = tt.tty, tt.width
		if f := checkTerminal(d); f.Status != tt.status {
			t.Errorf("%s: %+v, want %s", tt.name, f, tt.status)
		}
	}
}

func TestDoctorExitsWithTheKindOfTheFirstFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, stdout, stderr := fakeDeps(nil)
	if code := Main(context.Background(), d, []string{"doctor", "-w", file}); code != 9 {
		t.Errorf("exit %d, want 9", code)
	}
	if !strings.Contains(stdout.String(), "workspace   failed") || !strings.Contains(stderr.String(), "is a file, not a folder") {
		t.Errorf("stdout %q, stderr %q", stdout, stderr)
	}
}

func TestReadVersion(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	got := readVersion(info)
	want := versionDoc{Version: "v1.2.3", Revision: "abc", Time: "2026-01-02T03:04:05Z", Modified: true, Go: got.Go, Platform: got.Platform}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("version (-want +got):\n%s", diff)
	}
	if v := readVersion(nil); v.Version != "(unknown)" || !strings.HasPrefix(v.Go, "go") || !strings.Contains(v.Platform, "/") {
		t.Errorf("without build information: %+v", v)
	}
}
