package gate

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Child is a command that answers questions on its standard input with Answer, one process a
// batch: a process costs more than a task.
type Child struct {
	Path string
	Args []string
	Env  []string // besides that of this process
}

// Surrounding is the environment of the child, in which nothing may come out otherwise: another
// zone and language, one processor. Another process also has another order of maps, and Answer
// another clock.
func Surrounding() (name string, env []string) {
	return "another process (TZ=Pacific/Kiritimati, LANG=zh_CN.UTF-8, one processor)",
		[]string{"TZ=Pacific/Kiritimati", "LANG=zh_CN.UTF-8", "LC_ALL=zh_CN.UTF-8", "GOMAXPROCS=1"}
}

// Elsewhere is a child process that takes prints of tasks while this one takes them through the
// gate. It is safe for use by many goroutines.
type Elsewhere struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr *tail
	read   sync.WaitGroup // of the last answer

	writing sync.Mutex // of in; never held with mu, for the child may be slow to read
	mu      sync.Mutex
	asked   int
	whole   int
	waiting map[int]chan answer
	broken  error
}

// Cost is what a child process did.
type Cost struct {
	Surrounding string        `json:"surrounding"`
	Tasks       int           `json:"tasks"` // whose solutions were carried out again
	Whole       int           `json:"whole"` // of them, taken through every round again
	CPU         time.Duration `json:"cpu_ns"`
}

// question asks for the print of a task file.
type question struct {
	Number int           `json:"number"`
	Name   string        `json:"name"`
	File   string        `json:"file"`
	Beside task.Problems `json:"beside,omitempty"` // of the files beside it
	Whole  bool          `json:"whole"`
}

type answer struct {
	Number int    `json:"number"`
	Print  Print  `json:"print"`
	Error  string `json:"error,omitempty"`
}

// Begin starts the child. It ends with ctx, or with End.
func Begin(ctx context.Context, child Child) (*Elsewhere, error) {
	_, env := Surrounding()
	x := &Elsewhere{cmd: exec.CommandContext(ctx, child.Path, child.Args...), stderr: &tail{}, waiting: map[int]chan answer{}}
	x.cmd.Env = append(append(os.Environ(), child.Env...), env...)
	x.cmd.Stderr = x.stderr
	in, err := x.cmd.StdinPipe()
	if err != nil {
		return nil, notStarted(ctx, err)
	}
	out, err := x.cmd.StdoutPipe()
	if err != nil {
		return nil, notStarted(ctx, err)
	}
	if err := x.cmd.Start(); err != nil {
		return nil, notStarted(ctx, err)
	}
	x.in = in
	x.read.Go(func() { x.answers(out) })
	return x, nil
}

// notStarted tells a process that nobody wants any more from one that cannot be started.
func notStarted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fault.Wrap(fault.KindOf(ctx.Err()), context.Cause(ctx), "start another process")
	}
	return fault.Wrap(fault.Internal, err, "start another process").WithHint("--no-child does without it")
}

// answers hands each answer to who waits for it, until there are no more.
func (x *Elsewhere) answers(out io.Reader) {
	in := json.NewDecoder(out)
	for {
		var a answer
		if err := in.Decode(&a); err != nil {
			x.abandon(err)
			return
		}
		x.mu.Lock()
		to := x.waiting[a.Number]
		delete(x.waiting, a.Number)
		x.mu.Unlock()
		if to != nil {
			to <- a
		}
	}
}

// abandon ends all waiting: the child said something else, or nothing any more.
func (x *Elsewhere) abandon(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.broken = err
	for n, to := range x.waiting {
		to <- answer{} // there is room for one; no answer has this number
		delete(x.waiting, n)
	}
}

