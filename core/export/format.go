package export

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Form is how the arguments of a call are written.
type Form string

// The forms. Most chat templates want the object; some decode a text by themselves, and endpoints
// want the text.
const (
	Object Form = "object"
	String Form = "string"
)

// Format is one target. Its functions are pure: they may be called from many goroutines.
type Format struct {
	Name     string
	Doc      string
	Forms    []Form // of arguments, the default first; nil where the format leaves no choice
	Flags    bool   // a turn can be marked as not trained on
	Explodes bool   // a row shows a whole trial, which --explode-turns takes apart
	// NoParquet: the target reads JSON lines alone.
	NoParquet bool
	// Plain: the target's loader guesses types from the first rows, so parts of any shape are text.
	Plain bool
	// PerTrial: one file a trial in place of rows.
	PerTrial bool
	// Aside: the target refuses columns that it does not know, so what is known of a row stands in
	// a file of its own, line by line.
	Aside   bool
	Columns func(o *Options) []Column
	// Rows writes a record; what they say less than it is counted.
	Rows func(r *Record, o *Options) ([]*value.Object, Tally, error)
	// Pair writes one preference; nil in formats of single trials.
	Pair func(p *Pair, o *Options) (*value.Object, error)
	// Document writes the file of a PerTrial format.
	Document func(r *Record, t *Trial) ([]byte, error)
}

// Formats lists the targets.
func Formats() []*Format {
	return []*Format{canonical(), trl(), llamaFactory(), axolotl(), openAI(), slime(), hermes(), preference(), nextObservation(), atif()}
}

// FormatNames lists their names.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// FindFormat returns the format of that name. Errors: NotFound.
func FindFormat(name string) (*Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no export format %q", name).WithHint("choose one of %s", strings.Join(FormatNames(), ", "))
}

// Options say how records are written.
type Options struct {
	Format        *Format
	Arguments     Form // "" = the format's default
	DropReasoning bool
	MaskFailed    bool   // turns with a mistaken call are not trained on
	Explode       bool   // one row for each trained turn, which is its last
	Parquet       bool   // in place of JSON lines
	RestOfTrial   bool   // preferences: all of each trial from the step on, not that one turn alone
	License       string // of trials whose task states none
}

// Check refuses options that the format cannot serve.
func (o *Options) Check() error {
	f := o.Format
	switch {
	case o.Arguments != "" && len(f.Forms) == 0:
		return fault.New(fault.Usage, "the format %s has one form of arguments alone", f.Name).WithHint("leave --arguments out")
	case o.Arguments != "" && !slices.Contains(f.Forms, o.Arguments):
		return fault.New(fault.Usage, "the format %s does not write arguments as %q", f.Name, o.Arguments).WithHint("give %s", joinForms(f.Forms))
	case o.Parquet && (f.NoParquet || f.PerTrial):
		return fault.New(fault.Usage, "the target of %s reads no Parquet", f.Name).WithHint("leave --parquet out")
	case o.Explode && !f.Explodes:
		return fault.New(fault.Usage, "the format %s has no turns to explode", f.Name).WithHint("leave --explode-turns out")
	case o.MaskFailed && !f.Flags && !f.Explodes:
		return fault.New(fault.Usage, "the format %s says nothing of what is trained on", f.Name).WithHint("leave --mask-failed out")
	case o.MaskFailed && !f.Flags && !o.Explode:
		return fault.New(fault.Usage, "the format %s cannot mark single turns as not trained on", f.Name).
			WithHint("add --explode-turns, which gives every turn that is trained on a row of its own")
	case o.RestOfTrial && f.Pair == nil:
		return fault.New(fault.Usage, "the format %s has no pairs", f.Name).WithHint("leave --pair-turns out, or choose --format %s", namePreference)
	}
	return nil
}

func joinForms(forms []Form) string {
	var words []string
	for _, f := range forms {
		words = append(words, string(f))
	}
	return strings.Join(words, " or ")
}

// form is the form of arguments that is written.
func (o *Options) form() Form {
	if o.Arguments != "" || len(o.Format.Forms) == 0 {
		return o.Arguments
	}
	return o.Format.Forms[0]
}

// columns are the format's columns; where the target guesses types, parts of any shape are text.
func (o *Options) columns() []Column {
	cols := o.Format.Columns(o)
	if !o.Format.Plain {
		return cols
	}
	return asText(cols)
}

func asText(cols []Column) []Column {
	out := make([]Column, len(cols))
	for i, c := range cols {
		if c.Kind == Any {
			c.Kind = Text
		}
		c.Of = asText(c.Of)
		out[i] = c
	}
	return out
}

// view is what one row shows of a record.
type view struct {
	id       string
	messages []Message
}

// views are the whole record, or with Explode one prefix for each trained turn: the turn is its
// last and the only one that is trained on.
func views(r *Record, o *Options) ([]view, error) {
	on, of := r.trained()
	if !o.Explode {
		if on < of && !o.Format.Flags {
			return nil, exclude(MaskedTurns, "%s has %d of %d turns that must not be trained on", r.ID, of-on, of)
		}
		return []view{{r.ID, r.Messages}}, nil
	}
	out := make([]view, 0, on)
	for i := range r.Messages {
		if !r.Messages[i].Train {
			continue
		}
		prefix := make([]Message, i+1)
		copy(prefix, r.Messages[:i+1])
		for j := range i {
			prefix[j].Train = false
		}
		out = append(out, view{fmt.Sprintf("%s/%d", r.ID, r.Messages[i].Step), prefix})
	}
	return out, nil
}

// rowsOf writes a row for each view of a record: write sets what is the format's own, beside where
// the row comes from.
func rowsOf(r *Record, o *Options, write func(v view, row *value.Object) error) ([]*value.Object, error) {
	list, err := views(r, o)
	if err != nil {
		return nil, err
	}
	rows := make([]*value.Object, 0, len(list))
	for _, v := range list {
		row := value.Obj()
		if err := write(v, row); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
