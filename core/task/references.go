package task

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
)

// references checks what refers to what within the file.
func (r *reader) references(t *Task) {
	r.needs(t)
	r.stages(t)
	r.factNames(t)
	r.replies(t)
	r.says(t)
}

func (r *reader) needs(t *Task) {
	ids := make([]string, 0, len(t.Checks))
	for _, c := range t.Checks {
		ids = append(ids, c.ID)
	}
	for _, c := range t.Checks {
		list, _ := r.file.Root.find(c.Path).Get("needs")
		for i, need := range c.Needs {
			at := list
			if i < len(list.Items) {
				at = list.Items[i]
			}
			r.known(CodeUnknownNeed, at, need, ids, "check")
		}
	}
	if cycle := needsCycle(t.Checks); len(cycle) > 0 {
		c := t.Checks[slices.Index(ids, cycle[0])]
		r.bad(CodeNeedsCycle, r.file.Root.find(c.Path), "remove one of these needs", "checks need each other: %s", strings.Join(append(cycle, cycle[0]), " -> "))
	}
}

// needsCycle returns the ids of a circle of needs, or nothing.
func needsCycle(checks []CheckSpec) []string {
	byID := map[string]CheckSpec{}
	for _, c := range checks {
		byID[c.ID] = c
	}
	const onPath, done = 1, 2
	state := map[string]int{}
	var path []string
	var visit func(id string) []string
	visit = func(id string) []string {
		switch state[id] {
		case onPath:
			return slices.Clone(path[slices.Index(path, id):])
		case done:
			return nil
		}
		state[id] = onPath
		path = append(path, id)
		for _, need := range byID[id].Needs {
			if cycle := visit(need); cycle != nil {
				return cycle
			}
		}
		path = path[:len(path)-1]
		state[id] = done
		return nil
	}
	for _, c := range checks {
		if cycle := visit(c.ID); cycle != nil {
			return cycle
		}
	}
	return nil
}

func (r *reader) stages(t *Task) {
	stages := t.StageNames()
	if stages[0] == "" {
		stages = nil
	}
	check := func(path, key, name string) {
		if name == "" {
			return
		}
		n := r.file.Root.find(path)
		if item, ok := n.Get(key); ok {
			n = item
		}
		r.known(CodeUnknownStage, n, name, stages, "stage")
	}
	for _, c := range t.Checks {
		check(c.Path, "stage", c.Stage)
	}
	for _, f := range t.Forbid {
		for _, s := range f.Stages {
			check(f.Path, "stage", s)
		}
	}
	for _, f := range t.Facts {
		check(f.Path, "at", f.At)
	}
	last := 0
	for _, a := range t.Solution {
		check(a.Path, "stage", a.Stage)
		if i := slices.Index(stages, a.Stage); i >= 0 {
			if i != last+1 {
				r.bad(CodeStageOrder, r.file.Root.find(a.Path), "the first stage runs already; name the others in order", "the solution goes to stage %s out of order", a.Stage)
			}
			last = i
		}
	}
}

func (r *reader) factNames(t *Task) {
	names := make([]string, 0, len(t.Facts))
	for _, f := range t.Facts {
		names = append(names, f.Name)
		if slices.Contains(t.Services, f.Name) {
			r.bad(CodeBadName, r.file.Root.find(f.Path), "choose another name", "the fact %s has the name of a service", f.Name)
		}
		for _, l := range f.Let {
			if slices.Contains(t.Services, l.Name) || slices.Contains(names, l.Name) {
				r.bad(CodeBadName, r.file.Root.find(l.Path), "choose another name", "the name %s is taken by a service or a fact", l.Name)
			}
		}
	}
	n := r.file.Root.find("empty")
	for i, name := range t.Empty {
		at := n
		if i < len(n.Items) {
			at = n.Items[i]
		}
		r.known(CodeUnknownFact, at, name, names, "fact")
	}
}

// replies checks the names that as gives.
func (r *reader) replies(t *Task) {
	taken := map[string]string{}
	for _, f := range t.Facts {
		taken[f.Name] = "a fact"
	}
	for _, s := range t.Services {
		taken[s] = "a service"
	}
	for _, a := range t.Solution {
		if a.As == "" {
			continue
		}
		why := formula.Reserved(a.As)
		if why == "" && taken[a.As] != "" {
			why = fmt.Sprintf("%s is %s already", a.As, taken[a.As])
		}
		if why != "" {
			n, _ := r.file.Root.find(a.Path).Get("as")
			r.bad(CodeBadName, n, "choose another name", "%s", why)
		}
		taken[a.As] = "a reply"
	}
}

// says checks that quoted words stand in the request or the brief.
func (r *reader) says(t *Task) {
	words := strings.ToLower(value.Fold(t.words()))
	for _, f := range t.Facts {
		for _, c := range f.Where {
			quote := strings.ToLower(value.Fold(c.Says))
			if quote == "" || strings.Contains(words, quote) {
				continue
			}
			n := r.file.Root.find(strings.TrimSuffix(c.Path, ".expr"))
			if item, ok := n.Get("says"); ok {
				n = item
			}
			r.bad(CodeSaysNotFound, n, "quote the words of the request", "%q is neither in the request nor in the brief", clipText(c.Says))
		}
	}
}
