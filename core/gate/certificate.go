package gate

import (
	"encoding/json"
	"fmt"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
)

// CertificateFormat is the format's name and version. The version rises whenever the gate refuses
// what it let pass, or measures otherwise: it voids the certificates of before.
const CertificateFormat = "coworkenv.certificate/v2"

// Certificate says that a task passed every round. A change of the task, the gate, a check kind or
// a service version voids it; dates and timings are no part of it.
type Certificate struct {
	Format     string         `json:"format"`
	TaskID     string         `json:"task"`
	TaskDigest string         `json:"task_digest"`
	Services   map[string]int `json:"services"` // versions of the services used
	Kinds      map[string]int `json:"kinds"`    // versions of the check kinds and prohibitions used
	Rounds     []RoundResult  `json:"rounds"`
	Mutants    *Mutants       `json:"mutants,omitempty"`
	Warnings   map[Code]int   `json:"warnings,omitempty"`
	Difficulty Difficulty     `json:"difficulty"`
	Digest     string         `json:"digest"` // of everything above
}

func (s *subject) certify() Certificate {
	c := Certificate{Format: CertificateFormat, TaskID: s.task.ID, TaskDigest: s.report.Digest,
		Services: map[string]int{}, Kinds: map[string]int{}, Rounds: s.report.Rounds, Mutants: s.report.Mutants, Warnings: map[Code]int{}, Difficulty: *s.report.Difficulty}
	for _, svc := range s.ready.Bound.Image.Services() {
		c.Services[svc.Name] = svc.Version
	}
	for _, check := range s.task.Checks {
		if k, ok := s.gate.Checks.Kind(check.Kind); ok {
			c.Kinds[k.Name] = k.Version
		}
	}
	for _, f := range s.task.Forbid {
		if k, ok := s.gate.Checks.Prohibition(f.Kind); ok {
			c.Kinds["forbid "+k.Name] = k.Version
		}
	}
	for _, f := range s.report.Findings {
		if f.Severity == Warning {
			c.Warnings[f.Code]++
		}
	}
	c.Digest = c.digest()
	return c
}

func (c Certificate) digest() string {
	c.Digest = ""
	b, err := json.Marshal(c) // map keys are sorted
	if err != nil {
		panic(fmt.Sprintf("encode certificate: %v", err)) // only plain data is in it
	}
	return det.SHA256Hex(b)
}

// Stale says why a certificate no longer holds for a task with this digest under these
// versions, or "".
func (c *Certificate) Stale(g *Gate, taskDigest string) string {
	if c.digest() != c.Digest {
		return "the certificate was altered"
	}
	if c.Format != CertificateFormat {
		return "the gate has changed"
	}
	if c.TaskDigest != taskDigest {
		return "the task has changed"
	}
	for name, v := range c.Services {
		if svc, ok := g.Catalog.Service(name); name != task.AnswerServiceName && (!ok || svc.Version != v) {
			return fmt.Sprintf("service %s has changed", name)
		}
	}
	for name, v := range c.Kinds {
		if now := g.kindVersion(name); now != v {
			return fmt.Sprintf("check kind %s has changed", name)
		}
	}
	return ""
}

func (g *Gate) kindVersion(name string) int {
	const forbid = "forbid "
	if len(name) > len(forbid) && name[:len(forbid)] == forbid {
		if k, ok := g.Checks.Prohibition(name[len(forbid):]); ok {
			return k.Version
		}
		return 0
	}
	if k, ok := g.Checks.Kind(name); ok {
		return k.Version
	}
	return 0
}
