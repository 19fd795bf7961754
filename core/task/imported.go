package task

// GeneratorImport, as provenance.generator, marks a task that an importer made of another
// project's: it came without a solution that is known to solve it.
//
// What such a task may do that others may not follows from this word alone. Its calls are read
// as that project's services read them (Options). And where it has a rubric, its checks may
// decide a part of it only: their weights sum to at most 1, and there may be none at all. What
// is missing is never earned, so that the relaxation can lower a score and never raise one; and
// a task that nothing can score 1 in is never verified.
const GeneratorImport = "import"

// Imported reports whether an importer made the task.
func (t *Task) Imported() bool { return t.Provenance.Generator == GeneratorImport }

// decidedInPart reports whether a file may leave the rest of what it asks to its rubric.
func decidedInPart(root *Node) bool {
	from, _ := root.Get("provenance")
	generator, ok := from.Get("generator")
	if !ok || generator.Kind != Scalar || generator.Text != GeneratorImport {
		return false
	}
	judge, ok := root.Get("judge")
	return ok && !judge.IsNull()
}
