package rollout

import "context"

// Source hands out the groups that have yet to be run: a manifest, or a queue that many share.
type Source interface {
	// Next waits for work. io.EOF: there is none left.
	Next(ctx context.Context) (Loan, error)
}

// Loan is a group, or what is left of it, on loan from a source.
type Loan interface {
	// Run is the run that the group belongs to.
	Run() string
	// Items are the members without a result.
	Items() []Item
	// Beat tells the source that the work goes on.
	Beat(ctx context.Context) error
	// Done gives the loan back with a result for every member.
	Done(ctx context.Context) error
	// Return gives it back unfinished.
	Return(ctx context.Context) error
}

// Own is the loan of a group that nobody else works on and nobody waits for.
func Own(run string, g Group) Loan { return own{run, g} }

type own struct {
	run   string
	group Group
}

func (o own) Run() string                { return o.run }
func (o own) Items() []Item              { return o.group }
func (own) Beat(context.Context) error   { return nil }
func (own) Done(context.Context) error   { return nil }
func (own) Return(context.Context) error { return nil }
