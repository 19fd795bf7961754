// Package claweval reads the tasks of the Claw-Eval benchmark.
//
// The fixtures files read what a task's services serve, so that they can be served by ours. The
// import and map files make tasks of ours of them; the report files say what became of each value.
// Invariant: nothing outside the tasks folder is read, whatever a task file names.
package claweval

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Fixtures are the services of a task as the benchmark's runner would start them.
type Fixtures struct {
	TaskID   string
	Services []ServiceFixture // in the task's order
	Skipped  []Skipped        // services that cannot be served
	Warnings []string         // sentences for a person
}

// ServiceFixture is one service and the records that it starts with.
type ServiceFixture struct {
	Name     string // as the task names it, e.g. "ocr_t50"
	Port     int
	Service  *world.Service
	Records  map[string][]*value.Object // by full collection name, as the files have them
	Files    []string                   // files read, relative to the tasks folder
	Warnings []string
}

// Skipped is a service of a task that cannot be served, and why.
type Skipped struct{ Name, Reason string }

// Image makes the image of the service alone.
func (f *ServiceFixture) Image() (*world.Image, error) {
	image, err := world.NewImage(world.Seed{Services: []*world.Service{f.Service}, Records: f.Records})
	if err != nil {
		return nil, fault.Wrap("", err, "fixture of %s", f.Name)
	}
	return image, nil
}

// Instances makes the services ready for serve.NewWireServices.
func (f *Fixtures) Instances() ([]serve.WireInstance, error) {
	out := make([]serve.WireInstance, len(f.Services))
	for i := range f.Services {
		image, err := f.Services[i].Image()
		if err != nil {
			return nil, err
		}
		out[i] = serve.WireInstance{Name: f.Services[i].Name, Port: f.Services[i].Port, Image: image}
	}
	return out, nil
}

// maxTaskFile bounds the bytes of a task.yaml.
const maxTaskFile = 1 << 20

// ReadFixtures reads the services of the task in a folder such as .../tasks/T002_email_triage.
// Fixture paths are those of the benchmark's repository ("tasks/<task>/fixtures/...") and are
// looked for in the folder's parent. A fixture that is named but absent is a fault.NotFound,
// since the benchmark's server does not start then; one that is not named is the default of the
// benchmark where that is present, and else empty, with a warning.
func ReadFixtures(taskDir string, catalog *world.Catalog, readers Readers) (*Fixtures, error) {
	taskDir, err := filepath.Abs(taskDir)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "find task folder %s", taskDir)
	}
	tasks, err := OpenTasks(filepath.Dir(taskDir), readers)
	if err != nil {
		return nil, err
	}
	f, err := tasks.fixtures(filepath.Base(taskDir), catalog)
	return f, errors.Join(err, tasks.Close())
}

func (t *Tasks) fixtures(id string, catalog *world.Catalog) (*Fixtures, error) {
	data, err := t.readFile(id+"/task.yaml", maxTaskFile)
	if err != nil {
		return nil, err
	}
	doc, err := task.ParseForeign(data, maxTaskFile)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s/task.yaml", id)
	}
	top, ok := doc.(*value.Object)
	if !ok {
		return nil, fault.New(fault.Invalid, "%s/task.yaml is no mapping", id)
	}
	f := &Fixtures{TaskID: text(top, "task_id")}
	services, _ := top.Get("services")
	list, _ := services.([]any)
	for i, item := range list {
		declared, ok := item.(*value.Object)
		if !ok {
			return nil, fault.New(fault.Invalid, "%s/task.yaml: service %d is no mapping", id, i+1)
		}
		if err := t.add(f, declared, catalog); err != nil {
			return nil, fault.Wrap("", err, "%s/task.yaml: service %s", id, text(declared, "name"))
		}
	}
	return f, nil
}

func (t *Tasks) add(f *Fixtures, declared *value.Object, catalog *world.Catalog) error {
	name := text(declared, "name")
	implementation := name
	if m := serverFile.FindStringSubmatch(text(declared, "command")); m != nil {
		implementation = m[1]
	}
	service, known := catalog.Service(implementation)
	if !known || sources[implementation] == nil {
		f.Skipped = append(f.Skipped, Skipped{name, skipReason(implementation)})
		return nil
	}
	env := environment(declared)
	fixture, err := t.Service(service, env)
	if err != nil {
		return err
	}
	fixture.Name, fixture.Port = name, port(declared, env)
	f.Services = append(f.Services, *fixture)
	for _, w := range fixture.Warnings {
		f.Warnings = append(f.Warnings, name+": "+w)
	}
	return nil
}

// serverFile finds the implementation in a service's command.
var serverFile = regexp.MustCompile(`mock_services/([a-z0-9_]+)/server\.py`)

func skipReason(implementation string) string {
	if implementation == "web_real" || implementation == "web_real_injection" {
		return "it fetches from the live web, which is not done here"
	}
	return "there is no service " + implementation
}

// port is the service's port: its PORT variable overrides the declared one.
func port(declared *value.Object, env map[string]string) int {
	number := env["PORT"]
	if number == "" {
		number = text(declared, "port")
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0 // the service's own
	}
	return n
}

func environment(declared *value.Object) map[string]string {
	env := map[string]string{}
	v, _ := declared.Get("env")
	o, _ := v.(*value.Object)
	for _, m := range o.Members() {
		env[m.Name] = text(o, m.Name)
	}
	return env
}

// text returns a scalar member as text, "" where it is missing or no scalar.
func text(o *value.Object, name string) string {
	switch v, _ := o.Get(name); v := v.(type) {
	case string:
		return v
	case value.Number, bool:
		return string(value.Append(nil, v))
	}
	return ""
}

// Tasks is the benchmark's tasks folder, opened for reading.
type Tasks struct {
	root    *os.Root
	readers Readers
}

// isFolder says why a path is no folder; os.OpenRoot does so in words alone.
func isFolder(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return fault.New(fault.Invalid, "%s is no folder", dir)
	}
	return err
}

// OpenTasks opens the folder that holds the task folders.
func OpenTasks(dir string, readers Readers) (*Tasks, error) {
	if err := isFolder(dir); err != nil {
		return nil, fault.Wrap("", err, "open tasks folder")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.Wrap("", err, "open tasks folder")
	}
	return &Tasks{root, readers}, nil
}

// Close gives the folder back.
func (t *Tasks) Close() error { return t.root.Close() }

// readFile reads a regular file below the tasks folder of at most most bytes.
func (t *Tasks) readFile(name string, most int64) ([]byte, error) {
	file, err := t.root.Open(filepath.FromSlash(name))
	switch {
	case err != nil && fault.KindOf(err) == fault.Internal: // a link that leads out of the folder
		return nil, fault.Wrap(fault.Invalid, err, "read")
	case err != nil:
		return nil, fault.Wrap("", err, "read")
	}
	data, err := readRegular(file, most)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	return data, nil
}

func readRegular(file *os.File, most int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Invalid, "it is no regular file")
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fault.New(fault.Invalid, "it has more than %d bytes", most)
	}
	return data, err
}
