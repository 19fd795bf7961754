package trace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// What was said, called and seen is read as by Decode; only records of the world are left out.
func TestDecodeSaid(t *testing.T) {
	want := trajectory()
	c := &want.Steps[1].Calls[1]
	c.Fault, c.Problems = &world.Fault{}, []world.Problem{{Path: "/x", Message: "y"}}
	c.Effects, c.Shown = []trace.Effect{{Op: "create"}}, []trace.Shown{{Collection: "c"}}
	data, err := trace.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := trace.DecodeSaid(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Fault, c.Problems, c.Effects, c.Shown = nil, nil, nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	want.Format = "coworkenv.trajectory/v9"
	if data, err = trace.Encode(want); err != nil {
		t.Fatal(err)
	}
	for name, decode := range map[string]func([]byte) (*trace.Trajectory, error){"whole": trace.Decode, "said": trace.DecodeSaid} {
		if _, err := decode(data); fault.KindOf(err) != fault.Unsupported || fault.HintOf(err) == "" {
			t.Errorf("%s: a format of another version: %v", name, err)
		}
		if _, err := decode([]byte("{")); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: broken JSON: %v", name, err)
		}
	}
}
