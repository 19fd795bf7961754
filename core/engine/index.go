package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// The index of a library: a line of JSON for each task folder with its row and a stamp of its
// files. It is a cache: a damaged or outdated one is made anew, and none is needed.
const (
	indexFormat    = "coworkenv.index/v1"
	mostIndexBytes = 1 << 30
	mostIndexLine  = 4 << 20
)

type indexHead struct {
	Format  string `json:"format"`
	Program string `json:"program"` // digest of what reads tasks
	Total   int    `json:"total"`
}

type indexed struct {
	Stamp string  `json:"stamp"`
	Row   Browsed `json:"row"`
}

// browsePaths lists the tasks at paths: at once as the index has them, then as they are.
func (e *Engine) browsePaths(ctx context.Context, src BrowseSource, tell func(BrowseBatch)) error {
	name := indexFile(src.Cache, src.Paths)
	old := e.readIndex(name, func(rows []Browsed, total int) { tell(BrowseBatch{Rows: rows, Done: 0, Total: total}) })
	folders, err := taskFolders(src.Paths)
	if err != nil {
		return err
	}
	if len(folders) == 0 {
		return fault.New(fault.NotFound, "no task at %s", strings.Join(src.Paths, ", ")).WithHint("a task is a folder with a task.yaml")
	}
	all, changed, err := e.refreshIndex(ctx, folders, old, tell)
	if err != nil {
		return err
	}
	rows := make([]Browsed, len(all))
	for i := range all {
		rows[i] = all[i].Row
	}
	if err := src.Workspace.overlay(ctx, rows); err != nil {
		return err
	}
	tell(BrowseBatch{Rows: rows, Replace: true, Done: len(rows), Total: len(rows)})
	if changed && name != "" {
		return e.writeIndex(name, all)
	}
	return nil
}

// refreshIndex brings the index up to date: folders whose files are as they were are not opened.
func (e *Engine) refreshIndex(ctx context.Context, folders []string, old map[string]indexed, tell func(BrowseBatch)) ([]indexed, bool, error) {
	all := make([]indexed, 0, len(folders))
	var fresh []string
	for _, f := range folders {
		if was, ok := old[f]; ok && was.Stamp == stampOf(f) {
			all = append(all, was)
		} else {
			fresh = append(fresh, f)
		}
	}
	changed := len(fresh) > 0 || len(folders) != len(old)
	var batch []Browsed
	load := func(_ context.Context, folder string) (indexed, error) { return e.indexed(folder) }
	err := rollout.Each(ctx, fresh, e.Workers, load, func(in indexed) error {
		all = append(all, in)
		if batch = append(batch, in.Row); len(batch) == firstBatch && len(old) == 0 {
			tell(BrowseBatch{Rows: batch, Done: len(all), Total: len(folders)})
			batch = nil
		} else if len(all)%50 == 0 {
			tell(BrowseBatch{Done: len(all), Total: len(folders)})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b indexed) int {
		if c := strings.Compare(a.Row.ID, b.Row.ID); c != 0 {
			return c
		}
		return strings.Compare(a.Row.Path, b.Row.Path)
	})
	return all, changed, err
}

func (e *Engine) indexed(folder string) (indexed, error) {
	stamp := stampOf(folder) // before it is read: what is written meanwhile is seen the next time
	l, err := e.One(folder)
	if err != nil {
		return indexed{}, err
	}
	row, err := e.browsed(l)
	return indexed{Stamp: stamp, Row: row}, err
}

// taskFolders lists the task folders and files at paths, in their order.
func taskFolders(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fault.Wrap("", err, "open %s", p).WithHint("give a task folder or a library folder")
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		names, err := task.FindTasks(os.DirFS(p))
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			out = append(out, filepath.Join(p, filepath.FromSlash(n)))
		}
	}
	return out, nil
}

// stampOf tells one state of a task folder from another by its files' names, sizes and times.
func stampOf(folder string) string {
	var b strings.Builder
	add := func(name string, info fs.FileInfo) {
		fmt.Fprintf(&b, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		add("", info)
	}
	walk := func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be seen is missing from the stamp, and found when it is read
		}
		if info, err := d.Info(); err == nil {
			add(name, info)
		}
		return nil
	}
	if err := fs.WalkDir(os.DirFS(folder), ".", walk); err != nil {
		return ""
	}
	return det.SHA256Hex([]byte(b.String()))
}

// readerDigest is a digest of what the reading of tasks depends on.
func (e *Engine) readerDigest() string {
	var b strings.Builder
	for _, s := range e.Catalog.Services() {
		fmt.Fprintf(&b, "%s %d\n", s.Name, s.Version)
	}
	for _, k := range e.Checks.Kinds() {
		fmt.Fprintf(&b, "%s %d\n", k.Name, k.Version)
	}
	for _, p := range e.Checks.Prohibitions() {
		fmt.Fprintf(&b, "forbid %s %d\n", p.Name, p.Version)
	}
	return det.SHA256Hex([]byte(b.String()))
}

// indexFile names the index of some paths.
func indexFile(cache string, paths []string) string {
	if cache == "" {
		return ""
	}
	full := make([]string, len(paths))
	for i, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return ""
		}
		full[i] = abs + "\x00" + p // rows show paths as they were given
	}
	return filepath.Join(cache, "index-"+det.SHA256Hex([]byte(strings.Join(full, "\x00\x00")))[:32]+".jsonl")
}

// readIndex reads an index and hands its rows on as they come; nothing where there is none that
// can be used.
func (e *Engine) readIndex(name string, tell func(rows []Browsed, total int)) map[string]indexed {
	out := map[string]indexed{}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostIndexBytes {
		return out
	}
	f, err := os.Open(name)
	if err != nil {
		return out
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 64<<10), mostIndexLine)
	var head indexHead
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &head) != nil || head.Format != indexFormat || head.Program != e.readerDigest() {
		return out
	}
	rows := make([]Browsed, 0, firstBatch)
	for lines.Scan() {
		var in indexed
		if json.Unmarshal(lines.Bytes(), &in) != nil {
			break // damaged from here on: the rest is read anew
		}
		in.Row.Provenance = nil // which JSON knows as null
		out[filepath.FromSlash(in.Row.Path)] = in
		if rows = append(rows, in.Row); len(rows) == nextBatch || len(out) == firstBatch {
			tell(rows, head.Total)
			rows = make([]Browsed, 0, nextBatch)
		}
	}
	if len(rows) > 0 {
		tell(rows, head.Total)
	}
	return out
}

func (e *Engine) writeIndex(name string, all []indexed) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	err := enc.Encode(indexHead{indexFormat, e.readerDigest(), len(all)})
	for i := 0; i < len(all) && err == nil; i++ {
		err = enc.Encode(all[i])
	}
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the index")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fault.Wrap("", errors.Join(err), "write the index")
	}
	return replaceFile(name, b.Bytes())
}
