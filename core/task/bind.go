package task

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Bound is a task tied to the services it names: typed records, compiled facts with their
// values, the image of its worlds. It may be used from many goroutines.
type Bound struct {
	// Task is the task with the values of its records and injections typed: what was text in
	// the file is a JSON value of its field's type.
	Task    *Task
	Catalog *world.Catalog
	Image   *world.Image

	lang     *formula.Language
	services []*world.Service // in the task's order, the answer service last
	tables   map[string]*table
	stages   []stage
	facts    []*fact
	byName   map[string]*fact
	compiled *sync.Map // templates and expressions by what they were compiled from
	doubt    map[string]bool
	derived  *sync.Map // what others worked out from the records, by their own keys
}

// stage is the world without the agent's acts, as it is when a stage runs.
type stage struct {
	name   string
	now    time.Time
	rows   map[string][]any // full collection name -> records as Go values
	inject []world.Injection

	applied []applied
}

// binder binds one task and notes problems on the way.
type binder struct {
	b        *Bound
	problems Problems
	meter    *formula.Meter // of all facts together
}

// Bind ties a task to the services of a catalog: it types the records, resolves every
// reference that does not need the check kinds, compiles all expressions outside of checks and
// prohibitions, evaluates the facts and builds the image. Every problem is returned in one go;
// the Bound is nil where one of them is an error.
func Bind(t *Task, cat *world.Catalog) (*Bound, Problems) {
	b, problems := Sketch(t, cat)
	if problems.Err() != nil {
		return nil, problems
	}
	return b, problems
}

// bad notes a problem at a field path.
func (k *binder) bad(code Code, path, hint, format string, args ...any) {
	k.problems.add(k.b.problem(code, path, 0, hint, fmt.Sprintf(format, args...)))
}

func (b *Bound) problem(code Code, path string, offset int, hint, message string) Problem {
	p := Problem{Code: code, Severity: code.Severity(), Path: path, Message: message, Hint: cmp.Or(hint, code.Remedy())}
	if f := b.Task.File; f != nil {
		p.File = f.Name
		p.Line, p.Column = f.Place(path, offset)
	}
	return p
}

// services resolves the names of the services.
func (k *binder) services() {
	var names []string
	for _, s := range k.b.Catalog.Services() {
		names = append(names, s.Name)
	}
	for i, name := range k.b.Task.Services {
		s, ok := k.b.Catalog.Service(name)
		if !ok || name == AnswerServiceName {
			k.bad(CodeService, fmt.Sprintf("services[%d]", i), cmp.Or(k.suggest(name, names), "`coworkenv services list` shows them"), "there is no service %s", clipText(name))
			continue
		}
		k.b.services = append(k.b.services, s)
	}
	k.b.services = append(k.b.services, AnswerService(k.b.Task.Answer))
}

func (k *binder) suggest(name string, known []string) string {
	if hint := formula.Suggest(name, known); hint != "" {
		return hint
	}
	const most = 12
	if len(known) == 0 || len(known) > most {
		return ""
	}
	return fmt.Sprintf("there is %s", joined(known))
}

// service returns one of the task's services.
func (b *Bound) service(name string) (*world.Service, bool) {
	i := slices.IndexFunc(b.services, func(s *world.Service) bool { return s.Name == name })
	if i < 0 {
		return nil, false
	}
	return b.services[i], true
}

// grants checks who may do what.
func (k *binder) grants() {
	id := k.b.Task.Identity
	if id == nil {
		return
	}
	for _, name := range sortedKeys(id.Grants) {
		path := "identity.grants." + name
		s, ok := k.b.service(name)
		if name != "*" && !ok {
			k.bad(CodeService, path, k.suggest(name, k.b.Task.Services), "the task has no service %s", clipText(name))
			continue
		}
		known := k.acts(s)
		for _, act := range id.Grants[name] {
			if !slices.Contains(known, string(act)) {
				k.bad(CodeUnknownAct, path, k.suggest(string(act), known), "there is no act %s", clipText(string(act)))
			}
		}
	}
}

// acts lists what can be granted on a service, or on any where s is nil.
func (k *binder) acts(s *world.Service) []string {
	out := []string{string(world.Reading), string(world.Writing), string(world.All)}
	for _, service := range k.b.services {
		if s != nil && s != service {
			continue
		}
		for i := range service.Tools {
			if a := string(service.Tools[i].Act); !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// image builds the start of the task's worlds.
func (k *binder) image() {
	seed := world.Seed{Services: k.b.services, Records: map[string][]*value.Object{}, Reserved: k.inserted(), Deny: k.b.Task.Deny}
	for _, rec := range k.b.Task.Records {
		if k.b.tables[rec.Collection] == nil {
			continue // that is told already
		}
		seed.Records[rec.Collection] = append(seed.Records[rec.Collection], rec.Items...)
	}
	img, err := world.NewImage(seed)
	switch {
	case err == nil:
		k.b.Image = img
	case len(k.problems.Errors()) == 0: // else what is wrong with the records is told already
		k.bad(CodeFieldType, "records", fault.HintOf(err), "the world cannot be built: %v", err)
	}
}

// inserted lists the ids of the records that later stages insert, by collection.
func (k *binder) inserted() map[string][]string {
	ids := map[string][]string{}
	for i := range k.b.stages {
		for _, a := range k.b.stages[i].applied {
			if a.op == world.Created {
				ids[a.tab.full] = append(ids[a.tab.full], a.tab.rowID(a.row, 0))
			}
		}
	}
	return ids
}

// Options are the settings of an episode of the task: its clock, zone, identity, grants and
// fault plan. The calls of an imported task are read leniently, as where it comes from.
func (b *Bound) Options() world.Options {
	o := world.Options{Now: b.Task.Now, Zone: b.Task.Zone, Faults: b.Task.Faults}
	if b.Task.Imported() {
		o.Profile = world.Wire
	}
	if id := b.Task.Identity; id != nil {
		o.As = id.As
		if id.Grants != nil {
			o.Grants = world.Grants{AnswerServiceName: {world.All}}
			for service, acts := range id.Grants {
				o.Grants[service] = acts
			}
		}
	}
	return o
}

// Stages lists the stages in order; [""] for a task without stages.
func (b *Bound) Stages() []string {
	out := make([]string, len(b.stages))
	for i, s := range b.stages {
		out[i] = s.name
	}
	return out
}

// Derived is what make works out from the records and injections alone, made once for a key and
// shared by all variants with the same records. It must not be changed afterwards.
func (b *Bound) Derived(key any, make func() any) any {
	if v, ok := b.derived.Load(key); ok {
		return v
	}
	v, _ := b.derived.LoadOrStore(key, make())
	return v
}

// StageTime is a stage's frozen time.
func (b *Bound) StageTime(stage string) time.Time { return b.stage(stage).now }

// Injections are the changes that the world makes when a stage begins, typed and without
// hidden attributes.
func (b *Bound) Injections(stage string) []world.Injection { return b.stage(stage).inject }

// stage returns a stage by name; the first where there is none of that name.
func (b *Bound) stage(name string) *stage { return &b.stages[b.stageIndex(name)] }

func (b *Bound) stageIndex(name string) int {
	return max(0, slices.IndexFunc(b.stages, func(s stage) bool { return s.name == name }))
}
