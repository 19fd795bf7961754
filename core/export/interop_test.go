package export

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// hardTrials hold what readers of other programs trip over.
func hardTrials() []*Trial {
	separators := "a\u0085b\u2028c\u2029d\x0be\x0cf\rg\nh\x1c"
	list := []*Trial{
		toyTrial(),
		trialOf( // text beside parallel calls, arguments of other kinds than the first trial's
			trace.Step{Text: "I look.", Reasoning: "Two at once.", Calls: []trace.Call{
				call("", "mail_search", `{"q":"\ud83d\ude9a \"x\" \\","limit":null,"deep":{"a":[1,"2",null,{"b":true}]}}`, `{"text":"`+"\U0001F468\u200d\U0001F469\u200d\U0001F467"+` [truncated, 12 bytes]"}`, 1),
				call("", "pay", `{"invoice":"0412","amount":1180.00,"rates":[0.7,0.3,-0.35,1.511,0.9241]}`, `{}`, 2)}},
			trace.Step{Text: separators}),
		trialOf( // a mistake that was made good, an answer of the user
			trace.Step{Calls: []trace.Call{failing(call("x", "pay", `{"invoice":7}`, `{"error":"bad_arguments","problems":[{"path":"/invoice"}]}`, 1), world.Invalid)}},
			trace.Step{Text: "Which account?", User: &trace.UserTurn{Text: "Das Girokonto, bitte. " + separators, Kind: trace.Answered}},
			trace.Step{Calls: []trace.Call{call("x", "pay", `{"invoice":"7","amount":12345678901234567,"tags":[]}`, separators, 2)}},
			trace.Step{Text: "Done."}),
		trialOf( // no call at all
			trace.Step{Text: "There is nothing to pay."}),
		trialOf( // cut off after a call
			trace.Step{Text: "Wait?", User: &trace.UserTurn{Text: "Yes.", Kind: trace.Answered}},
			trace.Step{Calls: []trace.Call{call("c", "mail_search", `{}`, strings.Repeat("long ", 2000), 1)}}),
	}
	for i, t := range list {
		t.Trajectory.Trial = "tri_hard_" + string(rune('a'+i))
		if i == 4 {
			t.Trajectory.End = trace.End{Kind: trace.Truncated, Reason: trace.MaxTurns}
			t.Split, t.Score.Pass, t.Score.Score = Failed, false, 250_000
		}
	}
	return list
}

// TestInteropSamples writes the hard trials in every format, for the checks in docs/interop, which
// hand them to the trainers' own programs.
func TestInteropSamples(t *testing.T) {
	root := os.Getenv("COWORKENV_INTEROP_DIR")
	if root == "" {
		root = t.TempDir() // the writing itself is tested always
	}
	for _, f := range Formats() {
		for _, columnar := range []bool{false, true} {
			for _, explode := range []bool{false, true} {
				o := &Options{Format: f, Parquet: columnar, Explode: explode, DropReasoning: f.Name == "openai"}
				if f.Pair != nil || o.Check() != nil {
					continue
				}
				name := "hard-" + f.Name
				if columnar {
					name += "-parquet"
				}
				if explode {
					name += "-turns"
				}
				trials := hardTrials()
				if f.Name == nameNextObservation {
					trials = slices.DeleteFunc(trials, func(t *Trial) bool { return len(t.Trajectory.Steps) == 1 }) // nothing came back to it
				}
				if _, err := exported(t, filepath.Join(root, name), o, Target{Version: "test"}, trials...); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}
