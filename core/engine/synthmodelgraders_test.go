package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/llm"
)

var topKey = regexp.MustCompile(`(?m)^([a-z]+):`)

// parts cuts a task into what the generator writes and what a discriminator does.
func parts(doc string) (request, grading string) {
	at := topKey.FindAllStringSubmatchIndex(doc, -1)
	for i, m := range at {
		end := len(doc)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		switch doc[m[2]:m[3]] {
		case "facts", "checks", "forbid", "solution":
			grading += doc[m[0]:end]
		default:
			request += doc[m[0]:end]
		}
	}
	return request, grading
}

func isDiscriminator(a *llm.Asked) bool {
	return strings.HasPrefix(a.Messages[0].Text, "You decide when a task")
}

// TestSynthModelDiscriminators: the generator writes request and records alone, and two others grade
// them in conversations that hold nothing of its own.
func TestSynthModelDiscriminators(t *testing.T) {
	request, grading := parts(goodTask)
	commented := strings.Replace(request, "records:\n", "records: # CANARY-comment\n", 1)
	commented = strings.Replace(commented, "title: ", "title: CANARY-title ", 1) + "x-note: CANARY-key\n"
	broken := strings.Replace(request, "[helpdesk, contacts, gmail]", "[helpdesk, contacts, gmial]", 1)
	d := newDesk(t, 1, true, func(a *llm.Asked) llm.Answer {
		switch {
		case isDiscriminator(a):
			return llm.Answer{Text: fence(grading)}
		case len(a.Messages) == 2:
			return llm.Answer{Text: "CANARY-talk before.\n" + fence(broken)}
		case len(diagnosisIn(a.Messages[3].Text).Findings) > 0 && !strings.Contains(a.Messages[2].Text, "x-note"):
			return llm.Answer{Text: "CANARY-talk again.\n" + fence(strings.Replace(commented, "x-note: CANARY-key\n", "", 1)+grading)}
		}
		return llm.Answer{Text: fence(commented)}
	})
	d.o.Graders = 2
	d.o.Prompts = t.TempDir()
	canaried, err := os.ReadFile(filepath.Join("..", "author", "prompts", "request-system.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(d.o.Prompts, "request-system.tmpl"), append([]byte("CANARY-system\n"), canaried...))
	made := d.synth(t)
	if made.Accepted != 1 {
		t.Fatalf("%v: %+v", made.Codes, d.history(t, "stuck-tickets-enm-m1-001").Rounds)
	}
	graders := 0
	for _, a := range d.end.Asked() {
		if !isDiscriminator(a) {
			if !a.Contains("CANARY-system") {
				t.Error("the generator was not given the author's prompt")
			}
			continue
		}
		graders++
		if a.Contains("CANARY") || a.Contains("gmial") || a.Contains("stuck-tickets") || a.Contains("diagnosis/v1") {
			t.Errorf("a discriminator was told of the generator's conversation:\n%s", a.Messages[len(a.Messages)-1].Text)
		}
		if !a.Contains("Some urgent tickets are lying around.") || !a.Contains("TK-24") || !a.Contains("Urgent tickets that nobody answers") || len(a.Messages) != 2 {
			t.Error("a discriminator was not told request, records and situation")
		}
	}
	if graders != 2 || made.Models[llm.Discriminator].Replies != 2 || made.Models[llm.Generator].Replies != 2 {
		t.Errorf("%d requests to discriminators, %+v", graders, made.Models)
	}
	data, err := os.ReadFile(filepath.Join(d.o.Into, "stuck-tickets-enm-m1-001", "task.yaml"))
	if err != nil || strings.Count(string(data), "\nfacts:") != 1 {
		t.Errorf("what the generator wrote of the grading was taken: %v", err)
	}
}

// TestSynthModelDisagreement: what one discriminator does as right is wrong for the other. That is told
// to the generator, and its next request decides between them.
func TestSynthModelDisagreement(t *testing.T) {
	request, grading := parts(goodTask)
	vague := strings.Replace(request, "more than four hours\n      ago", "more than four hours\n      ago, or so,", 1)
	other := strings.Replace(grading, "hours_since(.created_at) > 4", "hours_since(.created_at) > 3.9", 1)
	strict := strings.Replace(grading, "forbid:\n", "forbid:\n  - {id: no-drafts, effect: {create: gmail.drafts}}\n", 1)
	if vague == request || other == grading {
		t.Fatal("the good task has changed")
	}
	asked := 0
	d := newDesk(t, 1, true, func(a *llm.Asked) llm.Answer {
		if isDiscriminator(a) {
			if asked++; asked == 2 && a.Contains("or so") {
				return llm.Answer{Text: fence(other)}
			}
			if asked == 4 {
				return llm.Answer{Text: fence(strict)}
			}
			return llm.Answer{Text: fence(grading)}
		}
		if len(a.Messages) == 2 {
			return llm.Answer{Text: fence(vague)}
		}
		return llm.Answer{Text: fence(request)}
	})
	d.o.Graders = 2
	made := d.synth(t)
	h := d.history(t, "stuck-tickets-enm-m1-001")
	if made.Accepted != 1 || len(h.Rounds) != 2 || made.Repaired[author.GradersDisagree] != 1 || h.Rounds[0].Stopped != author.RoundGraders {
		t.Fatalf("%v after %+v", made.Codes, h.Rounds)
	}
	if n := h.Rounds[1].Notes; len(n) != 1 || n[0] != "grader 2 forbids what grader 1 lets pass: no-drafts" {
		t.Errorf("the notes are %q", n)
	}
	if f := h.Rounds[0].Findings[0]; f.Path != "request" || f.Score == "" || !strings.Contains(f.Message, "grader") {
		t.Errorf("the finding is %+v", f)
	}
}

// TestSynthModelMendsGrading: what the gate has against a grading goes to the discriminator that wrote
// it, and a second one that cannot be used is not taken for agreement.
func TestSynthModelMendsGrading(t *testing.T) {
	request, grading := parts(goodTask)
	light := strings.Replace(grading, "weight: 0.3", "weight: 0.2", 1)
	lost := strings.Replace(grading, "hours_since", "hours_sinse", 1)
	first := map[string]int{}
	d := newDesk(t, 1, true, func(a *llm.Asked) llm.Answer {
		if !isDiscriminator(a) {
			return llm.Answer{Text: fence(request)}
		}
		if len(a.Messages) > 2 {
			if f := diagnosisIn(a.Messages[3].Text).Findings; len(f) == 0 {
				t.Error("a discriminator was told of nothing to mend")
			}
			first["mended"]++
			return llm.Answer{Text: fence(grading)}
		}
		if first["asked"]++; first["asked"] == 1 {
			return llm.Answer{Text: fence(light)}
		}
		return llm.Answer{Text: fence(lost)}
	})
	d.o.Graders = 2
	made := d.synth(t)
	if made.Accepted != 1 || first["mended"] != 2 || made.Models[llm.Generator].Replies != 1 || made.Codes[author.GraderUnusable] != 1 {
		t.Errorf("%d accepted, %d mended, %v, %v", made.Accepted, first["mended"], made.Models, made.Codes)
	}
}
