package export

import (
	"cmp"
	"slices"
)

// ReportFormat is the format's name and version.
const ReportFormat = "coworkenv.export/v1"

// Report says what an export came to. The units of the splits and of the exclusions add up to
// Considered.
type Report struct {
	Schema      string        `json:"schema"`
	Format      string        `json:"format"`
	Unit        string        `json:"unit"` // trial or pair
	Into        string        `json:"into,omitempty"`
	Name        string        `json:"name"`
	Version     string        `json:"version"` // of the program
	Selection   string        `json:"selection,omitempty"`
	Where       string        `json:"where,omitempty"`
	Settings    Settings      `json:"settings"`
	Considered  int           `json:"considered"`
	Splits      []SplitReport `json:"splits"`
	Excluded    []Counted     `json:"excluded"`
	Lost        []Counted     `json:"lost"` // what rows say less than their trials
	Turns       int           `json:"turns"`
	Trained     int           `json:"trained_turns"`
	Uncertified int           `json:"uncertified"` // units whose task has no certificate in the workspace
	Leaks       Leaks         `json:"leaks"`
	Files       []File        `json:"files"`

	Licenses  []string `json:"licenses"`
	Languages []string `json:"languages"`
}

// Settings are the options, as they took effect.
type Settings struct {
	Arguments   Form       `json:"arguments,omitempty"`
	Reasoning   string     `json:"reasoning"` // keep or drop
	MaskFailed  bool       `json:"mask_failed"`
	Explode     bool       `json:"explode_turns"`
	Parquet     bool       `json:"parquet"`
	RestOfTrial bool       `json:"rest_of_trial,omitempty"`
	Allowed     []LeakKind `json:"allowed"`
}

// SplitReport counts one split.
type SplitReport struct {
	Split  Split `json:"split"`
	Units  int   `json:"units"`
	Rows   int   `json:"rows"`
	Tokens int   `json:"tokens_est"` // of the units, of each once; of a pair its chosen trial
}

// Counted is a code, how often it came up and one example.
type Counted struct {
	Code    string `json:"code"`
	Text    string `json:"text"`
	Count   int    `json:"count"`
	Example string `json:"example,omitempty"`
}

// File is one written file. Path is below the folder of the export, with slashes.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// Rows is the number of rows of all splits.
func (r *Report) Rows() int {
	n := 0
	for _, s := range r.Splits {
		n += s.Rows
	}
	return n
}

// counter counts codes and keeps the first example of each.
type counter struct {
	counts   map[string]int
	examples map[string]string
}

func newCounter() counter { return counter{map[string]int{}, map[string]string{}} }

func (c counter) add(code string, n int, example string) {
	if n == 0 {
		return
	}
	if c.counts[code] == 0 {
		c.examples[code] = example
	}
	c.counts[code] += n
}

// list gives the counts in the order of the meanings.
func (c counter) list(meanings []Meaning) []Counted {
	out := []Counted{}
	for _, m := range meanings {
		if n := c.counts[m.Code]; n > 0 {
			out = append(out, Counted{m.Code, m.Text, n, c.examples[m.Code]})
		}
	}
	return out
}

// words collects distinct words.
type words map[string]bool

func (w words) sorted() []string {
	out := []string{}
	for s := range w {
		out = append(out, s)
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

// TokensOf says what the estimate of tokens is counted over: rows of one trial repeat what came
// before them, and a pair stands for its chosen trial.
func (r *Report) TokensOf() string {
	of := "trials"
	if r.Unit == "pair" {
		of = "chosen trials"
	}
	if slices.ContainsFunc(r.Splits, func(s SplitReport) bool { return s.Rows > s.Units }) {
		return "tokens of the " + of + ", each once"
	}
	return "tokens of the " + of
}