// Ask begins to take the print of a task, given by its file and what was found of the files beside
// it. What it returns waits for it.
func (x *Elsewhere) Ask(name string, file []byte, loaded task.Problems, whole bool) (wait func() (Print, error), err error) {
	to := make(chan answer, 1)
	number, ok := x.expect(to, whole)
	if !ok {
		return nil, x.failure()
	}
	line, err := json.Marshal(question{number, name, string(file), loaded.Beside(), whole})
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "ask for the print of %s", name)
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	if _, err := x.in.Write(append(line, '\n')); err != nil {
		return nil, x.failure()
	}
	return func() (Print, error) {
		a := <-to
		switch {
		case a.Number == 0:
			return Print{}, x.failure()
		case a.Error != "":
			return Print{}, fault.New(fault.Internal, "take the print of %s in another process: %s", name, a.Error)
		}
		return a.Print, nil
	}, nil
}

// expect numbers a question; ok is false where no answer can come any more.
func (x *Elsewhere) expect(to chan answer, whole bool) (number int, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.broken != nil {
		return 0, false
	}
	x.asked++
	if whole {
		x.whole++
	}
	x.waiting[x.asked] = to
	return x.asked, true
}

func (x *Elsewhere) failure() error {
	said := x.stderr.String()
	if said == "" {
		said = "it ended without a word"
	}
	return fault.New(fault.Internal, "the process that takes prints elsewhere broke off: %s", said).WithHint("--no-child does without it")
}

// End ends the child and says what it did.
func (x *Elsewhere) End() (Cost, error) {
	x.in.Close() // a child that is gone already is told by Wait
	x.read.Wait()
	err := x.cmd.Wait()
	c := Cost{Tasks: x.asked, Whole: x.whole}
	c.Surrounding, _ = Surrounding()
	if st := x.cmd.ProcessState; st != nil {
		c.CPU = st.UserTime() + st.SystemTime()
	}
	if err != nil {
		return c, x.failure()
	}
	return c, nil
}

// tail keeps the first of what a child says on standard error.
type tail struct {
	mu   sync.Mutex
	text strings.Builder
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 4 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text.Write(b[:min(len(b), max(0, most-t.text.Len()))])
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return clip(strings.TrimSpace(t.text.String()))
}

// mostQuestion bounds a question: a task file of the largest size, each byte of it escaped, and what was found beside it.
const mostQuestion = 6*task.MaxBytes + 1<<20

// Answer is the child's side: it reads questions, one a line, until there are no more and answers each.
func (g *Gate) Answer(ctx context.Context, in io.Reader, out io.Writer) error {
	questions, answers := bufio.NewScanner(in), json.NewEncoder(out)
	questions.Buffer(nil, mostQuestion)
	for questions.Scan() {
		var q question
		if err := json.Unmarshal(questions.Bytes(), &q); err != nil {
			return fault.Wrap(fault.Invalid, err, "read a question for a print")
		}
		a := answer{Number: q.Number}
		t, problems := task.Parse(q.Name, []byte(q.File))
		var err error
		if a.Print, err = g.Print(ctx, t, append(problems, q.Beside...).Sort(), q.Whole); err != nil {
			a.Error = err.Error()
		}
		if err := answers.Encode(a); err != nil {
			return fault.Wrap(fault.Internal, err, "answer with a print")
		}
	}
	if err := questions.Err(); err != nil {
		return fault.Wrap(fault.Invalid, err, "read a question for a print")
	}
	return nil
}

// Depart holds a report beside the print that was taken elsewhere. Where they differ, that is an
// error of the determinism round, and there is no certificate.
func (r *Report) Depart(elsewhere Print) {
	if r.solution == elsewhere.Solution && (elsewhere.Gate == "" || r.print() == elsewhere.Gate) {
		return
	}
	name, _ := Surrounding()
	what := "what the gate makes of the task"
	if r.solution != elsewhere.Solution {
		what = "the solution's run"
	}
	r.Findings = append(r.Findings, Finding{Code: EnvironmentMatters, Round: RoundDeterminism, Severity: Error, Path: "solution",
		Message: fmt.Sprintf("%s comes out otherwise in %s", what, name), Hint: hint(EnvironmentMatters)})
	r.Status, r.Certificate = Failed, nil
	if round, ok := r.Round(RoundDeterminism); ok {
		round.Status = Failed
	}
}
