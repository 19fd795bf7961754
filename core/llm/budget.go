package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Cost is an exact amount of money; requests cost fractions of a currency's smallest unit.
type Cost struct {
	Amount   value.Decimal `json:"amount"`
	Currency string        `json:"currency,omitempty"` // "" = no price is known
}

// String is e.g. "0.0125 USD", "" where no price is known.
func (c Cost) String() string {
	if c.Currency == "" {
		return ""
	}
	return c.Amount.String() + " " + c.Currency
}

// cost is what tokens cost at a profile's price.
func (p *Profile) cost(u trace.Usage) (Cost, error) {
	if p.Price == nil {
		return Cost{}, nil
	}
	cached := p.Price.Input
	if p.Price.Cached != nil {
		cached = *p.Price.Cached
	}
	total := value.DecimalOf(0)
	for _, part := range []struct {
		tokens int
		price  value.Decimal
	}{{max(0, u.Prompt-u.Cached), p.Price.Input}, {min(u.Cached, u.Prompt), cached}, {u.Completion, p.Price.Output}} {
		millionths, err := value.ParseDecimal(fmt.Sprintf("%de-6", part.tokens))
		if err != nil {
			return Cost{}, fault.Wrap(fault.Invalid, err, "cost of %d tokens", part.tokens)
		}
		amount, err := part.price.Mul(millionths)
		if err == nil {
			total, err = total.Add(amount)
		}
		if err != nil {
			return Cost{}, fault.Wrap(fault.Invalid, err, "cost of %d tokens", part.tokens).WithHint("give the price with fewer digits")
		}
	}
	return Cost{total, p.Price.Currency}, nil
}

// Limits are what may be spent. The zero Limits allow everything.
type Limits struct {
	Requests int64 `json:"requests,omitempty"` // 0 = no limit
	Tokens   int64 `json:"tokens,omitempty"`   // prompt and completion, 0 = no limit
	Cost     Cost  `json:"cost,omitzero"`      // no currency = no limit
}

// Spent is what was spent. Replies from the cache spend nothing.
type Spent struct {
	Requests   int64 `json:"requests"`
	Prompt     int64 `json:"prompt"`
	Completion int64 `json:"completion"`
	Cached     int64 `json:"cached,omitempty"`    // of Prompt
	Estimated  int64 `json:"estimated,omitempty"` // requests whose tokens the server did not count
	Cost       Cost  `json:"cost,omitzero"`
}

// Budget is what a run may spend. It holds back an estimate for each request under way, so that many
// at once do not overspend, and books what the reply really took. Safe for many goroutines.
type Budget struct {
	limits Limits
	file   *os.File // nil = kept in memory only

	mu      sync.Mutex
	spent   Spent
	held    Spent
	settled chan struct{}
}

// NewBudget is a budget in memory; spent is what went before.
func NewBudget(limits Limits, spent Spent) *Budget {
	return &Budget{limits: limits, spent: spent, settled: make(chan struct{})}
}

// OpenBudget is a budget that books in a file, one JSON line a request, and goes on from what the file
// already holds: a run that stopped, or was killed, resumes with what is left. The file is held by one
// process at a time, since two that knew nothing of each other would spend it twice. Errors: Conflict.
func OpenBudget(file string, limits Limits) (*Budget, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fault.Wrap("", err, "open the budget")
	}
	if alone, err := holdAlone(f); err != nil || !alone {
		f.Close() //nolint:errcheck // nothing was written
		if err != nil {
			return nil, fault.Wrap("", err, "hold the budget")
		}
		return nil, fault.New(fault.Conflict, "another process spends the budget of %s at this moment", file).
			WithHint("wait for its end, or stop it; the same command goes on with what is left (`coworkenv jobs list` shows work in the background)")
	}
	b := NewBudget(limits, Spent{})
	end, err := readLines(f, func(n int, line []byte) error {
		var s Spent
		if err := json.Unmarshal(line, &s); err != nil {
			return fault.Wrap(fault.Invalid, err, "line %d of %s", n, file).WithHint("restore the file, or remove it and set a new limit")
		}
		return b.spent.add(s, 1)
	})
	if err == nil {
		err = startAt(f, end)
	}
	if err != nil {
		f.Close() //nolint:errcheck // the first failure counts
		return nil, err
	}
	b.file = f
	return b, nil
}

