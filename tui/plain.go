package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/term"
)

// plainHelp is said at the beginning of plain mode.
const plainHelp = `The workbench in plain mode: type a key or a command and press enter; what has changed is printed.
  j, k, enter, esc, tab, ctrl+d ...  keys, several with blanks between: j j enter
  /QUERY  filters    :COMMAND  does what is named    =TEXT  types a text    ?  lists what there is
  .  prints the whole screen again    q  leaves
`

// plainRun is the workbench for screen readers: no full screen, no borders, nothing that blinks.
// Lines are read and what changed is written.
type plainRun struct {
	bench *Workbench
	out   io.Writer
	exec  func(*exec.Cmd) error
	seen  map[string]bool
	ended bool
	fail  error

	mu      sync.Mutex
	told    []term.Told
	wake    chan struct{}
	works   int
	waiting map[int]bool // Work that waits for something outside
}

// RunPlain runs the workbench in lines until the input ends or the person leaves.
func RunPlain(ctx context.Context, o Options, in io.Reader, out io.Writer, run func(*exec.Cmd) error) (Session, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	o.Size, o.Env.Plain = term.Size{Width: 160, Height: 48}, true
	o.Session.HintSeen = true
	bench, err := New(inner, o)
	if err != nil {
		return o.Session, err
	}
	p := &plainRun{bench: bench, out: out, exec: run, seen: map[string]bool{}, waiting: map[int]bool{}, wake: make(chan struct{}, 1)}
	p.say("%s", plainHelp)
	p.carryOut(bench.Begin())
	p.settle(inner)
	p.print(true)
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 4096), 1<<20)
	for !p.ended && p.fail == nil && inner.Err() == nil && lines.Scan() {
		p.line(inner, strings.TrimRight(lines.Text(), "\r"))
	}
	if p.fail == nil && lines.Err() != nil {
		p.fail = fault.Wrap("", lines.Err(), "read a line")
	}
	if ctx.Err() != nil {
		p.fail = fault.Wrap(fault.Canceled, ctx.Err(), "run the workbench")
	}
	return bench.Session(), p.fail
}

// line does what one line asks for.
func (p *plainRun) line(ctx context.Context, line string) {
	whole := false
	switch {
	case line == "" || line == ".":
		whole = line == "."
		p.deliver()
		p.settle(ctx)
	case strings.HasPrefix(line, "/") && len(line) > 1:
		p.keys(ctx, "/")
		p.keys(ctx, "ctrl+u")
		p.text(ctx, line[1:])
		p.keys(ctx, "enter")
	case strings.HasPrefix(line, ":") && len(line) > 1:
		p.keys(ctx, ":")
		p.text(ctx, line[1:])
		p.keys(ctx, "enter")
	case strings.HasPrefix(line, "="):
		p.text(ctx, line[1:])
	default:
		p.keys(ctx, strings.Fields(line)...)
	}
	p.print(whole)
}

func (p *plainRun) keys(ctx context.Context, names ...string) {
	for _, k := range names {
		text := ""
		if len([]rune(k)) == 1 {
			text = k
		}
		if k == "space" {
			k, text = " ", " "
		}
		p.handle(term.Key{Name: k, Text: text})
		p.settle(ctx)
	}
}

func (p *plainRun) text(ctx context.Context, s string) {
	for _, r := range s {
		p.handle(term.Key{Text: string(r)})
	}
	p.settle(ctx)
}

func (p *plainRun) handle(msg any) { p.carryOut(p.bench.Handle(msg)) }

func (p *plainRun) carryOut(requests []term.Request) {
	for _, r := range requests {
		switch r := r.(type) {
		case term.Run:
			p.works++
			go func() {
				r.Do(func(m any) { p.put(term.Told{ID: r.ID, Msgs: []any{m}}) })
				p.put(term.Told{ID: r.ID, Done: true})
			}()
		case term.Exec:
			p.handle(r.Then(p.exec(r.Cmd)))
		case term.Copy:
			p.say("to copy: %s\n", ansi.Strip(r.Text))
		case term.Quit:
			p.ended = true
		}
	}
}

func (p *plainRun) put(t term.Told) {
	p.mu.Lock()
	p.told = append(p.told, t)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default: // it will see this too
	}
}

// plainPatience is how long the answer to a line is waited for before the screen is printed as
// it is; the empty line prints what has come since.
const plainPatience = 2 * time.Second

// settle delivers what Work tells until none is under way or patience ends.
func (p *plainRun) settle(ctx context.Context) {
	patience := time.NewTimer(plainPatience)
	defer patience.Stop()
	for p.works > len(p.waiting) {
		select {
		case <-ctx.Done():
			return
		case <-patience.C:
			return
		case <-p.wake:
		}
		p.deliver()
	}
}

// deliver hands on what Work has told so far.
func (p *plainRun) deliver() {
	p.mu.Lock()
	told := p.told
	p.told = nil
	p.mu.Unlock()
	for _, t := range told {
		delete(p.waiting, t.ID)
		for _, m := range t.Msgs {
			if _, ok := m.(screens.Waiting); ok {
				p.waiting[t.ID] = true
			}
		}
		if t.Done {
			p.works--
		}
		p.handle(t)
	}
}

// print writes the lines of the screen that were not on it before, or all of them.
func (p *plainRun) print(whole bool) {
	now := map[string]bool{}
	wrote := false
	for _, line := range p.bench.Lines() {
		line = undecorated(line)
		if line == "" {
			continue
		}
		now[line] = true
		if whole || !p.seen[line] {
			p.say("%s\n", line)
			wrote = true
		}
	}
	if !wrote {
		p.say("no change\n")
	}
	p.seen = now
}

func (p *plainRun) say(format string, args ...any) {
	if _, err := fmt.Fprintf(p.out, format, args...); err != nil && p.fail == nil {
		p.fail = fault.Wrap("", err, "write the screen")
	}
}

// undecorated is a line without colours and frames.
func undecorated(line string) string {
	line = ansi.Strip(line)
	line = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x2500 && r < 0x2580: // frames and rules
			return ' '
		case r == '▌':
			return -1
		case r == '▸', r == '›':
			return '>'
		}
		return r
	}, line)
	return strings.Join(strings.Fields(line), " ")
}
