package engine

import (
	"cmp"
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// The queues of a review.
const (
	QueueTasks  = "task"
	QueueTrials = "trial"
	QueueDrops  = "drop" // what rules of the newest selection object to
	QueueKeeps  = "keep" // what rules let pass of the trials that it keeps
)

// QueueRow is one subject of a review with what is known of it.
type QueueRow struct {
	Subject    string // as a reviewer names it
	Kind       string // task, trial or rule
	Digest     string // what a decision on it names
	Task       string
	TaskDigest string
	Trial      string // "" of a task
	Title      string // of the task
	Family     string
	Language   string
	Services   []string
	Gate       string // of the task: none, passed, failed, stale
	Agent      string
	Model      string
	Status     string // of the trial
	Score      int64  // millionths, where Status is scored
	Pass       bool
	Rule       string
	Says       string // keep or drop
	Why        string // of the rule
	Words
}

// QueueOptions say which queue is wanted and by whom.
type QueueOptions struct {
	Queue    string // one of Queues
	Reviewer string // who asks
	Blind    bool   // what others said of a subject is left out until the one who asks has decided
}

// ReviewQueue lists all subjects of a queue, decided or not.
func (w *Workspace) ReviewQueue(ctx context.Context, o QueueOptions) ([]*QueueRow, error) {
	var rows []*QueueRow
	var err error
	switch o.Queue {
	case QueueTasks:
		rows, err = w.taskQueue(ctx)
	case QueueTrials:
		rows, err = w.trialQueue(ctx)
	case QueueDrops, QueueKeeps:
		rows, err = w.ruleQueue(ctx, o.Queue == QueueKeeps)
	default:
		return nil, fault.New(fault.Usage, "there is no queue %q", o.Queue).WithHint("the queues are task, trial, drop and keep")
	}
	if err != nil {
		return nil, err
	}
	words, err := w.words(ctx, o.Reviewer)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		r.Words = wordsOf(words[curate.Subject{Kind: r.Kind, Digest: r.Digest}], o.Blind)
	}
	return rows, nil
}

func (w *Workspace) taskQueue(ctx context.Context) ([]*QueueRow, error) {
	var out []*QueueRow
	for t, err := range w.Store.Tasks(ctx, nil) {
		if err != nil {
			return nil, err
		}
		out = append(out, &QueueRow{Subject: store.KindTask + ":" + t.ID, Kind: store.KindTask, Digest: t.Digest, Task: t.ID, TaskDigest: t.Digest, Title: t.Title,
			Family: t.Family, Language: t.Language, Services: t.Services, Gate: w.gateWord(&t)})
	}
	return out, nil
}

// gateWord is what the gate says of a task: in the workspace, else by the certificate that stands
// beside its file.
func (w *Workspace) gateWord(t *store.TaskRow) string {
	if t.Gate != "none" {
		return t.Gate
	}
	switch s := w.standingOnDisk(&t.Task); {
	case s.cert == nil:
		return t.Gate
	case s.holds():
		return "passed"
	}
	return "stale"
}

func (w *Workspace) trialQueue(ctx context.Context) ([]*QueueRow, error) {
	tasks, err := w.taskQueue(ctx)
	if err != nil {
		return nil, err
	}
	known := make(map[string]*QueueRow, len(tasks))
	for _, t := range tasks {
		known[t.Digest] = t
	}
	var out []*QueueRow
	for t, err := range w.Store.Trials(ctx, store.TrialsOf{}) {
		if err != nil {
			return nil, err
		}
		row := &QueueRow{Subject: store.KindTrial + ":" + t.ID, Kind: store.KindTrial, Digest: t.ID, Trial: t.ID, Task: t.TaskID, TaskDigest: t.TaskDigest,
			Family: t.Family, Language: t.Language, Services: t.Services, Gate: "none", Agent: t.Agent, Model: t.Model, Status: string(t.Status), Score: t.Score, Pass: t.Pass}
		if task := known[t.TaskDigest]; task != nil {
			row.Title, row.Gate = task.Title, task.Gate
		}
		out = append(out, row)
	}
	// Workers finish in any order; what is alike is to be judged side by side.
	slices.SortStableFunc(out, func(a, b *QueueRow) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Model, b.Model))
	})
	return out, nil
}

// ruleQueue lists what the rules of the newest selection said. Words of people are no rules.
func (w *Workspace) ruleQueue(ctx context.Context, keeps bool) ([]*QueueRow, error) {
	s, err := w.Selection("")
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	trials, err := w.trialQueue(ctx)
	if err != nil {
		return nil, err
	}
	known := make(map[string]*QueueRow, len(trials))
	for _, t := range trials {
		known[t.Trial] = t
	}
	var out []*QueueRow
	for i := range s.Rows {
		r := &s.Rows[i]
		row := known[r.Trial]
		if row == nil {
			row = &QueueRow{Task: r.Task, TaskDigest: r.TaskDigest, Trial: r.Trial, Gate: "none", Agent: r.Agent, Model: r.Model}
		}
		out = append(out, ruleRows(row, r, keeps)...)
	}
	return out, nil
}

// byRules are the rules that people's words are not.
func byRules() []string {
	var out []string
	for _, d := range curate.Rules() {
		if d.Name != curate.RuleRejected && d.Name != curate.RuleFlagged {
			out = append(out, d.Name)
		}
	}
	return out
}

