package claweval

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// servedService is a service that a task declares.
type servedService struct {
	at             node
	name           string // as the task calls it, e.g. ocr_t50
	implementation string // the benchmark's own folder of it, e.g. ocr
	port           int
	service        *world.Service // nil where it cannot be served
	why            string         // then
	env            map[string]string
	fixture        *ServiceFixture
}

// mapServices takes over the services and the records that they start with.
func (j *job) mapServices() {
	declared, has := j.doc.lookup("services")
	if !has {
		j.fault(FaultServicesMissing, "services", "the key services is absent", "the task has no service")
	}
	if has && declared.empty() {
		j.yaml.note(declared.path, declared.v, Mapped, "services", "")
	}
	for _, at := range declared.items() {
		s := j.declare(at)
		if s.service != nil {
			j.readFixture(s)
			j.accountService(s)
		}
		j.services = append(j.services, s)
	}
	j.zone = j.chooseZone()
	for _, s := range j.services {
		if s.fixture != nil {
			j.takeRecords(s)
		}
	}
}

// declare resolves one entry of services and accounts for it.
func (j *job) declare(at node) *servedService {
	s := &servedService{at: at, name: at.get("name").text(), env: map[string]string{}}
	s.implementation = s.name
	if m := serverFile.FindStringSubmatch(at.get("command").text()); m != nil {
		s.implementation = m[1]
	}
	for _, m := range at.get("env").members() {
		s.env[strings.TrimPrefix(m.path, at.path+".env.")] = m.text()
	}
	if o, ok := at.v.(*value.Object); ok {
		s.port = port(o, s.env)
	}
	service, known := j.run.opts.Catalog.Service(s.implementation)
	switch {
	case !known || sources[s.implementation] == nil:
		s.why = skipReason(s.implementation)
	case slices.Contains(j.draft.services, service.Name):
		s.why = "the task has the service " + service.Name + " already"
	default:
		s.service = service
		j.draft.services = append(j.draft.services, service.Name)
	}
	if s.service == nil {
		j.yaml.note(at.path, at.v, NotExpressible, "", s.why)
	}
	return s
}

// accountService accounts for the fields of a service that is served.
func (j *job) accountService(s *servedService) {
	for _, m := range s.at.members() {
		switch name := strings.TrimPrefix(m.path, s.at.path+"."); {
		case name == "name" && s.name == s.service.Name:
			j.yaml.note(m.path, m.v, Mapped, "services", "")
		case name == "name":
			j.yaml.note(m.path, m.v, Changed, "services", "the service is called "+s.service.Name)
		case name == "env" && !m.empty():
			for _, v := range m.members() {
				j.accountVariable(s, v)
			}
		case slices.Contains([]string{"command", "port", "health_check", "health_check_method", "ready_timeout", "reset_endpoint", "env"}, name):
			j.yaml.note(m.path, m.v, Ignored, "", "how the benchmark runs a process; services run within the engine")
		}
	}
}

func (j *job) accountVariable(s *servedService, v node) {
	name := strings.TrimPrefix(v.path, s.at.path+".env.")
	collection := ""
	for _, from := range sources[s.implementation].json {
		if from.variable == name {
			collection = s.service.Name + "." + from.collection
		}
	}
	if slices.Contains([]string{"OCR_FIXTURES", "OCR_FILENAME", "OCR_FILENAMES", "CAPTION_FIXTURES", "DOCUMENTS_BASE_DIR"}, name) {
		collection = s.service.Name + "." + s.service.Collections[0].Name
	}
	switch {
	case collection != "" && s.has(collection):
		j.yaml.note(v.path, v.v, Mapped, "records."+collection, "what it names is read")
	case collection != "":
		j.yaml.note(v.path, v.v, NotExpressible, "records."+collection, "what it names is absent or cannot be read")
	case name == "ERROR_RATE":
		j.yaml.note(v.path, v.v, NotExpressible, "", "errors at random belong to the settings of a rollout, not to a task")
	case name == "PORT":
		j.yaml.note(v.path, v.v, Ignored, "", "ports belong to serving")
	default:
		j.yaml.note(v.path, v.v, Ignored, "", "the service does not read this variable")
	}
}

