package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/importer"
	"coworkenv.dev/coworkenv/core/trace"
)

// TrajectoryImport says what to import and how.
type TrajectoryImport struct {
	Path string // a file, or a folder of the events of OpenHands' SDK
	From importer.Format
	Mask bool              // put what the scan finds out of sight
	Keep []export.LeakKind // kinds of findings that may stay
	ATIF bool              // write ATIF documents instead of our own
	Into *Workspace        // keep them there as well; nil = nowhere
}

// ImportedTrajectories is what an import gave.
type ImportedTrajectories struct {
	Trajectories int           `json:"trajectories"`
	Steps        int           `json:"steps"`
	Calls        int           `json:"calls"`
	Notes        []string      `json:"notes"`
	Leaks        []export.Leak `json:"leaks"`          // what the scan found; masked where that was asked for
	Run          string        `json:"run,omitempty"`  // that keeps them in the workspace
	Kept         []string      `json:"kept,omitempty"` // trials, where they are kept in the workspace
}

// ImportTrajectory reads a transcript of another program and writes its trajectories, one JSON
// document a line. It is scanned for secrets, addresses and home folders before a byte is written,
// and refused where something is found that is neither masked nor allowed.
func (e *Engine) ImportTrajectory(ctx context.Context, o TrajectoryImport, to io.Writer) (*ImportedTrajectories, error) {
	data, err := transcript(o.Path)
	if err != nil {
		return nil, err
	}
	r, err := importer.Read(data, o.From)
	if err != nil {
		return nil, fault.Wrap("", err, "import %s", o.Path)
	}
	out := &ImportedTrajectories{Trajectories: len(r.Trajectories), Notes: r.Notes, Leaks: []export.Leak{}}
	if out.Notes == nil {
		out.Notes = []string{}
	}
	open := 0
	for _, t := range r.Trajectories {
		for _, l := range importer.Scan(t, o.Mask) {
			out.Leaks = append(out.Leaks, l)
			if !o.Mask && !slices.Contains(o.Keep, l.Kind) {
				open++
			}
		}
		out.Steps += len(t.Steps)
		for range t.Calls {
			out.Calls++
		}
	}
	if open > 0 {
		return out, fault.New(fault.Denied, "import %s: it holds %s", o.Path, findings(open)).
			WithHint("--mask puts them out of sight; --allow KIND lets a kind stay")
	}
	for _, t := range r.Trajectories {
		line, err := lineOfTrajectory(t, o.ATIF)
		if err != nil {
			return out, err
		}
		if _, err := to.Write(append(line, '\n')); err != nil {
			return out, fault.Wrap("", err, "write trajectories")
		}
	}
	if o.Into == nil {
		return out, nil
	}
	return out, o.Into.keepImported(ctx, o.From, det.SHA256Hex(data), r.Trajectories, out)
}

func findings(n int) string {
	if n == 1 {
		return "1 secret, address or personal path"
	}
	return fmt.Sprintf("%d secrets, addresses or personal paths", n)
}

func lineOfTrajectory(t *trace.Trajectory, atif bool) ([]byte, error) {
	if !atif {
		return trace.Encode(t)
	}
	doc, err := trace.EncodeATIF(t, trace.ATIF{})
	return bytes.ReplaceAll(doc, []byte("\n"), nil), err // a text of JSON holds no line break as such
}

// transcript reads a file, or the event files of a folder in their order.
func transcript(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fault.Wrap("", err, "read a transcript").WithHint("give the file that the agent program wrote")
	}
	if !info.IsDir() {
		return readBounded(path, importer.MostBytes)
	}
	names, err := filepath.Glob(filepath.Join(path, "event-*.json"))
	if err != nil || len(names) == 0 {
		return nil, fault.New(fault.NotFound, "%s holds no event-*.json", path).WithHint("give a transcript's file, or the folder of OpenHands' events")
	}
	var all []byte
	for i, name := range names { // numbers have leading zeros
		part, err := readBounded(name, importer.MostBytes-len(all))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, bytes.TrimSpace(part)...)
	}
	return append(append([]byte{'['}, all...), ']'), nil
}

func readBounded(name string, most int) ([]byte, error) {
	data, whole, err := readUpTo(name, most)
	if err != nil {
		return nil, fault.Wrap("", err, "read a transcript")
	}
	if !whole {
		return nil, fault.New(fault.Invalid, "the transcript has more than %d bytes", importer.MostBytes).WithHint("split it")
	}
	return data, nil
}
