package engine

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Changed keeps the tasks with a file in their folder that differs from a git revision, committed
// since or not, or that git does not know yet. Tasks outside of a folder on disk are an error.
func (e *Engine) Changed(ctx context.Context, spots []Spot, rev string) ([]Spot, error) {
	folders := make([]string, len(spots))
	for i, s := range spots {
		if s.disk == "" {
			return nil, fault.New(fault.Usage, "%s has no folder on disk that git could know", s.Path).WithHint("name the folders of the library, e.g. `coworkenv gate my-library --changed HEAD`")
		}
		abs, err := filepath.Abs(s.disk)
		if err == nil {
			abs, err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return nil, fault.Wrap("", err, "look at %s", s.Path)
		}
		folders[i] = abs
	}
	repositories := map[string]map[string]bool{} // root -> its changed files and all folders above them
	var out []Spot
	for i, s := range spots {
		root := rootAmong(repositories, folders[i])
		if root == "" {
			var err error
			if root, err = gitRoot(ctx, folders[i]); err != nil {
				return nil, err
			}
			if repositories[root], err = gitChanges(ctx, root, rev, folders); err != nil {
				return nil, err
			}
		}
		if repositories[root][folders[i]] {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "none of %d tasks differs from %s", len(spots), rev).WithHint("nothing was gated; leave --changed out to gate them all")
	}
	return out, nil
}

func rootAmong(repositories map[string]map[string]bool, folder string) string {
	for root := range repositories {
		if within(root, folder) {
			return root
		}
	}
	return ""
}

func within(root, path string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

func gitRoot(ctx context.Context, folder string) (string, error) {
	out, err := git(ctx, folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	root, err := filepath.EvalSymlinks(filepath.FromSlash(strings.TrimRight(string(out), "\r\n")))
	if err != nil {
		return "", fault.Wrap("", err, "look at the repository of %s", folder)
	}
	return root, nil
}

// gitChanges lists the files below the folders' common parent that differ from rev or are new,
// each with the folders that hold it.
func gitChanges(ctx context.Context, root, rev string, folders []string) (map[string]bool, error) {
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if fault.KindOf(err) == fault.Unavailable {
			return nil, err
		}
		return nil, fault.New(fault.NotFound, "git knows no revision %q in %s", rev, root).WithHint("give a commit, branch or tag, e.g. HEAD or origin/main")
	}
	parent := ""
	for _, f := range folders {
		if within(root, f) {
			parent = commonParent(parent, f)
		}
	}
	changed, err := git(ctx, root, "diff", "--name-only", "--no-renames", "-z", strings.TrimSpace(string(commit)), "--", parent)
	if err != nil {
		return nil, err
	}
	fresh, err := git(ctx, root, "ls-files", "--others", "--exclude-standard", "-z", "--", parent)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for name := range strings.SplitSeq(string(changed)+string(fresh), "\x00") {
		if name == "" {
			continue
		}
		for p := filepath.Join(root, filepath.FromSlash(name)); within(root, p) && !out[p]; p = filepath.Dir(p) {
			out[p] = true
		}
	}
	return out, nil
}

func commonParent(a, b string) string {
	if a == "" {
		return b
	}
	for !within(a, b) {
		a = filepath.Dir(a)
	}
	return a
}

// git runs git in a folder, with nothing of the repository's own programs.
func git(ctx context.Context, folder string, args ...string) ([]byte, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "--changed asks git").WithHint("install git, or leave --changed out")
	}
	cmd := exec.CommandContext(ctx, path, append([]string{"--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", folder}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, fault.Wrap(fault.Canceled, errors.Join(ctx.Err(), err), "ask git")
		}
		first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return nil, fault.New(fault.Invalid, "git %s in %s: %s", args[0], folder, first).WithHint("--changed needs a library within a git repository")
	}
	return stdout.Bytes(), nil
}
