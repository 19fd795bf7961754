package export

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// LeakKind is what must not leave by accident.
type LeakKind string

// The kinds.
const (
	LeakSecret LeakKind = "secret" // keys and tokens of real systems
	LeakEmail  LeakKind = "email"  // addresses outside of the domains that are reserved for examples
	LeakPath   LeakKind = "path"   // home folders, which name a person
)

// LeakKinds lists them.
func LeakKinds() []LeakKind { return []LeakKind{LeakSecret, LeakEmail, LeakPath} }

// ParseLeakKinds reads kinds by name; "all" stands for all. Errors: Usage.
func ParseLeakKinds(words []string) ([]LeakKind, error) {
	var out []LeakKind
	for _, w := range words {
		switch k := LeakKind(w); k {
		case "all":
			return LeakKinds(), nil
		case LeakSecret, LeakEmail, LeakPath:
			out = append(out, k)
		default:
			return nil, fault.New(fault.Usage, "%q is nothing that is scanned for", w).WithHint("give secret, email, path or all")
		}
	}
	return out, nil
}

// Leak is one place.
type Leak struct {
	Kind  LeakKind `json:"kind"`
	Trial string   `json:"trial"`
	Where string   `json:"where"` // message and part
	Text  string   `json:"text"`  // shortened; of a secret the first characters alone
}

// mostPlaces bounds the places that are listed of each kind.
const mostPlaces = 10

// Leaks collects what a scan finds. Counts are whole, places are the first few.
type Leaks struct {
	Counts map[LeakKind]int `json:"counts"`
	Places []Leak           `json:"places"`
}

func newLeaks() Leaks { return Leaks{Counts: map[LeakKind]int{}, Places: []Leak{}} }

func (l *Leaks) add(found []Leak) {
	for _, f := range found {
		l.Counts[f.Kind]++
		if l.Counts[f.Kind] <= mostPlaces {
			l.Places = append(l.Places, f)
		}
	}
}

// Refuse returns the error that stops an export, nil where everything found is allowed.
func (l *Leaks) Refuse(allowed []LeakKind) error {
	var parts, flags []string
	for _, k := range LeakKinds() {
		if n := l.Counts[k]; n > 0 && !contains(allowed, k) {
			parts = append(parts, fmt.Sprintf("%d %s", n, leakWord(k, n)))
			flags = append(flags, "--allow "+string(k))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	var places []string
	for _, p := range l.Places {
		if !contains(allowed, p.Kind) {
			places = append(places, fmt.Sprintf("%s %s, %s: %s", p.Kind, p.Trial, p.Where, p.Text))
		}
	}
	shown := places[:min(len(places), mostPlaces)]
	return fault.New(fault.Denied, "the texts hold %s; nothing was written\n  %s", strings.Join(parts, ", "), strings.Join(shown, "\n  ")).
		WithHint("leave those trials out with --where, or add %s if they may leave", strings.Join(flags, " "))
}

func contains(list []LeakKind, k LeakKind) bool {
	for _, x := range list {
		if x == k {
			return true
		}
	}
	return false
}

func leakWord(k LeakKind, n int) string {
	word := map[LeakKind]string{LeakSecret: "key", LeakEmail: "real e-mail address", LeakPath: "home path"}[k]
	if n == 1 {
		return word
	}
	if k == LeakEmail {
		return word + "es"
	}
	return word + "s"
}
