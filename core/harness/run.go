package harness

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// How says how a harness came to its end.
type How string

// The ends.
const (
	Finished How = "finished"  // it ended by itself and reports success
	TimedOut How = "timed_out" // its time was over
	Crashed  How = "crashed"   // it ended with an error of its own
	Flooded  How = "flooded"   // it printed more than it may
	Endpoint How = "endpoint"  // it says that its model's endpoint failed
)

// Outcome is what came of one start.
type Outcome struct {
	How    How
	Detail string
	Exit   int // status, -1 where it was ended
	Transcript
	Errors string // end of what it printed on standard error
}

// afterExit is how long the pipes of a program that has ended may stay open by others.
const afterExit = 3 * time.Second

func (p *Profile) seconds(limit int) int {
	own := p.Seconds
	if own == 0 {
		own = defaultSeconds
	}
	if limit > 0 && limit < own {
		return limit
	}
	return own
}

func itoa(n int) string { return strconv.Itoa(n) }

// Run starts a harness for one trial and waits for its end. What it does wrong is an outcome. It
// returns an error where it cannot be started, which concerns every trial, and where ctx ends.
func Run(ctx context.Context, p *Profile, s Setting) (*Outcome, error) {
	if s.Env == nil {
		s.Env = func(string) string { return "" }
	}
	if err := s.lay(p); err != nil {
		return nil, err
	}
	args := s.command(p)
	program, err := lookIn(args[0], s.Env("PATH"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.Dir, s.environ(p), afterExit
	ownGroup(cmd)
	most := p.OutputMB
	if most == 0 {
		most = defaultOutputMB
	}
	hide := newHider(s.secrets(p))
	out := newCapture(int64(most)<<20, hide)
	tail := &tail{shared: out}
	cmd.Stdout, cmd.Stderr = out, tail
	if err := cmd.Start(); err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "start harness %s", p.Name).WithHint("see that the program of the profile's command can be run")
	}
	defer killGroup(cmd)
	limited, cancel := context.WithTimeout(ctx, time.Duration(p.seconds(s.Seconds))*time.Second)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	o := &Outcome{}
	select {
	case err = <-ended:
	case <-limited.Done():
		killGroup(cmd)
		<-ended
		if ctx.Err() != nil {
			return nil, fault.Wrap(fault.Canceled, ctx.Err(), "run harness %s", p.Name)
		}
		o.How, o.Detail = TimedOut, fmt.Sprintf("its %d seconds were over", p.seconds(s.Seconds))
	case <-out.flooded:
		killGroup(cmd)
		<-ended
		o.How, o.Detail = Flooded, fmt.Sprintf("it printed more than %d MB", most)
	}
	o.Transcript, o.Errors, o.Exit = out.finish(), hide.text(tail.text()), cmd.ProcessState.ExitCode()
	if o.How == "" {
		o.settle(err)
	}
	return o, nil
}

// settle says how a harness that ended by itself did.
func (o *Outcome) settle(err error) {
	var left *exec.ExitError
	switch {
	case o.EndpointFailed != "":
		o.How, o.Detail = Endpoint, o.EndpointFailed
	case errors.As(err, &left):
		o.How, o.Detail = Crashed, left.Error()
		if last := lastLine(o.Errors); last != "" {
			o.Detail += ": " + last
		}
	case o.Failed != "":
		o.How, o.Detail = Crashed, o.Failed
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		o.How, o.Detail = Crashed, err.Error()
	default:
		o.How = Finished
	}
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return clip(s, 300)
}

// tail keeps the end of what is written; all of it counts as output.
type tail struct {
	shared *capture
	kept   []byte
}

const keptErrors = 8 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.shared.count(len(b))
	t.kept = append(t.kept, b[max(0, len(b)-keptErrors):]...)
	if extra := len(t.kept) - keptErrors; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(b), nil
}

func (t *tail) text() string { return strings.ToValidUTF8(string(t.kept), "\uFFFD") }
