package engine

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/task"
)

// TaskSchema is what a query over tasks can name.
func TaskSchema() query.Schema {
	var families []string
	for _, f := range task.Families() {
		families = append(families, string(f))
	}
	return query.Schema{
		Fields: []query.Field{
			{Name: "id", Kind: query.Text, Doc: "the task's id"},
			{Name: "title", Kind: query.Text, Doc: "the task's title"},
			{Name: "family", Aliases: []string{"fam"}, Kind: query.Exact, Values: families, Closed: true, Doc: "the family of work"},
			{Name: "difficulty", Aliases: []string{"diff"}, Kind: query.Exact, Values: []string{"easy", "medium", "hard"}, Doc: "the author's difficulty"},
			{Name: "language", Aliases: []string{"lang"}, Kind: query.Exact, Doc: "the language of the request"},
			{Name: "service", Aliases: []string{"svc"}, Kind: query.List, Doc: "a service that the task uses"},
			{Name: "capability", Aliases: []string{"cap"}, Kind: query.List, Doc: "a capability that it trains"},
			{Name: "loads", Kind: query.Bool, Doc: "whether it loads without an error"},
		},
		Words: []string{"id", "title"},
	}
}

// Where keeps the tasks that match a query; an empty query keeps all. Nothing kept is an error,
// so that a mistyped query is not taken for success.
func (e *Engine) Where(tasks []*Loaded, where string) ([]*Loaded, error) {
	if where == "" {
		return tasks, nil
	}
	q, err := query.Parse(where, TaskSchema())
	if err != nil {
		return nil, err
	}
	var out []*Loaded
	for _, l := range tasks {
		if q.Match(l.field) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "no task matches %s", where).WithHint("leave --where out to see all")
	}
	return out, nil
}

func (l *Loaded) field(name string) (any, bool) {
	switch name {
	case "id":
		return l.ID(), true
	case "loads":
		return l.Ready != nil, true
	}
	if l.Task == nil {
		return nil, false
	}
	switch name {
	case "title":
		return l.Task.Title, true
	case "family":
		return string(l.Task.Family), true
	case "difficulty":
		return string(l.Task.Difficulty), true
	case "language":
		return l.Task.Language, true
	case "service":
		return l.Task.Services, true
	case "capability":
		return l.Task.Capabilities, true
	}
	return nil, false
}
