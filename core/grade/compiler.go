package grade

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Compiler is what a kind compiles its specification with: it decodes parameters with their
// positions, evaluates expressions and collects problems.
type Compiler struct {
	Bound    *task.Bound
	plan     *Plan
	problems task.Problems
	errs     int
	stage    string // at which expressions of the present specification are evaluated
	noMade   bool   // made(...) has no meaning in the present specification
	trace    trace
	budget   *task.Budget // of all expressions that are evaluated while compiling
	from     *Plan        // whose specifications are taken over where they are the same; nil = none
	unlike   Derivation   // what is not the same
	was      *trace       // of the present specification in that plan; nil = none
}

// evaluator gives templates their values for the present specification.
func (c *Compiler) evaluator() evaluator { return evaluator{c.Bound, c.stage} }

// Problem reports an error at a node; a nil node stands for the file as a whole.
func (c *Compiler) Problem(n *task.Node, code task.Code, hint, format string, args ...any) {
	c.report(n, code, task.SeverityError, hint, fmt.Sprintf(format, args...))
}

// Warn reports a warning at a node.
func (c *Compiler) Warn(n *task.Node, code task.Code, hint, format string, args ...any) {
	c.report(n, code, task.SeverityWarning, hint, fmt.Sprintf(format, args...))
}

func (c *Compiler) report(n *task.Node, code task.Code, sev task.Severity, hint, msg string) {
	p := task.Problem{Code: code, Severity: sev, Message: msg, Hint: cmp.Or(c.unmarked(n), hint, remedies()[code], code.Remedy())}
	if c.Bound.Task.File != nil {
		p.File = c.Bound.Task.File.Name
	}
	if n != nil {
		p.Path, p.Line, p.Column = n.Path, n.Line, n.Column
	}
	if sev == task.SeverityError {
		c.errs++
	}
	c.problems = append(c.problems, p)
}

// misfit reports a value that does not fit.
func (c *Compiler) misfit(f *Fit) {
	if !f.told {
		c.Problem(f.node, f.code, f.hint, "%s", f.msg)
	}
}

// Failed reports whether an error was reported since mark, a former value of Mark.
func (c *Compiler) Failed(mark int) bool { return c.errs > mark }

// Mark is the number of errors so far.
func (c *Compiler) Mark() int { return c.errs }

// compile compiles one expression and notes the checks that made(...) names in it.
func (c *Compiler) compile(src string, n *task.Node, scope task.Scope) (expr *task.Expr, made bool) {
	expr, problem := c.Bound.Expr(src, n.Path, c.stage, scope)
	if problem != nil {
		p := *problem
		if p.Line == 0 {
			p.Line, p.Column = n.Line, n.Column
		}
		c.problems = append(c.problems, p)
		c.errs++
		return nil, false
	}
	c.trace.exprs = append(c.trace.exprs, expr)
	if !expr.UsesMade() {
		return expr, false
	}
	names := madeNames(src)
	if len(names) == 0 {
		c.Problem(n, CodeMadeUnknown, `write made("id of the check")`, "made(...) must name the check as a plain text")
		return nil, false
	}
	for _, name := range names {
		c.trace.made = append(c.trace.made, madeRef{n, name})
	}
	return expr, true
}

// madeRef is a use of made(name).
type madeRef struct {
	node *task.Node
	name string
}

