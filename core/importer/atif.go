package importer

import (
	"bytes"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// readATIF reads one document, or one a line.
func readATIF(data []byte) ([]*trace.Trajectory, error) {
	t, err := trace.DecodeATIF(data)
	if err == nil {
		return []*trace.Trajectory{t}, nil
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(lines) < 2 || !bytes.HasSuffix(bytes.TrimSpace(lines[0]), []byte("}")) {
		return nil, err
	}
	var out []*trace.Trajectory
	for i, line := range lines {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		t, err := trace.DecodeATIF(line)
		if err != nil {
			return nil, fault.Wrap("", err, "line %d", i+1)
		}
		out = append(out, t)
	}
	return out, nil
}
