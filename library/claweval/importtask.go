package claweval

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// job is the import of one task.
type job struct {
	run     *importRun
	folder  string
	doc     node
	written map[string]task.Written // scalars of task.yaml by path
	lines   map[string]int          // first line of every path of task.yaml
	yaml    ledger
	used    map[string]bool // files that the task was made of
	unused  map[string]bool // of these, files that the benchmark does not serve
	files   []FileEntry
	draft   draft
	report  *TaskReport
	silent  bool // there are more faults than are told

	services []*servedService
	tools    map[string]*offeredTool // by the name that the original offers
	prompt   string
	zone     zoneChoice
}

// task imports the task in a folder. Its error is one of the library's folder; all else is in
// the report.
func (r *importRun) task(folder string) (*TaskReport, error) {
	j := &job{run: r, folder: folder, used: map[string]bool{}, unused: map[string]bool{}, tools: map[string]*offeredTool{},
		report: &TaskReport{Folder: folder, Components: []Component{}, Safety: []Component{}, Files: []FileEntry{}, Faults: []Fault{}}}
	if err := j.read(); err != nil {
		j.report.Status, j.report.Reason = TaskUnreadable, err.Error()
		return j.report, nil
	}
	j.identify()
	j.mapServices()
	j.mapTools()
	j.mapHeader()
	j.mapScoring()
	j.mapSafety()
	j.mapExpected()
	j.mapUser()
	j.mapFiles()
	j.mapJudge()
	j.setClock()
	j.mapProvenance()
	j.account()
	return j.report, j.write()
}

// read loads task.yaml.
func (j *job) read() error {
	name := j.folder + "/task.yaml"
	data, err := j.run.tasks.readFile(name, maxTaskFile)
	if err != nil {
		return err
	}
	doc, err := task.ParseForeign(data, maxTaskFile)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read %s", name)
	}
	if _, ok := doc.(*value.Object); !ok {
		return fault.New(fault.Invalid, "%s is no mapping", name)
	}
	scalars, err := task.ForeignWritten(data, maxTaskFile)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read %s", name)
	}
	j.doc, j.written, j.lines = node{v: doc}, map[string]task.Written{}, map[string]int{}
	for _, w := range scalars {
		j.written[w.Path] = w
		for _, p := range upwards(w.Path) {
			if j.lines[p] == 0 {
				j.lines[p] = w.Line
			}
		}
	}
	j.used[name] = true
	j.files = append(j.files, FileEntry{Path: name, SHA256: det.SHA256Hex(data), Bytes: int64(len(data)), Leaves: leaves(doc)})
	return nil
}

// yamlFile is the path of the task's own file.
func (j *job) yamlFile() string { return j.folder + "/task.yaml" }

// fault reports a fault of the original at a value of task.yaml.
func (j *job) fault(code FaultCode, at, message, handled string) {
	j.addFault(Fault{Code: code, File: j.yamlFile(), Path: at, Line: j.lines[at], Message: message, Handled: handled})
}

// faultIn reports a fault of another file.
func (j *job) faultIn(code FaultCode, file, at, message, handled string) {
	j.addFault(Fault{Code: code, File: file, Path: at, Message: message, Handled: handled})
}

// maxFaults bounds the faults that are told of one task.
const maxFaults = 2000

func (j *job) addFault(f Fault) {
	switch n := len(j.report.Faults); {
	case n < maxFaults:
		j.report.Faults = append(j.report.Faults, f)
	case n == maxFaults && !j.silent:
		j.silent = true
		j.report.Problems = append(j.report.Problems, fmt.Sprintf("only the first %d faults are told", maxFaults))
	}
}

// account closes the ledger of task.yaml: what no rule has looked at is a key that the
// benchmark's model does not know.
func (j *job) account() {
	j.yaml.rest(j.doc, func(leaf node) {
		j.yaml.note(leaf.path, leaf.v, Ignored, "", "the benchmark's model does not know this key")
		j.fault(FaultUnknownKey, leaf.path, "the benchmark ignores this key", "it is left out")
	})
	j.yaml.sort(j.doc)
	j.files[0].Entries = j.yaml.entries
	slices.SortStableFunc(j.files[1:], func(a, b FileEntry) int { return strings.Compare(a.Path, b.Path) })
	j.report.Files = j.files
	j.report.Source = j.sourceDigest()
}

// sourceDigest is the SHA-256 over the names and digests of the files the task was made of.
func (j *job) sourceDigest() string {
	var lines []string
	for _, f := range j.files {
		if j.used[f.Path] {
			lines = append(lines, f.SHA256+"  "+f.Path+"\n")
		}
	}
	slices.Sort(lines)
	return det.SHA256Hex([]byte(strings.Join(lines, "")))
}

// write puts the task into the library, once it is known to load.
func (j *job) write() error {
	if j.report.Reason = j.draft.lacks(); j.report.Reason != "" {
		j.report.Status = TaskNotImportable
		return nil
	}
	data, err := task.Format(j.draft.yaml())
	if err == nil {
		err = j.check(data)
	}
	if err != nil {
		j.report.Status, j.report.Reason = TaskRefused, err.Error()
		return nil
	}
	file := path.Join(j.draft.id, task.FileName)
	switch err := j.run.lib.write(file, data); {
	case fault.KindOf(err) == fault.Conflict:
		j.report.Status, j.report.Reason = TaskRefused, err.Error()
	case err != nil:
		return err
	default:
		j.report.Status, j.report.File = TaskImported, file
	}
	return nil
}

// check loads what was written, and compares the records with those that were meant.
func (j *job) check(data []byte) error {
	t, problems := task.Parse(path.Join(j.draft.id, task.FileName), data)
	if err := problems.Err(); err != nil {
		return err
	}
	for _, c := range j.draft.records {
		if !slices.ContainsFunc(t.Records, func(r task.Records) bool { return r.Collection == c.name && sameRecords(r.Items, c.items) }) {
			return fault.New(fault.Internal, "the records of %s do not survive being written", c.name)
		}
	}
	b, more := task.Bind(t, j.run.opts.Catalog)
	if problems = append(problems, more...); more.Err() != nil {
		return more.Err()
	}
	plan, more := grade.Compile(b, j.run.opts.Checks)
	if problems = append(problems, more...); plan == nil {
		return errors.Join(more.Err(), fault.New(fault.Invalid, "the checks do not compile"))
	}
	for _, p := range problems {
		if p.Code != task.CodeNoSolution { // an import never has one
			j.report.Problems = append(j.report.Problems, p.Error())
		}
	}
	j.report.Digest, j.report.Forbidden = task.Digest(t), len(t.Forbid)
	return nil
}

func sameRecords(got, want []*value.Object) bool {
	return slices.EqualFunc(got, want, func(a, b *value.Object) bool { return value.Equal(a, b) })
}

// resolve finds a path that a task names; the result is below the tasks folder.
func (j *job) resolve(named string) (string, bool) {
	candidates := []string{path.Join(j.folder, named)}
	if below, err := j.run.tasks.locate(named); err == nil && below != "" {
		candidates = append(candidates, below)
	}
	for _, c := range candidates {
		if fs.ValidPath(c) && j.run.tasks.regular(c) {
			return c, true
		}
	}
	return candidates[len(candidates)-1], false
}
