package author

import (
	"encoding/json"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
)

// The codes of findings that the gate does not have: they are about the reply, the cell, and what
// models said of each other's work.
const (
	NoDocument      gate.Code = "no_document"
	OutsideCell     gate.Code = "outside_cell"
	AssetSum        gate.Code = "asset_sum"
	Duplicate       gate.Code = "duplicate"
	GradersDisagree gate.Code = "graders_disagree"
	GraderUnusable  gate.Code = "grader_unusable"
)

// Codes documents them.
func Codes() []gate.CodeDoc {
	return []gate.CodeDoc{
		{Code: NoDocument, Round: RoundReply, Severity: gate.Error, Means: "the reply holds no document that could be read", Do: "reply with one whole document in one fenced block"},
		{Code: OutsideCell, Round: RoundCell, Severity: gate.Error, Means: "the task is not of the kind that was asked for", Do: "write the header as the cell has it"},
		{Code: AssetSum, Round: RoundCell, Severity: gate.Error, Means: "an asset's file cannot be drawn from its text, or has another SHA-256", Do: "write the sum that the finding names"},
		{Code: Duplicate, Round: RoundCell, Severity: gate.Error, Means: "another task, of this library or a shipped one, does the same", Do: "write another task of the cell"},
		{Code: GradersDisagree, Round: RoundGraders, Severity: gate.Error, Means: "two discriminators grade one task apart: what is right for one is wrong for the other", Do: "say in the request what decides between them"},
		{Code: GraderUnusable, Round: RoundGraders, Severity: gate.Error, Means: "a discriminator's grading does not load, so that nothing holds the other one against it", Do: "mend the grading as its finding says"},
	}
}

// The rounds of those findings; they go before the gate's and after them.
const (
	RoundReply   gate.RoundName = "reply"
	RoundCell    gate.RoundName = "cell"
	RoundGraders gate.RoundName = "graders"
)

// DiagnosisFormat is the format's name and version.
const DiagnosisFormat = "coworkenv.diagnosis/v1"

// Diagnosis is what a model is told of a refused draft: all that it has to repair it by.
type Diagnosis struct {
	Format   string    `json:"format"`
	Task     string    `json:"task"`
	Round    int       `json:"round"` // of the draft, from 1
	Of       int       `json:"of"`    // rounds that there are
	Findings []Finding `json:"findings"`
	Further  int       `json:"further,omitempty"` // findings that are left out here
}

// Finding is a finding in a diagnosis.
type Finding struct {
	Code     gate.Code      `json:"code"`
	Round    gate.RoundName `json:"round"`
	Severity gate.Severity  `json:"severity"`
	Path     string         `json:"path,omitempty"`
	Line     int            `json:"line,omitempty"`
	Message  string         `json:"message"`
	Hint     string         `json:"hint,omitempty"`
	Tried    string         `json:"tried,omitempty"` // the run that shows it, in words
	Score    string         `json:"score,omitempty"` // of that run
}

// Bounds of a diagnosis.
const (
	mostFindings = 30
	mostWords    = 1500 // bytes of a message or hint
)

func findings(list []gate.Finding) []Finding {
	out := make([]Finding, 0, len(list))
	for _, f := range list {
		x := Finding{Code: f.Code, Round: f.Round, Severity: f.Severity, Path: f.Path, Line: f.Line, Message: clip(f.Message, mostWords), Hint: clip(f.Hint, mostWords)}
		if f.Evidence != nil {
			x.Tried, x.Score = clip(f.Evidence.Try, mostWords), f.Evidence.Score
		}
		out = append(out, x)
	}
	return out
}

func diagnose(id string, round, of int, list []Finding) Diagnosis {
	d := Diagnosis{Format: DiagnosisFormat, Task: id, Round: round, Of: of, Findings: list}
	if len(list) > mostFindings {
		d.Findings, d.Further = list[:mostFindings], len(list)-mostFindings
	}
	return d
}

// text is the diagnosis as it stands in a prompt.
func (d Diagnosis) text() (string, error) {
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return "", fault.Wrap(fault.Internal, err, "write a diagnosis")
	}
	return string(data), nil
}

// clip is the first n bytes of s, and a mark where there was more.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// problem is a finding of this package.
func problem(code gate.Code, path, message, hint string) Finding {
	f := Finding{Code: code, Severity: gate.Error, Path: path, Message: message, Hint: hint}
	for _, c := range Codes() {
		if c.Code == code {
			f.Round = c.Round
		}
	}
	return f
}