// madeNames lists the literal arguments of made(...) in an expression; nil where one of the
// calls has another argument.
func madeNames(src string) []string {
	calls := regexp.MustCompile(`\bmade\s*\(\s*(?:"([^"]*)"|'([^']*)'|)`).FindAllStringSubmatch(src, -1)
	var names []string
	for _, m := range calls {
		name := m[1] + m[2]
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// Collection resolves a parameter that names a collection in full, e.g. "gmail.sent". It
// returns nil after reporting a problem.
func (c *Compiler) Collection(n *task.Node) *Collection {
	if n == nil {
		return nil
	}
	if n.Kind != task.Scalar {
		c.Problem(n, CodeBadParam, "write service.collection", "a collection is named by one text")
		return nil
	}
	name := n.Literal()
	decl, ok := c.Bound.Image.Collection(name)
	if !ok {
		c.Problem(n, task.CodeCollection, suggest(name, c.Bound.Image.Collections()), "there is no collection %q in this task", clip(name))
		return nil
	}
	c.Watch(name)
	return &Collection{Name: name, Decl: decl}
}

// Collection is a resolved collection.
type Collection struct {
	Name string // full
	Decl *world.Collection
}

// Watch follows the records of a collection that no parameter names.
func (c *Compiler) Watch(full string) {
	c.trace.watched = append(c.trace.watched, full)
	c.plan.watch(full)
}

// Field resolves a field of the collection; nil after reporting a problem.
func (c *Compiler) Field(coll *Collection, name string, at *task.Node) *world.Field {
	f, ok := coll.Decl.Field(name)
	if ok {
		return f
	}
	names := make([]string, len(coll.Decl.Fields))
	for i := range names {
		names[i] = coll.Decl.Fields[i].Name
	}
	c.Problem(at, task.CodeField, suggest(name, names), "%s has no field %q", coll.Name, clip(name))
	return nil
}

// Tools resolves one or several names of offered tools; problems are reported.
func (c *Compiler) Tools(n *task.Node) []*world.Tool {
	var out []*world.Tool
	for _, at := range scalars(n) {
		name := at.Literal()
		offer, ok := c.Bound.Image.Offer(name)
		if !ok {
			if ref, known := c.Bound.Catalog.Tool(name); known {
				offer, ok = c.offerOf(ref.Tool)
			}
		}
		if !ok {
			c.Problem(at, CodeToolUnknown, suggest(name, c.toolNames()), "the task offers no tool %q", clip(name))
			continue
		}
		out = append(out, offer.Tool)
	}
	if len(scalars(n)) == 0 {
		c.Problem(n, CodeBadParam, "write a name or a list of names", "no tool is named")
	}
	return out
}

func (c *Compiler) offerOf(t *world.Tool) (world.Offer, bool) {
	for _, o := range c.Bound.Image.Offered() {
		if o.Tool == t {
			return o, true
		}
	}
	return world.Offer{}, false
}

func (c *Compiler) toolNames() []string {
	var names []string
	for _, o := range c.Bound.Image.Offered() {
		names = append(names, o.Name)
	}
	return names
}

// scalars returns a scalar node, or the scalars of a list.
func scalars(n *task.Node) []*task.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == task.Scalar && n.Text != "":
		return []*task.Node{n}
	case n.Kind == task.List:
		var out []*task.Node
		for _, item := range n.Items {
			if item.Kind == task.Scalar && item.Text != "" {
				out = append(out, item)
			}
		}
		return out
	}
	return nil
}

// unmarked is the remedy for a text that reads like an expression and lacks its =; "" for any other.
func (c *Compiler) unmarked(n *task.Node) string {
	if n == nil || n.Kind != task.Scalar || n.Quoted {
		return ""
	}
	head, _, member := strings.Cut(n.Text, ".")
	if call, _, ok := strings.Cut(n.Text, "("); ok && call == "made" {
		head, member = call, true
	}
	isFact := func(f task.FactSpec) bool { return f.Name == head }
	if !member || head != "it" && head != "made" && !slices.ContainsFunc(c.Bound.Task.Facts, isFact) {
		return ""
	}
	return "write =" + n.Text + ": without = it is a text"
}

// suggest is a hint for a wrong name: the closest known one, or all of a few.
func suggest(name string, known []string) string {
	best, cost := "", 4
	for _, k := range known {
		if d := world.Distance(strings.ToLower(name), strings.ToLower(k)); d < cost && d <= len(k)/2 {
			best, cost = k, d
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	if len(known) == 0 {
		return ""
	}
	sorted := slices.Sorted(slices.Values(known))
	const most = 12
	if len(sorted) > most {
		return "known are " + strings.Join(sorted[:most], ", ") + " and more"
	}
	return "known are " + strings.Join(sorted, ", ")
}
