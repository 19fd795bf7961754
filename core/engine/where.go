package engine

import (
	"context"

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
	wanted, err := matching(where)
	if err != nil {
		return nil, err
	}
	var out []*Loaded
	for _, l := range tasks {
		if wanted(l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, noneMatches(where)
	}
	return out, nil
}

func noneMatches(where string) error {
	return fault.New(fault.NotFound, "no task matches %s", where).WithHint("leave --where out to see all")
}

// matching keeps the tasks that match a query, as Where does.
func matching(where string) (func(*Loaded) bool, error) {
	if where == "" {
		return func(*Loaded) bool { return true }, nil
	}
	q, err := query.Parse(where, TaskSchema())
	if err != nil {
		return nil, err
	}
	return func(l *Loaded) bool { return q.Match(l.field) }, nil
}

// SurveyWhere is Survey of the tasks that match a query. Nothing that matches is an error.
func SurveyWhere[R any](ctx context.Context, e *Engine, spots []Spot, where string, see func(Spot, *Loaded) (R, error), progress Progress) ([]R, error) {
	wanted, err := matching(where)
	if err != nil {
		return nil, err
	}
	all, err := Survey(ctx, e, spots, func(s Spot, l *Loaded) (*R, error) {
		if !wanted(l) {
			return nil, nil
		}
		r, err := see(s, l)
		return &r, err
	}, progress)
	if err != nil {
		return nil, err
	}
	var out []R
	for _, r := range all {
		if r != nil {
			out = append(out, *r)
		}
	}
	if len(out) == 0 {
		return nil, noneMatches(where)
	}
	return out, nil
}

// Narrow keeps the tasks that match a query (an empty one keeps all) and, with stale, whose
// certificate is missing or does not speak for them. Nothing kept is an error.
func (e *Engine) Narrow(ctx context.Context, spots []Spot, where string, stale bool, progress Progress) ([]Spot, error) {
	if where == "" && !stale {
		return spots, nil
	}
	type looked struct {
		s    Spot
		kept bool
	}
	all, err := SurveyWhere(ctx, e, spots, where, func(s Spot, l *Loaded) (looked, error) { return looked{s, !stale || e.Stale(l) != ""}, nil }, progress)
	if err != nil {
		return nil, err
	}
	var out []Spot
	for _, x := range all {
		if x.kept {
			out = append(out, x.s)
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "no certificate is missing or stale (of %d)", len(all)).WithHint("leave --stale out to gate them all the same")
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
