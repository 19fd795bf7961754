package claweval

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// jsonSource is where the records of one collection come from.
type jsonSource struct {
	collection string
	variable   string // environment variable that names the file
	task       string // the benchmark's default: the task whose folder name begins so,
	file       string // and the file in its fixtures folder
}

// source is where a service's records come from: JSON arrays, or files that are read otherwise.
type source struct {
	json  []jsonSource
	files func(t *Tasks, f *ServiceFixture, env map[string]string) error
}

func one(collection, variable, task, file string) *source {
	return &source{json: []jsonSource{{collection, variable, task, file}}}
}

// sources lists the benchmark's services by the folder of their implementation.
var sources = map[string]*source{
	"calendar":  one("events", "CALENDAR_FIXTURES", "T003zh_", "calendar/events.json"),
	"config":    one("integrations", "CONFIG_FIXTURES", "T027zh_", "config/integrations.json"),
	"contacts":  one("contacts", "CONTACTS_FIXTURES", "T009zh_", "contacts/contacts.json"),
	"crm":       one("customers", "CRM_FIXTURES", "T023zh_", "crm/customers.json"),
	"finance":   one("transactions", "FINANCE_FIXTURES", "T011zh_", "finance/transactions.json"),
	"gmail":     one("messages", "GMAIL_FIXTURES", "T001zh_", "gmail/inbox.json"),
	"helpdesk":  one("tickets", "HELPDESK_FIXTURES", "T017zh_", "helpdesk/tickets.json"),
	"inventory": one("products", "INVENTORY_FIXTURES", "T019zh_", "inventory/products.json"),
	"kb":        one("articles", "KB_FIXTURES", "T015zh_", "kb/articles.json"),
	"notes":     one("notes", "NOTES_FIXTURES", "T013zh_", "notes/meetings.json"),
	"rss":       one("articles", "RSS_FIXTURES", "T021zh_", "rss/articles.json"),
	"scheduler": one("jobs", "SCHEDULER_FIXTURES", "T041zh_", "scheduler/jobs.json"),
	"todo":      one("tasks", "TODO_FIXTURES", "T007zh_", "todo/tasks.json"),
	"web": {json: []jsonSource{
		{"results", "WEB_SEARCH_FIXTURES", "T043zh_", "web/search_results.json"},
		{"pages", "WEB_FETCH_FIXTURES", "T043zh_", "web/pages.json"},
	}},
	"ocr":       {files: (*Tasks).addPictures},
	"caption":   {files: (*Tasks).addDescription},
	"documents": {files: (*Tasks).addDocuments},
}

// Service reads what a service serves under an environment.
func (t *Tasks) Service(service *world.Service, env map[string]string) (*ServiceFixture, error) {
	from := sources[service.Name]
	if from == nil {
		return nil, fault.New(fault.Unsupported, "the benchmark has no service %s", service.Name)
	}
	f := &ServiceFixture{Name: service.Name, Port: service.Port, Service: service, Records: map[string][]*value.Object{}}
	for _, s := range from.json {
		if err := t.addJSON(f, s, env[s.variable]); err != nil {
			return nil, err
		}
	}
	if from.files != nil {
		return f, from.files(t, f, env)
	}
	return f, nil
}

// maxFixture bounds the bytes of a fixture file.
const maxFixture = 16 << 20

func (t *Tasks) addJSON(f *ServiceFixture, s jsonSource, named string) error {
	full := f.Service.Name + "." + s.collection
	file, err := t.locate(named)
	if err != nil {
		return err
	}
	if named == "" {
		if file, err = t.defaultFile(s.task, s.file); err != nil {
			return err
		}
		if file == "" {
			f.warn("%s names no fixture and the benchmark's default is absent: %s is empty", s.variable, full)
			return nil
		}
	}
	data, err := t.readFile(file, maxFixture)
	if err != nil {
		return withHint(err, "the benchmark's server does not start without its fixture: complete the tasks folder")
	}
	records, err := parseRecords(data)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read fixture %s", file)
	}
	f.Records[full] = records
	f.Files = append(f.Files, file)
	return nil
}

// locate turns a path of the benchmark's repository into one below the tasks folder.
func (t *Tasks) locate(named string) (string, error) {
	if named == "" {
		return "", nil
	}
	clean := path.Clean(named)
	below, ok := strings.CutPrefix(clean, "tasks/")
	if clean == "tasks" {
		below, ok = ".", true
	}
	if !ok {
		return "", fault.New(fault.Invalid, "fixture %q is not below tasks/", named).
			WithHint("fixtures are named from the benchmark's repository: tasks/<task>/fixtures/...")
	}
	return below, nil
}

// defaultFile finds a default fixture in the first task folder whose name begins so; "" where
// there is none.
func (t *Tasks) defaultFile(task, file string) (string, error) {
	folders, err := fs.ReadDir(t.root.FS(), ".")
	if err != nil {
		return "", fault.Wrap("", err, "list tasks folder")
	}
	for _, folder := range folders {
		candidate := path.Join(folder.Name(), "fixtures", file)
		if !strings.HasPrefix(folder.Name(), task) {
			continue
		}
		if info, err := t.root.Stat(candidate); err == nil && info.Mode().IsRegular() {
			return candidate, nil
		}
	}
	return "", nil
}

// parseRecords reads a JSON array of objects. Names keep their order; numbers their literals,
// but for floats, which are spelled as Python prints them: the benchmark serves 328.00 as
// 328.0.
func parseRecords(data []byte) ([]*value.Object, error) {
	v, err := value.ParseLax(data)
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fault.New(fault.Invalid, "it is no JSON array")
	}
	records := make([]*value.Object, len(list))
	for i, item := range list {
		o, ok := item.(*value.Object)
		if !ok {
			return nil, fault.New(fault.Invalid, "item %d is no object", i+1)
		}
		spellFloats(o)
		records[i] = o
	}
	return records, nil
}

// spellFloats respells the floats within a value that nobody else holds.
func spellFloats(v any) any {
	switch v := v.(type) {
	case value.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return value.Float(v.Float())
		}
	case []any:
		for i := range v {
			v[i] = spellFloats(v[i])
		}
	case *value.Object:
		for _, m := range slices.Clone(v.Members()) {
			v.Set(m.Name, spellFloats(m.Value))
		}
	}
	return v
}
