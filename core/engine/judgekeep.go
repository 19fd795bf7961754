package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/judge"
)

// Opinion is what a judge found of a trial, and when. It stands beside the trial's score and is read
// by nothing that scores, selects or rewards.
type Opinion struct {
	At time.Time `json:"at"`
	*judge.Opinion
}

// OpinionFile is the file of a workspace that holds what judges found of a trial, a JSON line each.
// Lines are added and never changed.
func OpinionFile(workspace, trial string) string {
	return filepath.Join(workspace, "judge", filepath.Base(trial)+".jsonl")
}

// mostOpinions bounds such a file, in bytes.
const mostOpinions = 16 << 20

// Opinions lists what judges found of a trial, the oldest first.
func (w *Workspace) Opinions(trial string) ([]Opinion, error) {
	name := OpinionFile(w.Store.Dir(), trial)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fault.Wrap("", err, "read the opinions on %s", trial)
	case !info.Mode().IsRegular() || info.Size() > mostOpinions:
		return nil, fault.New(fault.Invalid, "%s is no plain file of opinions", name).WithHint("move it away")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read the opinions on %s", trial)
	}
	return parseOpinions(data, trial)
}

// parseOpinions reads lines. A last one without an end is what a killed writer left.
func parseOpinions(data []byte, trial string) ([]Opinion, error) {
	var out []Opinion
	in := bufio.NewReader(bytes.NewReader(data))
	for n := 1; ; n++ {
		line, end := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var o Opinion
			err := json.Unmarshal(line, &o)
			switch {
			case err != nil && end != nil:
				return out, nil
			case err != nil || o.Opinion == nil:
				return out, fault.New(fault.Invalid, "line %d of the opinions on %s is none", n, trial).WithHint("move the file away; `coworkenv judge` asks again")
			case o.Trial == trial:
				out = append(out, o)
			}
		}
		if end != nil {
			return out, nil
		}
	}
}

// keepOpinion adds an opinion, unless the last one of that judge says the same: replies are kept, and
// asking twice is no second opinion.
func (w *Workspace) keepOpinion(o *judge.Opinion) error {
	before, err := w.Opinions(o.Trial)
	if err != nil {
		return err
	}
	for i := len(before) - 1; i >= 0; i-- {
		if last := before[i]; last.Profile == o.Profile && last.Model == o.Model {
			if sameOpinion(last.Opinion, o) {
				return nil
			}
			break
		}
	}
	return w.addOpinion(Opinion{w.Clock.Now().UTC(), o})
}

func (w *Workspace) addOpinion(o Opinion) error {
	line, err := json.Marshal(o)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "keep an opinion")
	}
	return appendLine(OpinionFile(w.Store.Dir(), o.Trial), line)
}

// takeOpinions adds what another workspace's judges found of a trial, whose equal has the name as
// here, and returns how many were new.
func (w *Workspace) takeOpinions(from *Workspace, trial, as string) (taken int, err error) {
	theirs, err := from.Opinions(trial)
	if err != nil || len(theirs) == 0 {
		return 0, err
	}
	ours, err := w.Opinions(as)
	if err != nil {
		return 0, err
	}
	for _, o := range theirs {
		if slices.ContainsFunc(ours, o.same) {
			continue
		}
		own := *o.Opinion
		own.Trial = as
		if err := w.addOpinion(Opinion{o.At, &own}); err != nil {
			return taken, err
		}
		taken++
	}
	return taken, nil
}

// same reports whether two are one opinion, taken over from one workspace into another.
func (o Opinion) same(other Opinion) bool {
	return o.At.Equal(other.At) && o.Profile == other.Profile && o.Model == other.Model && sameOpinion(o.Opinion, other.Opinion)
}

func sameOpinion(a, b *judge.Opinion) bool {
	share := func(o *judge.Opinion) float64 {
		if o.Share == nil {
			return -1
		}
		return *o.Share
	}
	return share(a) == share(b) && a.Reason == b.Reason
}

// appendLine adds a line to a file, on a line of its own also behind one that a killed writer left.
func appendLine(name string, line []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err = f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			err = f.Truncate(lastLineEnd(f, info.Size()))
		}
	}
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	return nil
}

// lastLineEnd is where the last whole line of a file ends.
func lastLineEnd(f *os.File, size int64) int64 {
	const step = 4096
	for end := size; end > 0; {
		from := max(0, end-step)
		part := make([]byte, end-from)
		if _, err := f.ReadAt(part, from); err != nil {
			return size // it is told by the write that follows
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return from + int64(i) + 1
		}
		end = from
	}
	return 0
}