// Close closes the file.
func (b *Budget) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Spent is what was spent so far.
func (b *Budget) Spent() Spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// add adds o to s, times 1 or -1.
func (s *Spent) add(o Spent, sign int64) error {
	s.Requests += sign * o.Requests
	s.Prompt += sign * o.Prompt
	s.Completion += sign * o.Completion
	s.Cached += sign * o.Cached
	s.Estimated += sign * o.Estimated
	if o.Cost.Currency == "" {
		return nil
	}
	if s.Cost.Currency != "" && s.Cost.Currency != o.Cost.Currency {
		return fault.New(fault.Invalid, "%s are added to %s", o.Cost.Currency, s.Cost.Currency).WithHint("give all profiles of a run prices in one currency")
	}
	amount := o.Cost.Amount
	if sign < 0 {
		amount = amount.Neg()
	}
	sum, err := s.Cost.Amount.Add(amount)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "add up the cost")
	}
	s.Cost = Cost{sum, o.Cost.Currency}
	return nil
}

// hold sets an estimate aside. It waits where only requests under way stand in the way, and ends as
// Exhausted where the limit does. A nil budget allows everything.
func (b *Budget) hold(ctx context.Context, estimate Spent) error {
	if b == nil {
		return nil
	}
	for {
		b.mu.Lock()
		over, err := b.over(estimate)
		if err != nil || over == nil {
			if err == nil {
				err = b.held.add(estimate, 1)
			}
			b.mu.Unlock()
			return err
		}
		idle, settled := b.held.Requests == 0, b.settled
		b.mu.Unlock()
		if idle {
			return over
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-settled:
		}
	}
}

// over is the limit that an estimate would break, nil where it fits.
func (b *Budget) over(estimate Spent) (over *fault.Error, err error) {
	sum := b.spent
	for _, s := range []Spent{b.held, estimate} {
		if err := sum.add(s, 1); err != nil {
			return nil, err
		}
	}
	exhausted := func(what string, args ...any) *fault.Error {
		return fault.New(fault.Exhausted, "the budget is spent: "+what, args...).WithHint("raise the limit and resume; what is done is kept")
	}
	l := b.limits
	switch {
	case l.Requests > 0 && sum.Requests > l.Requests:
		return exhausted("%d of %d requests", b.spent.Requests, l.Requests), nil
	case l.Tokens > 0 && sum.Prompt+sum.Completion > l.Tokens:
		return exhausted("%d of %d tokens, and the next request may take %d", b.spent.Prompt+b.spent.Completion, l.Tokens, estimate.Prompt+estimate.Completion), nil
	case l.Cost.Currency == "":
		return nil, nil
	case estimate.Cost.Currency != l.Cost.Currency:
		return nil, fault.New(fault.Invalid, "the budget is in %s, and the profile has no price in it", l.Cost.Currency).WithHint("give the profile a price in %s, or limit tokens", l.Cost.Currency)
	case sum.Cost.Amount.Cmp(l.Cost.Amount) > 0:
		return exhausted("%s of %s, and the next request may cost %s", b.spent.Cost.Amount, l.Cost, estimate.Cost), nil
	}
	return nil, nil
}

// settle books what a request took in place of its estimate.
func (b *Budget) settle(estimate, took Spent) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.held.add(estimate, -1)
	if err == nil {
		err = b.spent.add(took, 1)
	}
	close(b.settled)
	b.settled = make(chan struct{})
	if err != nil || b.file == nil {
		return err
	}
	line, err := json.Marshal(took)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "book a request")
	}
	if _, err := b.file.Write(append(line, '\n')); err != nil {
		return fault.Wrap("", err, "book a request")
	}
	return nil
}
