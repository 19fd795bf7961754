package task

import "coworkenv.dev/coworkenv/core/fault"

// ParseScript reads a script of calls and answers: a file with the list `calls`, whose items
// are those of a solution. It says what an agent does, for a task given elsewhere.
func ParseScript(name string, data []byte) ([]Act, Problems) {
	r := &reader{file: newFile(name, data)}
	root := r.readYAML()
	if root == nil {
		return nil, r.problems.Sort()
	}
	r.file.Root = root
	if ok, _ := r.members(root, shapeSolution()); !ok {
		return nil, r.problems.Sort()
	}
	var acts []Act
	for _, item := range r.list(root, "calls") {
		if a, ok := r.act(item); ok {
			acts = append(acts, a)
		}
	}
	return acts, r.problems.Sort()
}

// CheckID tells why an id cannot name a task, nil where it can.
func CheckID(id string) error {
	if len(id) <= maxID && idForm.MatchString(id) {
		return nil
	}
	return fault.New(fault.Invalid, "%q cannot be a task's id", clipText(id)).WithHint("use small letters, digits and single hyphens, e.g. escalate-late-orders")
}
