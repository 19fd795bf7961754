package engine_test

import (
	"math"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// The values are those of published tables and other implementations, to four decimals.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 0, 0, 1}, {0, 10, 0, 0.2775}, {1, 10, 0.0179, 0.4042}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1},
		{1, 29, 0.0061, 0.1718}, {0, 30, 0, 0.1135}, {15, 148, 0.0624, 0.1605}, {81, 263, 0.2553, 0.3662}, {10, 1000, 0.0054, 0.0183},
	} {
		low, high := engine.Wilson(c.k, c.n)
		if math.Abs(low-c.low) > 0.00005 || math.Abs(high-c.high) > 0.00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.k, c.n, low, high, c.low, c.high)
		}
	}
}

// On average over shares the interval holds the true share about as often as it says.
func TestWilsonCovers(t *testing.T) {
	rand := det.NewRand(5, t.Name())
	held, tried := 0, 20_000
	for range tried {
		p, k := rand.Float64(), 0
		for range 40 {
			if rand.Float64() < p {
				k++
			}
		}
		if low, high := engine.Wilson(k, 40); low <= p && p <= high {
			held++
		}
	}
	if share := float64(held) / float64(tried); share < 0.94 || share > 0.965 {
		t.Errorf("95%% intervals hold the truth in %.1f%% of cases", 100*share)
	}
}

func TestSpotCheck(t *testing.T) {
	w := trialRun(t, 10, shippedTask)
	ctx := t.Context()
	check := func(seed uint64, size int, who string) *engine.SpotCheck {
		t.Helper()
		c, err := w.SpotCheck(ctx, engine.SpotOptions{Kind: "trial", Size: size, Seed: seed, Reviewer: who})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := check(1, 5, "ben"); c.Population != 0 || len(c.Rows) != 0 || c.Low != 0 || c.High != 1 {
		t.Errorf("nothing was accepted: %+v", c)
	}
	rows := queue(t, w, engine.QueueTrials, "ann", false)
	if _, err := w.Judge(ctx, rows[:16], engine.Verdict{Verdict: store.Accept, Reviewer: "ann"}, nil); err != nil {
		t.Fatal(err)
	}
	names := func(c *engine.SpotCheck) (out string) {
		for _, r := range c.Rows {
			out += r.Digest + " "
		}
		return out
	}
	c := check(1, 8, "ben")
	if c.Population != 16 || len(c.Rows) != 8 || names(check(1, 8, "cy")) != names(c) || names(check(2, 8, "ben")) == names(c) {
		t.Errorf("population %d, sample %d", c.Population, len(c.Rows))
	}
	say := func(row int, v store.Verdict) {
		t.Helper()
		if _, err := w.Judge(ctx, c.Rows[row:row+1], engine.Verdict{Verdict: v, Reviewer: "ben", Spot: c.Name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range []store.Verdict{store.Accept, store.Reject, store.Accept, store.Flag} {
		say(i, v)
	}
	now := check(1, 8, "ben")
	low, high := engine.Wilson(1, 3)
	if now.Judged != 3 || now.Errors != 1 || now.Unsure != 1 || now.Low != low || now.High != high || now.Population != 16 || names(now) != names(c) {
		t.Errorf("judged %d, errors %d, unsure %d of %d", now.Judged, now.Errors, now.Unsure, now.Population)
	}
	if got := now.Said(now.Rows[1]) + " " + now.Said(now.Rows[5]); got != "reject open" {
		t.Errorf("said %s", got)
	}
	say(1, store.Accept) // a second thought replaces the first
	if again := check(1, 8, "ben"); again.Errors != 0 || again.Judged != 3 {
		t.Errorf("%+v", again)
	}
	if other := check(1, 8, "cy"); other.Judged != 0 {
		t.Errorf("ben's verdicts count for cy: %+v", other)
	}
	for _, o := range []engine.SpotOptions{{Kind: "rule", Size: 1}, {Kind: "task", Size: 0}, {Kind: "task", Size: 1 << 20}} {
		if _, err := w.SpotCheck(ctx, o); fault.KindOf(err) != fault.Usage {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// What the newest selection keeps is drawn from as well.
func TestSpotCheckOfASelection(t *testing.T) {
	w := trialRun(t, 3, shippedTask, "harbor-quote-000008")
	s := curated(t, w)
	if _, err := w.SaveSelection(s); err != nil {
		t.Fatal(err)
	}
	keep := s.Counts.Train + s.Counts.Val + s.Counts.Test
	c, err := w.SpotCheck(t.Context(), engine.SpotOptions{Kind: "trial", Size: 100, Seed: 3, Reviewer: "ben"})
	if err != nil || c.Population != keep || c.Population == 0 {
		t.Errorf("%+v of %d kept, %v", c, keep, err)
	}
}
