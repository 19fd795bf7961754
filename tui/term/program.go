package term

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"

	"coworkenv.dev/coworkenv/core/fault"
)

// Options of a run.
type Options struct {
	In    *os.File // a terminal
	Out   *os.File // a terminal
	FPS   int      // frames a second; 0 = 60, over SSH 30
	Mouse bool
	Env   func(string) string
	// Rest is how long the rest of a key is waited for of which a part has come, and so how long
	// the key esc takes; 0 = 50 ms.
	Rest time.Duration
}

// restWait is Options.Rest where nothing else is asked for.
const restWait = 50 * time.Millisecond

// SizeOf is the size of a terminal, 80x24 where it does not say.
func SizeOf(f *os.File) Size {
	w, h, err := term.GetSize(f.Fd())
	if err != nil || w <= 0 || h <= 0 {
		return Size{80, 24}
	}
	return Size{w, h}
}

// Start runs an App until it asks to quit or ctx ends; first is what it is requested before the
// first event. It returns a fault.Canceled when ctx ended it.
func Start(ctx context.Context, app App, first []Request, o Options) error {
	switch {
	case o.FPS > 0:
	case o.Env("SSH_CONNECTION") != "":
		o.FPS = 30 // half the bytes, and nobody sees it
	default:
		o.FPS = 60
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	m := &model{app: app, first: first, box: newMailbox(), out: &screenWriter{w: o.Out}, env: o.Env, tty: [2]*os.File{o.In, o.Out}}
	opts := []tea.ProgramOption{tea.WithContext(inner), tea.WithInput(input(o.In, cmp.Or(o.Rest, restWait))), tea.WithOutput(&teaOutput{File: o.Out, w: m.out}),
		tea.WithAltScreen(), tea.WithFPS(o.FPS), tea.WithoutSignalHandler()}
	if o.Mouse {
		opts = append(opts, tea.WithMouseCellMotion())
		m.mouse = true
	}
	p := tea.NewProgram(m, opts...)
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		m.box.deliver(inner, time.Second/time.Duration(o.FPS), func(t []Told) { p.Send(t) })
	}()
	_, err := p.Run()
	stop()
	<-delivered
	switch {
	case ctx.Err() != nil:
		return fault.Wrap(fault.Canceled, ctx.Err(), "run the workbench")
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return fault.Wrap(fault.Internal, err, "run the workbench").WithHint("the commands do all that the workbench does; `coworkenv help` lists them")
	}
	return nil
}

// screenWriter keeps the renderer's frames and sequences of our own apart.
type screenWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *screenWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// teaOutput is a terminal for bubbletea whose writes pass through a screenWriter.
type teaOutput struct {
	*os.File
	w io.Writer
}

func (t *teaOutput) Write(p []byte) (int, error)       { return t.w.Write(p) }
func (t *teaOutput) WriteString(s string) (int, error) { return io.WriteString(t.w, s) }

// model makes a tea.Model of an App.
type model struct {
	app   App
	first []Request
	box   *mailbox
	out   io.Writer
	env   func(string) string
	tty   [2]*os.File // input and output
	mouse bool
	ticks int // generation of the ticking; odd = on
}

type tick int

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return m.carryOut(m.first) }

// View implements tea.Model.
func (m *model) View() string { return m.app.Frame() }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		var all []Request
		for _, k := range keysOf(msg) {
			all = append(all, m.app.Handle(k)...)
		}
		return m, m.carryOut(all)
	case tea.MouseMsg:
		if ev, ok := mouseOf(msg); ok {
			return m, m.carryOut(m.app.Handle(ev))
		}
		return m, nil
	case tea.WindowSizeMsg:
		return m, m.carryOut(m.app.Handle(Size{msg.Width, msg.Height}))
	case []Told:
		var all []Request
		for _, t := range msg {
			all = append(all, m.app.Handle(t)...)
		}
		return m, m.carryOut(all)
	case tick:
		if int(msg) != m.ticks || m.ticks%2 == 0 {
			return m, nil
		}
		return m, tea.Batch(m.carryOut(m.app.Handle(Second{})), m.second())
	case execDone:
		return m, tea.Batch(m.again(), m.carryOut(m.app.Handle(msg.msg)))
	case tea.ResumeMsg:
		return m, m.again()
	}
	return m, nil
}

// again turns the mouse on after another program had the terminal: bubbletea v1 forgets it.
func (m *model) again() tea.Cmd {
	if m.mouse {
		return tea.EnableMouseCellMotion
	}
	return nil
}

type execDone struct{ msg any }

func (m *model) second() tea.Cmd {
	now := m.ticks
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tick(now) })
}

// carryOut does what an App requests.
func (m *model) carryOut(requests []Request) tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range requests {
		if c := m.one(r); c != nil {
			cmds = append(cmds, c)
		}
	}
	return tea.Batch(cmds...)
}

func (m *model) one(r Request) tea.Cmd {
	switch r := r.(type) {
	case Run:
		go m.box.run(r)
	case Exec:
		// The files themselves: through the wrappers it would get pipes and see no terminal.
		r.Cmd.Stdin, r.Cmd.Stdout, r.Cmd.Stderr = m.tty[0], m.tty[1], m.tty[1]
		return tea.ExecProcess(r.Cmd, func(err error) tea.Msg { return execDone{r.Then(err)} })
	case Copy:
		return func() tea.Msg {
			if _, err := io.WriteString(m.out, clipboard(r.Text, m.env)); err != nil {
				return nil // the terminal is gone; the program ends by that
			}
			return nil
		}
	case SetMouse:
		m.mouse = r.On
		if r.On {
			return tea.EnableMouseCellMotion
		}
		return tea.DisableMouse
	case Ticks:
		if r.On == (m.ticks%2 == 1) {
			return nil
		}
		m.ticks++
		if r.On {
			return m.second()
		}
	case Redraw:
		return tea.ClearScreen
	case Suspend:
		return tea.Suspend
	case Quit:
		return tea.Quit
	}
	return nil
}
