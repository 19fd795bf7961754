package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// realistic is a trajectory of 20 turns and some 30 KB: tool calls, records in
// the replies, prose drawn from a small vocabulary, audit entries.
func realistic(seed uint64) json.RawMessage {
	words := strings.Fields("budget review contract supplier meeting approve shipment delay customer escalate refund policy manager quarter schedule inventory the of and with for because until please amount order is not yet")
	r := det.NewRand(seed, "trajectory")
	prose := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			fmt.Fprintf(&b, "%s ", det.Pick(r, words))
			if r.Intn(9) == 0 {
				fmt.Fprintf(&b, "%d.%02d EUR ", r.Intn(9000), r.Intn(100))
			}
		}
		return b.String()
	}
	var steps []any
	for i := range 20 {
		id := fmt.Sprintf("msg_%05d", r.Intn(100000))
		steps = append(steps, map[string]any{
			"turn": i, "thought": prose(250), "call": map[string]any{"tool": "gmail_get_message", "args": map[string]any{"message_id": id}},
			"reply": map[string]any{"id": id, "from": fmt.Sprintf("person%d@example.com", r.Intn(500)), "subject": prose(40), "body": prose(750)},
			"audit": map[string]any{"seq": i, "actor": "agent", "outcome": "ok", "before": fmt.Sprintf("%016x", r.Uint64()), "after": fmt.Sprintf("%016x", r.Uint64())},
		})
	}
	raw, err := json.Marshal(steps)
	if err != nil {
		panic(err)
	}
	return raw
}

// fillLibrary writes n tasks with sources of 8 KB, certificates, decisions and
// three trials each, and returns the workspace's folder.
func fillLibrary(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	ctx := t.Context()
	s, err := store.Open(ctx, dir, store.Options{Clock: det.Fixed(epoch)})
	ok(t, err)
	var batch []store.Task
	var decisions []store.Decision
	for i := range n {
		v := task(i)
		v.Digest, v.Source = det.SHA256Hex(fmt.Append(nil, i)), make([]byte, 8192)
		copy(v.Source, realistic(uint64(i%16)))
		batch = append(batch, v)
		if i%10 == 0 {
			decisions = append(decisions, store.Decision{Kind: "task", Digest: v.Digest, Verdict: store.Accept, Reviewer: "r"})
		}
	}
	for len(batch) > 0 {
		size := min(500, len(batch))
		ok(t, s.PutTasks(ctx, batch[:size]...))
		for _, v := range batch[:size] {
			if err := s.PutCertificate(ctx, store.Certificate{TaskDigest: v.Digest, Passed: len(v.Title)%2 == 0, Difficulty: "hard"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		batch = batch[size:]
	}
	_, err = s.Decide(ctx, decisions...)
	ok(t, err)
	for i := range n {
		v := trial(i)
		v.TaskDigest = det.SHA256Hex(fmt.Append(nil, i/3))
		_, err := s.PutTrial(ctx, v)
		ok(t, err)
	}
	ok(t, s.Close())
	return dir
}

// BenchmarkLibrary measures a workspace of 10,000 tasks: opening it up to the
// first rows, listing all of it, and filters.
func BenchmarkLibrary(b *testing.B) {
	const n = 10_000
	dir := fillLibrary(b, n)
	ctx := b.Context()
	b.Run("open+first50", func(b *testing.B) {
		for b.Loop() {
			s, err := store.Open(ctx, dir, store.Options{})
			ok(b, err)
			rows := 0
			for _, err := range s.Tasks(ctx, nil) {
				ok(b, err)
				if rows++; rows == 50 {
					break
				}
			}
			ok(b, s.Close())
		}
	})
	s := openAt(b, dir, store.Options{})
	list := func(b *testing.B, src string, want func(int) bool) {
		q, err := query.Parse(src, store.TaskSchema())
		ok(b, err)
		for b.Loop() {
			rows := 0
			for _, err := range s.Tasks(ctx, q) {
				ok(b, err)
				rows++
			}
			if !want(rows) {
				b.Fatalf("%s lists %d", src, rows)
			}
		}
	}
	b.Run("list all", func(b *testing.B) { list(b, "", func(r int) bool { return r == n }) })
	for _, src := range []string{"svc:crm fam:escalation gate:failed", "score<0.5 decision:accept", "rechnung -lang:zh", `überfällige "invoice 99"`} {
		b.Run(src, func(b *testing.B) { list(b, src, func(r int) bool { return r > 0 && r < n }) })
	}
	b.Run("task by id", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i = (i + 7919) % n
			_, err := s.CurrentTask(ctx, fmt.Sprintf("task-%04d", i))
			ok(b, err)
		}
	})
}

// BenchmarkExport reads trajectories as an export does.
func BenchmarkExport(b *testing.B) {
	s := openNew(b)
	ctx := b.Context()
	const n = 1000
	for i := range n {
		v := trial(i)
		v.Trajectory = realistic(uint64(i))
		_, err := s.PutTrial(ctx, v)
		ok(b, err)
	}
	for b.Loop() {
		rows := 0
		for _, err := range s.TrialsWithBodies(ctx, store.TrialsOf{}) {
			ok(b, err)
			rows++
		}
		if rows != n {
			b.Fatalf("%d rows", rows)
		}
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "trajectories/s")
}
