package formula

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// Bounds of one expression.
const (
	MaxSource = 8 << 10 // bytes
	maxNodes  = 2000
)

// Language compiles expressions for one task: the functions know its zone. It may be used
// from many goroutines once made.
type Language struct {
	zone  *time.Location
	funcs map[string]*function
	conf  *conf.Config
	zones sync.Map // zones by name, as expressions ask for them

	compiling sync.Mutex // the library's compiler caches in conf
	scratch   *sync.Pool // of *Scratch; apart, since the runtime holds on to a pool for two collections
}

// New makes the language of a task in a zone.
func New(zone *time.Location) *Language {
	l := &Language{zone: zone, scratch: &sync.Pool{}, conf: conf.New(map[string]any{})}
	l.conf.MaxNodes = maxNodes
	list := l.functions()
	l.funcs, l.conf.Functions = make(map[string]*function, len(list)), make(conf.FunctionsTable, len(list))
	for _, f := range list {
		f.guarded = builtin.Function{Name: f.name, Func: f.guard()}
		l.funcs[f.name], l.conf.Functions[f.name] = f, &f.guarded
	}
	return l
}

// Context is what an expression may name.
type Context struct {
	// Name returns the type of a variable.
	Name func(name string) (Type, bool)
	// Collection returns the list type of service.name; known says whether the service is.
	Collection func(service, name string) (t Type, known, ok bool)
	// Names lists what may be named, for suggestions: variables, services, full collections.
	Names func() []string
	// Why explains a name that exists and may not be used here; "" = it does not exist.
	Why func(name string) string
	// Row is the type of # and .field outside of any predicate; nil = there is none.
	Row *Type
	// Made returns the type of the record that a check accepted, or why there is none; nil =
	// made may not be called.
	Made func(check string) (Type, string)
}

// Error is one thing that is wrong with an expression.
type Error struct {
	Offset int // characters from the start of the expression
	Msg    string
	Hint   string
}

// Error is the message.
func (e *Error) Error() string { return e.Msg }

// Read is a field of a collection that an expression looks at.
type Read struct{ Collection, Field string }

// Program is a compiled expression.
type Program struct {
	Source string
	Type   Type
	Names  []string // variables it names, collections as "service.name", sorted
	Reads  []Read   // sorted
	Made   bool     // it calls made

	code   *machineCode
	nodes  int    // the price of a run without its loops
	direct direct // nil = the machine runs it
	locals int    // that the closures need room for
}

// Compile checks and compiles an expression. All errors found are returned in one go.
func (l *Language) Compile(src string, ctx *Context) (*Program, []Error) {
	tree, err := l.parse(src, ctx.Row != nil)
	if err != nil {
		return nil, []Error{*err}
	}
	c := newChecker(l, ctx)
	t := c.node(&tree.Node)
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	run, locals := l.directly(tree.Node) // before the library's compiler, which may change the tree
	p := &Program{Source: src, Type: t, Names: c.usedNames(), Reads: c.usedReads(), Made: c.made,
		code: &machineCode{language: l, tree: tree}, nodes: c.nodes, direct: run, locals: locals}
	if run == nil {
		if _, err := p.code.made(); err != nil {
			return nil, []Error{{Msg: err.Error()}}
		}
	}
	return p, nil
}

// machineCode is what the machine runs. Where there are closures it is made when the machine is
// asked for, which is seldom; what has closures the library's compiler never refuses.
type machineCode struct {
	once     sync.Once
	language *Language
	tree     *parser.Tree // nil once it is compiled
	program  *vm.Program
	err      error
}

func (c *machineCode) made() (*vm.Program, error) {
	c.once.Do(func() {
		if c.program, c.err = c.language.compile(c.tree); c.err != nil {
			c.err = errors.New("this expression cannot be compiled: " + firstLine(c.err.Error()))
		}
		c.tree = nil
	})
	return c.program, c.err
}

// compile turns a panic of the library's compiler into an error.
func (l *Language) compile(tree *parser.Tree) (code *vm.Program, err error) {
	l.compiling.Lock()
	defer l.compiling.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return compiler.Compile(tree, l.conf)
}

// The library's parser takes # and .field only inside a predicate, so an expression about a
// row is parsed as the predicate of a map and taken out of it again.
const (
	rowOpen  = "map(0,{"
	rowClose = "\n})"
)

func (l *Language) parse(src string, row bool) (*parser.Tree, *Error) {
	if strings.TrimSpace(src) == "" {
		return nil, &Error{Msg: "the expression is empty"}
	}
	if len(src) > MaxSource {
		return nil, &Error{Msg: fmt.Sprintf("the expression has %d bytes; at most %d are taken", len(src), MaxSource), Hint: "split it into several facts"}
	}
	text, shift := src, 0
	if row {
		text, shift = rowOpen+src+rowClose, len(rowOpen)
	}
	tree, err := l.parseText(text)
	if err != nil {
		var fe *file.Error
		if errors.As(err, &fe) {
			return nil, syntax(src, fe, shift)
		}
		return nil, &Error{Msg: firstLine(err.Error())}
	}
	if !row {
		return tree, nil
	}
	body, ok := rowBody(tree.Node)
	if !ok {
		return nil, &Error{Msg: "the brackets do not match"}
	}
	ast.Walk(&body, shiftBack(shift))
	return &parser.Tree{Node: body, Source: file.NewSource(src)}, nil
}

// rowBody takes the expression out of the map; an expression that closed it by itself is
// refused.
func rowBody(n ast.Node) (ast.Node, bool) {
	call, ok := n.(*ast.BuiltinNode)
	if !ok || call.Name != "map" || len(call.Arguments) != 2 {
		return nil, false
	}
	if _, ok := call.Arguments[0].(*ast.IntegerNode); !ok {
		return nil, false
	}
	pred, ok := call.Arguments[1].(*ast.PredicateNode)
	if !ok || pred.Node == nil {
		return nil, false
	}
	return pred.Node, true
}

func (l *Language) parseText(text string) (tree *parser.Tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return parser.ParseWithConfig(text, l.conf)
}

// shiftBack moves positions to where they are in the expression itself.
type shiftBack int

func (s shiftBack) Visit(n *ast.Node) {
	loc := (*n).Location()
	loc.From = max(0, loc.From-int(s))
	loc.To = max(0, loc.To-int(s))
	(*n).SetLocation(loc)
}

// syntax words an error of the library's parser.
func syntax(src string, fe *file.Error, shift int) *Error {
	at := max(0, fe.From-shift)
	end := len([]rune(src))
	if at >= end || strings.Contains(fe.Message, "EOF") {
		return &Error{Offset: end, Msg: "the expression breaks off; something is not closed or missing after " + tail(src), Hint: cutHint}
	}
	return &Error{Offset: at, Msg: firstLine(fe.Message), Hint: syntaxHint(firstLine(fe.Message))}
}

// syntaxHint says what the library's parser leaves out of its messages.
func syntaxHint(msg string) string {
	switch {
	case strings.HasSuffix(msg, "arguments"):
		return "put a comma between the arguments, as in map(list, .field)"
	case msg == `unexpected token Operator(":")`:
		return "put a record in brackets where a list function makes it, as in map(list, ({id: .id}))"
	}
	return ""
}

const cutHint = "if it holds a # after a blank, quote the whole expression: in YAML that begins a comment"

func tail(s string) string {
	r := []rune(strings.TrimSpace(s))
	if len(r) > 20 {
		r = r[len(r)-20:]
	}
	return fmt.Sprintf("%q", string(r))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
