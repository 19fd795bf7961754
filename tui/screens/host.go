package screens

// Host is how a screen asks the frame for something. A call is noted and carried out after
// Update or Init has returned; none waits. Each screen has its own. A screen that is not on top
// cannot open, close or ask: its wish to is passed over.
type Host struct{ wishes []any }

// Take returns what was asked for since the last time. The frame calls it.
func (h *Host) Take() []any {
	w := h.wishes
	h.wishes = nil
	return w
}

func (h *Host) wish(w any) { h.wishes = append(h.wishes, w) }

// The wishes, as the frame takes them.
type (
	// StartWish: run Work for this screen.
	StartWish struct {
		Work Work
		Job  *Job
		Keep string // title; "" = it ends when the screen is left
	}
	// OpenWish: put another screen on top, or in place of this one.
	OpenWish struct {
		At      Place
		Replace bool
	}
	// BackWish: close this screen.
	BackWish struct{}
	// SayWish: show a word to the person.
	SayWish struct {
		Text string
		Err  error
	}
	// AskWish: ask something before going on.
	AskWish struct{ Question Question }
	// CopyWish: put text on the clipboard.
	CopyWish struct{ What, Text string }
	// EditWish: open a file in the person's editor.
	EditWish struct {
		File string
		Line int
		Then Msg
	}
)

// Job is a Work that was started; Stop ends it early. Running is true until its last message
// has been delivered.
type Job struct {
	cancel  func()
	stopped bool
	Running bool
}

// Begun ties a job to the function that cancels it; the frame calls it.
func (j *Job) Begun(cancel func()) {
	j.cancel = cancel
	if j.stopped {
		cancel()
	}
}

// Stop ends a job; what it still tells is not delivered. A nil job, or one that has ended, is
// left alone.
func (j *Job) Stop() {
	if j == nil {
		return
	}
	j.stopped, j.Running = true, false
	if j.cancel != nil {
		j.cancel()
	}
}

// Stopped tells whether Stop was called.
func (j *Job) Stopped() bool { return j.stopped }

// Start runs Work for this screen. It ends when the screen is left.
func (h *Host) Start(w Work) *Job {
	j := &Job{Running: true}
	h.wish(StartWish{Work: w, Job: j})
	return j
}

// Restart is Start in place of an earlier job, whose messages no longer come: for work of which
// only the latest counts, such as a preview.
func (h *Host) Restart(old *Job, w Work) *Job {
	old.Stop()
	return h.Start(w)
}

// Keep runs Work that goes on when the screen is left; the head shows its title, and leaving
// the program asks first.
func (h *Host) Keep(title string, w Work) *Job {
	j := &Job{Running: true}
	h.wish(StartWish{Work: w, Job: j, Keep: title})
	return j
}

// Open puts another screen on top of this one; going back returns here.
func (h *Host) Open(at Place) { h.wish(OpenWish{At: at}) }

// Replace opens another screen in place of this one.
func (h *Host) Replace(at Place) { h.wish(OpenWish{At: at, Replace: true}) }

// Back closes this screen.
func (h *Host) Back() { h.wish(BackWish{}) }

// Say shows a short word for three seconds.
func (h *Host) Say(text string) { h.wish(SayWish{Text: text}) }

// Fail shows an error, with its hint, until a key is pressed. A nil error is nothing.
func (h *Host) Fail(err error) {
	if err != nil {
		h.wish(SayWish{Err: err})
	}
}

// Ask asks a Question; the answer comes as a message of the screen.
func (h *Host) Ask(q Question) { h.wish(AskWish{q}) }

// Copy puts text on the clipboard by OSC 52 and says so: "copied <what>".
func (h *Host) Copy(what, text string) { h.wish(CopyWish{what, text}) }

// Edit opens a file in $VISUAL or $EDITOR at a line (from 1); then is told to the screen when
// the editor has ended well.
func (h *Host) Edit(file string, line int, then Msg) { h.wish(EditWish{file, line, then}) }

// Question is what is asked in a box over the screen. With Choices it is a menu (digits choose
// as well), with Input a line to type, else yes or no.
type Question struct {
	Title   string
	Text    string // several lines; says what will be done and to how many
	Yes     string // the verb of the yes, e.g. "reject 312"
	Choices []Choice
	Input   *Input
	Then    func(Answer) Msg // nil for a refusal: nothing is told where it returns nil
}

// Choice is one line of a menu.
type Choice struct{ Value, Text, Note string }

// Input is a line to type.
type Input struct {
	Label    string
	Value    string
	Complete func(line string, pos int) (from int, words []string) // nil = none
	Check    func(line string) error                               // nil = all is well
}

// Answer is what came of a question.
type Answer struct {
	Yes   bool
	Value string // of the choice or the input
}
