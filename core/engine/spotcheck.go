package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// SpotOptions say what to look at again.
type SpotOptions struct {
	Kind     string // task or trial
	Size     int    // of the sample
	Seed     uint64
	Reviewer string // who checks
	Blind    bool
}

// SpotCheck is a random sample of what was accepted or kept, and what it says of the rest.
type SpotCheck struct {
	Name       string // by which verdicts tell that they are part of it
	Kind       string
	Seed       uint64
	Population int         // subjects that are accepted, or kept by the newest selection
	Rows       []*QueueRow // the sample, in a random order
	Judged     int         // accepted or rejected in the check
	Errors     int         // of them rejected
	Unsure     int         // flagged or skipped: no word on whether they are right
	Rate       float64     // Errors of Judged, 0 where nothing was judged
	Low, High  float64     // 95 % interval of the error rate of all
	Method     string      // of the interval

	said map[string]string // verdicts of the check, by digest
}

const spotMethod = "Wilson score, 95%"

// mostSpot bounds a sample: a person looks at it.
const mostSpot = 10_000

// SpotCheck draws a sample of accepted tasks or trials and of the trials that the newest selection
// keeps, and estimates from the verdicts given in it how many of them are wrong. Equal seeds draw
// equal samples; one that has grown draws nearly the same. Verdicts of the check itself do not
// change what it draws from.
func (w *Workspace) SpotCheck(ctx context.Context, o SpotOptions) (*SpotCheck, error) {
	if o.Kind != store.KindTask && o.Kind != store.KindTrial {
		return nil, fault.New(fault.Usage, "a spot check looks at tasks or trials, not at %q", o.Kind).WithHint("give --kind task or --kind trial")
	}
	if o.Size < 1 || o.Size > mostSpot {
		return nil, fault.New(fault.Usage, "a sample has 1 to %d subjects, not %d", mostSpot, o.Size)
	}
	rows, err := w.ReviewQueue(ctx, QueueOptions{Queue: o.Kind, Reviewer: o.Reviewer, Blind: o.Blind})
	if err != nil {
		return nil, err
	}
	c := &SpotCheck{Name: fmt.Sprintf("%s:%d", o.Kind, o.Seed), Kind: o.Kind, Seed: o.Seed, Method: spotMethod, said: map[string]string{}}
	kept, err := w.keptBySelection(o.Kind)
	if err != nil {
		return nil, err
	}
	past, err := w.lastingOf(ctx, o.Kind)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r *QueueRow) bool { return !kept[r.Digest] && !acceptedOutside(past[r.Digest]) })
	c.Population = len(rows)
	c.Rows = sampled(rows, o)
	for _, r := range c.Rows {
		c.count(r.Digest, past[r.Digest], o.Reviewer)
	}
	if c.Judged > 0 {
		c.Rate = float64(c.Errors) / float64(c.Judged)
	}
	c.Low, c.High = Wilson(c.Errors, c.Judged)
	return c, nil
}

// sampled is the sample: the rows whose numbers, drawn from the seed and their name, are least.
func sampled(rows []*QueueRow, o SpotOptions) []*QueueRow {
	number := make(map[string]string, len(rows))
	for _, r := range rows {
		number[r.Digest] = det.ID("", strconv.FormatUint(o.Seed, 10), r.Digest)
	}
	slices.SortFunc(rows, func(a, b *QueueRow) int {
		return cmp.Or(cmp.Compare(number[a.Digest], number[b.Digest]), cmp.Compare(a.Digest, b.Digest))
	})
	return slices.Clone(rows[:min(o.Size, len(rows))])
}

// keptBySelection are the trials that the newest selection keeps.
func (w *Workspace) keptBySelection(kind string) (map[string]bool, error) {
	out := map[string]bool{}
	if kind != store.KindTrial {
		return out, nil
	}
	s, err := w.Selection("")
	if fault.KindOf(err) == fault.NotFound {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	for i := range s.Rows {
		if s.Rows[i].Decision == curate.Keep {
			out[s.Rows[i].Trial] = true
		}
	}
	return out, nil
}

// lastingOf are the verdicts of a kind that were not undone, by digest, the oldest first.
func (w *Workspace) lastingOf(ctx context.Context, kind string) (map[string][]store.Decision, error) {
	out := map[string][]store.Decision{}
	for d, err := range w.Store.Decisions(ctx) {
		if err != nil {
			return nil, err
		}
		if d.Kind == kind {
			out[d.Digest] = append(out[d.Digest], d)
		}
	}
	for digest, list := range out {
		out[digest] = lasting(list)
	}
	return out, nil
}

// acceptedOutside tells whether the last verdict outside of any spot check accepts.
func acceptedOutside(list []store.Decision) bool {
	for _, d := range slices.Backward(list) {
		if !strings.HasPrefix(d.Note, spotOpening) {
			return d.Verdict == store.Accept
		}
	}
	return false
}

// count takes the last verdict that the reviewer gave in this check.
func (c *SpotCheck) count(digest string, list []store.Decision, reviewer string) {
	for _, d := range slices.Backward(list) {
		if reviewer != "" && d.Reviewer != reviewer || !inSpot(d.Note, c.Name) {
			continue
		}
		c.said[digest] = string(d.Verdict)
		switch d.Verdict {
		case store.Accept:
			c.Judged++
		case store.Reject:
			c.Judged++
			c.Errors++
		default:
			c.Unsure++
		}
		return
	}
}

// spotOpening begins the note of every verdict of a spot check.
const spotOpening = "[spot check "

func spotTag(name string) string { return spotOpening + name + "]" }

func inSpot(note, name string) bool { return strings.HasPrefix(note, spotTag(name)) }

// Said is what the reviewer said of a subject within the check: open until then.
func (c *SpotCheck) Said(r *QueueRow) string { return cmp.Or(c.said[r.Digest], "open") }

// String is the estimate in a sentence.
func (c *SpotCheck) String() string {
	if c.Judged == 0 {
		return fmt.Sprintf("%d drawn of %d, none judged yet", len(c.Rows), c.Population)
	}
	return fmt.Sprintf("%d of %d judged are wrong: %.1f%%, Wilson 95%% %.1f%% to %.1f%%", c.Errors, c.Judged, 100*c.Rate, 100*c.Low, 100*c.High)
}
