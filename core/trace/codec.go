package trace

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
)

// Encode writes a trajectory as one JSON document without line breaks.
func Encode(t *Trajectory) ([]byte, error) {
	b, err := json.Marshal(t)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "encode trajectory %s", t.Trial)
	}
	return b, nil
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Trajectory, error) {
	var t Trajectory
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "decode trajectory").WithHint("it was written by another version, or damaged: run the trial again")
	}
	if err := known(t.Format); err != nil {
		return nil, err
	}
	return &t, nil
}

func known(format string) error {
	if format == Format {
		return nil
	}
	return fault.New(fault.Unsupported, "trajectory has format %q, want %q", format, Format).
		WithHint("it was written by another version; run the trial again")
}
