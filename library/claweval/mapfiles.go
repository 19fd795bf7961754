package claweval

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
)

// addFile accounts for a file that the task was made of.
func (j *job) addFile(name string, entries []Entry, n int) {
	if j.used[name] {
		return
	}
	j.used[name] = true
	f := FileEntry{Path: name, Leaves: n, Entries: entries}
	if data, err := j.run.tasks.readFile(name, maxDocument); err == nil {
		f.SHA256, f.Bytes = det.SHA256Hex(data), int64(len(data))
	}
	j.files = append(j.files, f)
}

// takeFiles accounts for the files of a service that reads no JSON: pictures' texts, documents.
func (j *job) takeFiles(s *servedService, full string, records []*value.Object) {
	entry := []Entry{{Leaves: 1, Status: Mapped, To: "records." + full, Note: "its text"}}
	if full == "documents.files" {
		for _, file := range s.fixture.Files {
			j.addFile(file, entry, 1)
		}
		return
	}
	for _, below := range s.fixture.Files {
		names := append(strings.Split(s.env["OCR_FILENAMES"], ","), s.env["OCR_FILENAME"])
		for _, r := range records {
			names = append(names, node{v: r}.get("image_path").text())
		}
		for _, name := range names {
			if file := path.Join(below, strings.TrimSpace(name)); name != "" && fs.ValidPath(file) && j.run.tasks.regular(file) {
				j.addFile(file, entry, 1)
			}
		}
		if full == "ocr.images" && !strings.HasPrefix(below, j.folder+"/") {
			j.fault(FaultMissingFile, s.at.path, s.name+": its text is absent, so the benchmark serves "+below, "that text is read")
		}
	}
}

// fileLists are the keys of task.yaml that name files, and what becomes of them.
func fileLists() []struct{ key, note string } {
	return []struct{ key, note string }{
		{"prompt.attachments", "a request has no attachments"},
		{"sandbox_files", "there is no sandbox: the agent works through the services alone"},
		{"sandbox_grader_files", "nothing is run to grade"},
		{"local_grader_files", "nothing is run to grade"},
		{"env_snapshot_files", "there is no sandbox to read from"},
		{"env_snapshot_commands", "nothing is executed"},
	}
}

// mapFiles accounts for the files that the task names and for all others of its folder.
func (j *job) mapFiles() {
	for _, list := range fileLists() {
		n := j.doc
		for _, name := range strings.Split(list.key, ".") {
			n = n.get(name)
		}
		if n.missing() {
			continue
		}
		status := NotExpressible
		if list.key == "sandbox_files" {
			status = Ignored
		}
		if n.empty() {
			status = Ignored
		}
		j.yaml.note(n.path, n.v, status, "", list.note)
		if strings.HasPrefix(list.key, "env_snapshot") {
			continue
		}
		for _, item := range n.items() {
			j.namedFile(list.key, item)
		}
	}
	j.otherFiles()
}

// namedFile looks for faults of one file that the task names.
func (j *job) namedFile(key string, at node) {
	named := at.text()
	found, ok := j.resolve(named)
	switch {
	case !ok && named != "":
		j.fault(FaultMissingFile, at.path, clipped(named)+" is absent", "it is not needed")
	case key == "sandbox_files" && j.used[found] && !j.unused[found]:
		j.fault(FaultAnswersInReach, at.path, clipped(named)+" is what a service serves", "the file is not given to the agent")
	}
	if strings.ContainsFunc(named, func(r rune) bool { return r <= ' ' || r > '~' }) {
		j.fault(FaultOddPath, at.path, clipped(named)+" holds blanks or characters beyond ASCII", "nothing")
	}
}

// Bounds of a task folder.
const (
	maxFiles    = 5000
	maxFileRead = 64 << 20
)

var errTooMany = errors.New("too many files")

// otherFiles accounts for the files of the folder that the task was not made of.
func (j *job) otherFiles() {
	seen := 0
	err := fs.WalkDir(j.run.tasks.root.FS(), j.folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.Type().IsRegular():
			return nil
		}
		if seen++; seen > maxFiles {
			return errTooMany
		}
		if !j.used[name] {
			j.files = append(j.files, j.otherFile(name))
		}
		return nil
	})
	if err != nil {
		j.report.Problems = append(j.report.Problems, fmt.Sprintf("the folder's files are not all listed: %v", err))
	}
}

func (j *job) otherFile(name string) FileEntry {
	f := FileEntry{Path: name, Leaves: 1}
	data, err := j.run.tasks.readFile(name, maxFileRead)
	if err == nil {
		f.SHA256, f.Bytes = det.SHA256Hex(data), int64(len(data))
	}
	note := "the task's services do not read it"
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".py":
		note = "code is neither read nor run"
	case ext == ".json":
		if v, err := value.ParseLax(data); err == nil {
			f.Leaves = leaves(v)
		}
	case slices.Contains([]string{".mp4", ".webm", ".png", ".jpg", ".jpeg", ".pdf"}, ext):
		note = "no service of the task shows it"
	}
	f.Entries = []Entry{{Leaves: f.Leaves, Status: Ignored, Note: note}}
	return f
}
