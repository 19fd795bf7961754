package export

import (
	"github.com/parquet-go/parquet-go"

	"coworkenv.dev/coworkenv/core/value"
)

// Written is what one trial, or one pair, became: bytes that only have to be put in place. It is
// made by any goroutine.
type Written struct {
	Split Split
	Unit  string // id of the trial or the pair
	Count int    // rows
	Lost  Tally
	Leaks []Leak

	turns, trained int
	tokens         int
	license        string
	language       string
	certified      bool

	lines    []byte
	rows     []parquet.Row
	aside    []byte
	document []byte
}

// Render writes a record in the format of the options. The error is an *Exclusion where the format
// cannot hold it.
func Render(r *Record, t *Trial, o *Options) (*Written, error) {
	w := newWritten(r, o)
	w.Leaks = Scan(r)
	if o.Format.PerTrial {
		doc, err := o.Format.Document(r, t)
		w.document, w.Count = doc, 1
		return w, err
	}
	if err := fitting(o, r); err != nil {
		return nil, err
	}
	rows, lost, err := o.Format.Rows(r, o)
	if err != nil {
		return nil, err
	}
	w.Lost.Add(lost)
	if o.form() == Object && !o.Parquet && o.Format.Name != nameSlime {
		w.Lost.count(LostDigit, r.misread())
	}
	if o.Format.Aside {
		ids, err := views(r, o)
		if err != nil {
			return nil, err
		}
		for _, v := range ids {
			about := value.Obj()
			r.origin(about, v.id)
			w.aside = appendLine(w.aside, about, nil)
		}
	}
	return w, w.put(rows, o)
}

// RenderPair writes a preference.
func RenderPair(p *Pair, o *Options) (*Written, error) {
	if err := fitting(o, p.Chosen, p.Rejected); err != nil {
		return nil, err
	}
	row, err := o.Format.Pair(p, o)
	if err != nil {
		return nil, err
	}
	w := newWritten(p.Chosen, o)
	w.Unit, w.Split, w.turns, w.trained = p.ID, p.Split, 0, 0
	w.Leaks = append(Scan(p.Chosen), Scan(p.Rejected)...)
	return w, w.put([]*value.Object{row}, o)
}

// fitting refuses records with numbers that readers of objects do not take.
func fitting(o *Options, records ...*Record) error {
	if o.form() != Object {
		return nil
	}
	for _, r := range records {
		if err := r.numbersFit(); err != nil {
			return err
		}
	}
	return nil
}

func newWritten(r *Record, o *Options) *Written {
	w := &Written{Split: r.Split, Unit: r.ID, Lost: Tally{}, tokens: r.Metrics.Tokens, license: r.License, language: r.Language, certified: r.Certificate != ""}
	w.trained, w.turns = r.trained()
	return w
}

func (w *Written) put(rows []*value.Object, o *Options) error {
	w.Count = len(rows)
	cols := o.columns()
	if !o.Parquet {
		for _, row := range rows {
			w.lines = appendLine(w.lines, row, cols)
		}
		return nil
	}
	sorted := byName(cols)
	for _, row := range rows {
		flat, err := shred(row, sorted)
		if err != nil {
			return err
		}
		w.rows = append(w.rows, flat)
	}
	return nil
}
