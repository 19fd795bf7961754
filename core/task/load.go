package task

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// FileName is the file that makes a folder a task.
const FileName = "task.yaml"

// maxAsset bounds the bytes of one asset.
const maxAsset = 64 << 20

// LoadOptions says how a task folder is loaded.
type LoadOptions struct {
	SkipAssets bool // do not look at the asset files, e.g. for an index
}

// Load reads a task from disk: a folder that holds task.yaml, or a file. Assets must be plain
// files inside the folder; no link below it is followed.
func Load(name string, opts LoadOptions) (*Task, Problems) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, readFailed(name, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, readFailed(name, err)
	}
	dir, file := real, FileName
	shown := filepath.Join(name, FileName)
	if !info.IsDir() {
		dir, file = filepath.Dir(real), filepath.Base(real)
		shown = name
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, readFailed(name, err)
	}
	defer root.Close()
	return loadFrom(root.FS(), file, filepath.ToSlash(shown), dir, opts)
}

// LoadFS reads the task in a folder of a file system, such as an embedded library.
func LoadFS(fsys fs.FS, dir string, opts LoadOptions) (*Task, Problems) {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return nil, readFailed(dir, err)
	}
	return loadFrom(sub, FileName, path.Join(dir, FileName), "", opts)
}

// loadFrom reads a task whose folder is the root of fsys.
func loadFrom(fsys fs.FS, file, shown, dir string, opts LoadOptions) (*Task, Problems) {
	data, err := readPlain(fsys, file, MaxBytes+1)
	if err != nil {
		return nil, readFailed(shown, err)
	}
	t, problems := Parse(shown, data)
	if t == nil {
		return nil, problems
	}
	t.File.Dir = dir
	if !opts.SkipAssets {
		problems = append(problems, checkAssets(t, fsys)...)
	}
	return t, problems.Sort()
}

func readFailed(name string, err error) Problems {
	hint := "give a task folder or a task.yaml"
	if errors.Is(err, errNotPlain) {
		hint = "put the file itself there: links, pipes and devices are not read"
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return Problems{{Code: CodeReadFailed, Severity: SeverityError, File: filepath.ToSlash(name), Message: fmt.Sprintf("cannot be read: %v", err), Hint: hint}}
}

var errNotPlain = errors.New("it is no plain file")

// ReadFile reads a plain file of at most MaxBytes, for commands that are given one. What is no
// plain file, such as a pipe or a device, is refused before it is opened.
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fault.Wrap("", err, "read %s", name)
	case !info.Mode().IsRegular():
		return nil, fault.Wrap(fault.Invalid, errNotPlain, "read %s", name).WithHint("give a file")
	case info.Size() > MaxBytes:
		return nil, fault.New(fault.Invalid, "read %s: it has %d bytes; at most %d are read", name, info.Size(), MaxBytes)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	return data, nil
}

// readPlain reads a plain file, at most most bytes of it. Anything else, such as a link or a
// pipe, is refused before it is opened.
func readPlain(fsys fs.FS, name string, most int64) ([]byte, error) {
	f, err := openPlain(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func openPlain(fsys fs.FS, name string) (fs.File, error) {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := fs.Lstat(fsys, at)
		if err != nil {
			return nil, err
		}
		if at == name && !info.Mode().IsRegular() || at != name && !info.IsDir() {
			return nil, errNotPlain
		}
	}
	return fsys.Open(name)
}

// checkAssets looks at the asset files.
func checkAssets(t *Task, fsys fs.FS) Problems {
	var problems Problems
	bad := func(code Code, a Asset, key, hint, format string, args ...any) {
		p := Problem{Code: code, Severity: code.Severity(), File: t.File.Name, Path: a.Where + "." + key, Message: fmt.Sprintf(format, args...), Hint: cmp.Or(hint, code.Remedy())}
		p.Line, p.Column = t.File.Place(p.Path, 0)
		problems = append(problems, p)
	}
	for _, a := range t.Assets {
		if a.Path == "" || badAssetPath(a.Path) != "" {
			continue // reported when it was read
		}
		sum, err := assetSum(fsys, a.Path)
		switch {
		case err != nil:
			var pe *fs.PathError
			if errors.As(err, &pe) {
				err = pe.Err
			}
			bad(CodeAssetMissing, a, "path", "put the file there; links are not followed", "the asset %s cannot be read: %v", clipText(a.Path), err)
		case a.SHA256 == "":
			bad(CodeAssetUnpinned, a, "path", "add sha256: "+sum, "the asset %s has no sha256, so a change of the file changes the task unseen", clipText(a.Path))
		case a.SHA256 != sum && isSHA256(a.SHA256):
			bad(CodeAssetDigest, a, "sha256", "write "+sum+" if the file is right", "the asset %s has another SHA-256", clipText(a.Path))
		}
	}
	return problems
}

func assetSum(fsys fs.FS, name string) (string, error) {
	f, err := openPlain(fsys, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(f, maxAsset+1))
	if err != nil {
		return "", err
	}
	if n > maxAsset {
		return "", fmt.Errorf("it has more than %d bytes", maxAsset)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ReadAsset returns the bytes of one of the task's assets.
func (t *Task) ReadAsset(a Asset) ([]byte, error) {
	if why := badAssetPath(a.Path); why != "" {
		return nil, fmt.Errorf("read asset %s: it %s", clipText(a.Path), why)
	}
	if t.File == nil || t.File.Dir == "" {
		return nil, fmt.Errorf("read asset %s: the task was not loaded from a folder", clipText(a.Path))
	}
	root, err := os.OpenRoot(t.File.Dir)
	if err != nil {
		return nil, fmt.Errorf("read asset %s: %w", clipText(a.Path), err)
	}
	defer root.Close()
	data, err := readPlain(root.FS(), a.Path, maxAsset)
	if err != nil {
		return nil, fmt.Errorf("read asset %s: %w", clipText(a.Path), err)
	}
	return data, nil
}

// isTaskFolder reports whether a folder of a library holds a task.
func isTaskFolder(fsys fs.FS, dir string) bool {
	info, err := fs.Lstat(fsys, path.Join(dir, FileName))
	return err == nil && !info.IsDir() // one that is no plain file is told of, not passed over
}

// hiddenName reports whether a folder is none of a library's, such as .git.
func hiddenName(name string) bool { return strings.HasPrefix(name, ".") && name != "." }