// has reports whether the records of a collection were read.
func (s *servedService) has(full string) bool {
	if s.fixture == nil {
		return false
	}
	_, ok := s.fixture.Records[full]
	return ok
}

// readFixture reads what a service starts with.
func (j *job) readFixture(s *servedService) {
	for _, from := range sources[s.implementation].json {
		if s.env[from.variable] == "" {
			j.missingVariable(s, from)
		}
	}
	fixture, err := j.run.tasks.Service(s.service, s.env)
	if err != nil {
		j.fault(FaultMissingFile, s.at.path, s.name+": "+err.Error(), "the service has no records")
		return
	}
	s.fixture = fixture
	for _, w := range fixture.Warnings {
		if !strings.Contains(w, "names no fixture") { // reported by missingVariable
			j.fault(FaultMissingFile, s.at.path, s.name+": "+w, "what is there is read")
		}
	}
}

// missingVariable decides what a service serves that is not told: the task's own fixture where
// there is one, although the benchmark serves that of another task then.
func (j *job) missingVariable(s *servedService, from jsonSource) {
	own := path.Join(j.folder, "fixtures", from.file)
	theirs, err := j.run.tasks.defaultFile(from.task, from.file)
	if err != nil {
		theirs = ""
	}
	hasOwn := j.run.tasks.regular(own)
	if hasOwn {
		s.env[from.variable] = "tasks/" + own
	}
	switch {
	case hasOwn && (theirs == own || strings.HasPrefix(j.folder, from.task)): // the default is its own
	case hasOwn:
		j.unused[own] = true
		other := "another task's file"
		if theirs != "" {
			other = theirs
		}
		j.fault(FaultMissingFixtureEnv, s.at.path, fmt.Sprintf("%s is not set, so the benchmark serves %s, and %s lies unused", from.variable, other, own),
			"the task's own file is read")
		if slices.Contains(j.doc.get("sandbox_files").texts(), "fixtures/"+from.file) {
			j.fault(FaultSandboxContradicts, "sandbox_files", "the sandbox holds "+own+", which contradicts what "+s.name+" serves", "the task's own file is read, and there is no sandbox")
		}
	case theirs != "":
		j.fault(FaultMissingFixtureEnv, s.at.path, fmt.Sprintf("%s is not set, so the benchmark serves %s", from.variable, theirs), "that file is read")
	default:
		j.fault(FaultMissingFixtureEnv, s.at.path, from.variable+" is not set, and the benchmark's default is absent", "the collection is empty")
	}
}

// takeRecords types the records of a service and accounts for the files they come from.
func (j *job) takeRecords(s *servedService) {
	files := s.fixture.Files
	for _, from := range sources[s.implementation].json {
		full := s.service.Name + "." + from.collection
		records, read := s.fixture.Records[full]
		if !read || len(files) == 0 {
			continue
		}
		coll, _ := s.service.Collection(from.collection)
		t := &typist{job: j, coll: coll, full: full, file: files[0], zone: j.zone.location}
		j.addRecords(full, files[0], t.records(records))
		j.addFile(files[0], t.ledger.entries, rawLeaves(records))
		files = files[1:]
	}
	if sources[s.implementation].files == nil {
		return
	}
	for _, full := range []string{"ocr.images", "caption.images", "documents.files"} {
		records, read := s.fixture.Records[full]
		if !read {
			continue
		}
		_, coll, _ := j.run.opts.Catalog.Collection(full)
		t := &typist{job: j, coll: coll, full: full, file: j.folder, zone: j.zone.location}
		j.addRecords(full, "", t.records(records))
		j.takeFiles(s, full, records)
	}
}

func (j *job) addRecords(full, file string, items []*value.Object) {
	j.draft.records = append(j.draft.records, draftRecords{name: full, items: items, file: file})
}

// rawLeaves counts the values of a fixture.
func rawLeaves(records []*value.Object) int {
	list := make([]any, len(records))
	for i, r := range records {
		list[i] = r
	}
	return leaves(list)
}