// ruleRows are the rows of one trial's rules.
func ruleRows(trial *QueueRow, r *curate.Row, keeps bool) []*QueueRow {
	var out []*QueueRow
	put := func(rule string, drop bool, why string) {
		row := *trial
		s := curate.OfRule(rule, drop, r.Trial)
		row.Kind, row.Digest, row.Subject, row.Rule, row.Why, row.Says = s.Kind, s.Digest, s.Kind+":"+s.Digest, rule, why, "keep"
		if drop {
			row.Says = "drop"
		}
		out = append(out, &row)
	}
	objects := map[string]bool{}
	for _, why := range r.Reasons {
		objects[why.Rule] = true
		if !keeps && slices.Contains(byRules(), why.Rule) {
			put(why.Rule, true, why.Text)
		}
	}
	if keeps && r.Decision == curate.Keep {
		for _, rule := range byRules() {
			if !objects[rule] {
				put(rule, false, "no objection")
			}
		}
	}
	return out
}

// QueueSchema is what a queue is filtered by.
func QueueSchema() query.Schema {
	verdicts := []string{"none", "accept", "reject", "flag", "skip"}
	return query.Schema{
		Fields: []query.Field{
			{Name: "id", Aliases: []string{"subject"}, Doc: "the subject's id"},
			{Name: "task", Doc: "task id"},
			{Name: "trial", Doc: "trial id"},
			{Name: "title", Kind: query.Text, Doc: "title of the task"},
			{Name: "fam", Aliases: []string{"family"}, Values: []string{"lookup", "triage", "escalation", "reconciliation", "scheduling", "safety"}, Doc: "family of the task"},
			{Name: "svc", Aliases: []string{"service", "services"}, Kind: query.List, Doc: "a service of the task"},
			{Name: "lang", Aliases: []string{"language"}, Doc: "language of the task"},
			{Name: "gate", Closed: true, Values: []string{"none", "passed", "failed", "stale"}, Doc: "the gate's certificate of the task"},
			{Name: "agent", Doc: "who acted"},
			{Name: "model", Doc: "model, when one acted"},
			{Name: "status", Values: trialStatuses(), Doc: "whether the trial counts"},
			{Name: "score", Kind: query.Number, Decimals: 6, Doc: "score of the trial"},
			{Name: "pass", Kind: query.Bool, Doc: "whether the trial passes"},
			{Name: "rule", Values: byRules(), Doc: "rule of the curation"},
			{Name: "says", Closed: true, Values: []string{"keep", "drop"}, Doc: "what the rule says"},
			{Name: "why", Kind: query.Text, Doc: "the rule's reason"},
			{Name: "decision", Closed: true, Values: verdicts, Doc: "the verdict that counts"},
			{Name: "by", Aliases: []string{"reviewer"}, Doc: "whose verdict counts"},
			{Name: "reason", Doc: "reason of that verdict"},
			{Name: "mine", Closed: true, Values: verdicts, Doc: "one's own last verdict"},
			{Name: "differ", Kind: query.Bool, Doc: "whether reviewers' last verdicts differ"},
		},
		Words: []string{"id", "task", "title", "why"},
	}
}

func trialStatuses() []string {
	var out []string
	for _, s := range store.TrialStatuses() {
		out = append(out, string(s))
	}
	return out
}

// Field is the row's value of a field of QueueSchema.
func (r *QueueRow) Field(name string) (any, bool) {
	switch name {
	case "id":
		return r.Subject, true
	case "task":
		return r.Task, true
	case "trial":
		return r.Trial, r.Trial != ""
	case "title":
		return r.Title, true
	case "fam":
		return r.Family, r.Family != ""
	case "svc":
		return r.Services, true
	case "lang":
		return r.Language, r.Language != ""
	case "gate":
		return r.Gate, true
	case "decision":
		return r.Decision, true
	case "by":
		return r.By, r.By != ""
	case "reason":
		return r.Reason, r.Reason != ""
	case "mine":
		return r.Mine, true
	case "differ":
		return r.Differ, true
	}
	return r.actField(name)
}

// actField knows what rows of trials and rules have besides.
func (r *QueueRow) actField(name string) (any, bool) {
	switch name {
	case "agent":
		return r.Agent, r.Agent != ""
	case "model":
		return r.Model, r.Model != ""
	case "status":
		return r.Status, r.Status != ""
	case "score":
		return r.Score, r.Status == string(store.TrialScored)
	case "pass":
		return r.Pass, r.Status == string(store.TrialScored)
	case "rule":
		return r.Rule, r.Rule != ""
	case "says":
		return r.Says, r.Says != ""
	case "why":
		return r.Why, r.Why != ""
	}
	return nil, false
}

// SelectQueue returns the places of the rows that a query selects.
func SelectQueue(ctx context.Context, rows []*QueueRow, where string) ([]int, error) {
	q, err := query.Parse(where, QueueSchema())
	if err != nil {
		return nil, err
	}
	out := make([]int, 0, len(rows))
	for i := range rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, fault.Wrap(fault.Canceled, ctx.Err(), "filter the queue")
		}
		if q.Match(rows[i].Field) {
			out = append(out, i)
		}
	}
	return out, nil
}
