package export

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// Trial is what a record is built from.
type Trial struct {
	Status      grade.Status
	Trajectory  *trace.Trajectory
	Score       *grade.Score
	SHA256      string // of the stored trajectory
	Task        *Task
	Split       Split
	Decision    string
	Labels      []string // of a curation
	Certificate string   // digest
	Root        string   // lineage root of the task id; "" = the task itself
	Scenario    string
}

// Task is what a record takes from the trial's task.
type Task struct {
	Family      string
	Language    string
	Generator   string
	URL         string
	License     string
	Attribution string
	Parents     []string
	Tools       *Toolset
}

// The flags that a record gets here, beside the labels of a curation.
const (
	FlagTruncated   = "truncated"    // the episode was cut off
	FlagNoAction    = "no_action"    // the agent never called a tool
	FlagEmptyAnswer = "empty_answer" // the agent stopped without a word
	FlagUnknownTool = "unknown_tool" // it called a tool that was not offered
	FlagCutTurn     = "cut_turn"     // the token limit cut one of its turns, which is not trained on
	FlagRecovered   = "recovered"    // a call failed and the trial passed all the same
)

// noLicense is what data set hubs call a licence that nobody stated.
const noLicense = "unknown"

// Build makes the canonical record of a trial, and counts what it had to replace. The error is an
// *Exclusion where the trial cannot be a row.
func Build(t *Trial, o *Options) (*Record, Tally, error) {
	if err := countable(t); err != nil {
		return nil, nil, err
	}
	if err := unbroken(t.Trajectory); err != nil {
		return nil, nil, err
	}
	b := builder{trial: t, options: o, losses: Tally{}, ids: newCallIDs(t.Trajectory), flags: slices.Clone(t.Labels)}
	if err := b.converse(); err != nil {
		return nil, nil, err
	}
	r := b.record()
	if on, _ := r.trained(); on == 0 {
		return nil, nil, exclude(NothingSaid, "%s has no turn of the agent to train on", r.ID)
	}
	if err := r.Paired(); err != nil {
		return nil, nil, err
	}
	return r, b.losses, nil
}

// countable refuses trials without a score that means something. What ended the episode and what
// kept it from being graded are two things.
func countable(t *Trial) error {
	id := t.Trajectory.Trial
	switch {
	case t.Trajectory.Imported != "":
		return exclude(Imported, "%s is a transcript in the form %s, which was never graded", id, t.Trajectory.Imported)
	case t.Status == grade.GraderError:
		return exclude(Ungraded, "%s ended, but a check could not be decided", id)
	case t.Status != grade.Scored:
		return exclude(Unfinished, "%s has the status %s", id, t.Status)
	case t.Score == nil:
		return exclude(Ungraded, "%s has no score", id)
	case t.Score.Score < 0 || t.Score.Score > grade.One:
		return exclude(BadReward, "%s has the score %s", id, t.Score.Score)
	}
	return nil
}

// unbroken compares the numbers of the audit entries: within one step nothing happens but its
// calls, and between two steps nothing but what comes with a turn of the user. A number that is
// left out is an act with effects that the trajectory does not show.
func unbroken(t *trace.Trajectory) error {
	last, free := 0, true // free: changes without a call may stand before the next
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			seq := t.Steps[i].Calls[j].Seq
			if seq == 0 {
				continue // a limit kept the call from being made
			}
			if seq <= last || seq > last+1 && !free {
				return exclude(CallGap, "%s: call %d of step %d is entry %d of the log, after entry %d", t.Trial, j, i, seq, last)
			}
			last, free = seq, false
		}
		free = free || t.Steps[i].User != nil
	}
	return nil
}

func (b *builder) record() *Record {
	t, tr, s := b.trial, b.trial.Trajectory, b.trial.Score
	r := &Record{ID: tr.Trial, TaskID: tr.Task.ID, TaskDigest: tr.Task.Digest, InstanceID: tr.Task.ID + "@" + clipDigest(tr.Task.Digest),
		GroupID: tr.Group, Seed: tr.Seed, Attempt: tr.Attempt, Split: t.Split, Family: t.Task.Family, Language: t.Task.Language,
		Scenario: t.Scenario, Lineage: lineage(t), License: b.license(), Certificate: t.Certificate, Decision: t.Decision,
		Reward: s.Score, Pass: s.Pass, Components: components(s), Metrics: b.metrics, Tools: t.Task.Tools, Messages: b.out}
	r.Source = Source{Agent: tr.Agent.Name, AgentVersion: tr.Agent.Version, Model: tr.Agent.Model, SHA256: t.SHA256,
		Generator: t.Task.Generator, URL: t.Task.URL, Attribution: t.Task.Attribution}
	r.Metrics.Tokens = estimateTokens(r)
	b.closingFlags(r)
	return r
}

func (b *builder) closingFlags(r *Record) {
	if b.trial.Trajectory.End.Kind == trace.Truncated {
		b.flag(FlagTruncated)
	}
	if r.Metrics.Calls == 0 {
		b.flag(FlagNoAction)
	}
	if r.Metrics.ToolErrors > 0 && r.Pass {
		b.flag(FlagRecovered)
	}
	slices.Sort(b.flags)
	r.Flags = slices.Compact(b.flags)
}

func (b *builder) flag(name string) { b.flags = append(b.flags, name) }

func (b *builder) license() string {
	for _, l := range []string{b.trial.Task.License, b.options.License} {
		if l != "" {
			return l
		}
	}
	return noLicense
}

// instanceDigits is enough to tell the contents apart that one task id has had.
const instanceDigits = 12

func clipDigest(digest string) string {
	_, hex, found := strings.Cut(digest, ":")
	if !found {
		hex = digest
	}
	return hex[:min(len(hex), instanceDigits)]
}

// lineage is the root first, then the parents; a task without a history has none.
func lineage(t *Trial) []string {
	out := []string{}
	if t.Root != "" && t.Root != t.Trajectory.Task.ID {
		out = append(out, t.Root)
	}
	for _, p := range t.Task.Parents {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func components(s *grade.Score) []Component {
	out := []Component{{"completion", s.Completion}, {"safety", grade.Micros(s.Safety) * grade.One}}
	if s.Robustness != nil {
		out = append(out, Component{"robustness", grade.Micros(*s.Robustness*float64(grade.One) + 0.5)})
	}
	for _, c := range s.Checks {
		if c.Weight > 0 {
			out = append(out, Component{"check/" + c.ID, c.Earned})
		}
	}
	return out
}

// bytesPerToken is the usual figure for English prose with JSON in it.
const bytesPerToken = 3.6

func estimateTokens(r *Record) int {
	n := len(r.Tools.Text)
	for i := range r.Messages {
		m := &r.Messages[i]
		n += len(m.Content) + len(m.Reasoning)
		for _, c := range m.Calls {
			n += len(c.Name) + c.bytes
		}
	}
	return int(float64(n)/bytesPerToken + 0.5)
}
