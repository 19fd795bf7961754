package engine

import (
	"encoding/json"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// Whatever a stored body holds, it can be laid out, searched and compared with itself.
func FuzzCourse(f *testing.F) {
	f.Add(`{"format":"coworkenv.trajectory/v1","opening":"x","steps":[{"index":0,"stage":"a","calls":[{"tool":"t","args":"{}","outcome":"ok","seq":2,"observation":"{}","effects":[{"op":"update","collection":"c","id":"1","fields":["f"]}]}],"world":[{"op":"create","collection":"c","id":"2"}]}],"end":{"kind":"terminated","reason":"completed"}}`,
		`{"status":"scored","safety":0,"checks":[{"id":"k","status":"scored","of":1,"needs":["k","n"],"since":2,"until":-3,"evidence":[2,9],"why":[{"record":"c 1","field":"f","seq":[2,-1]}]}],"forbidden":[{"id":"p","seq":99}]}`, "t")
	f.Add(`{"format":"coworkenv.trajectory/v1","steps":[{"calls":[{"seq":1}]}]}`, `{"checks":[{"id":"k"}]}`, "a")
	f.Fuzz(func(t *testing.T, trajectory, score, text string) {
		tr, err := trace.Decode([]byte(trajectory))
		if err != nil {
			return
		}
		c := &Course{StoredTrial: &StoredTrial{ID: "x", Trajectory: tr}}
		if json.Unmarshal([]byte(score), &c.Score) != nil {
			c.Score = nil
		}
		if c.Score != nil {
			c.Status = grade.Scored
		}
		c.layOut()
		for _, e := range c.Entries {
			if e.Turn < -1 || e.Turn >= len(c.Turns) {
				t.Fatalf("an entry in turn %d of %d", e.Turn, len(c.Turns))
			}
		}
		if x := Compare(c, c); x.First >= 0 {
			t.Fatalf("it differs from itself in row %d", x.First)
		}
		if needle := foldASCII(text); needle != "" {
			s := trialSearcher{needle: needle, raw: rawNeedle(needle), tell: func(h TrialHit) {
				if h.Count < 1 {
					t.Fatalf("%+v", h)
				}
			}}
			for i := range tr.Steps {
				s.step(&tr.Steps[i])
			}
		}
	})
}
