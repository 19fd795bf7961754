package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func readBenigns() []benign {
	return []benign{
		harmless("extra_reads", "reads everything there is before the solution begins", "a careful agent looks around", 1, extraReads),
		harmless("reads_between", "lists everything again between the items of the solution", "looking twice is no fault", 1, readsBetween),
		harmless("unfiltered_reads", "lists without the solution's filters and with the widest limit", "filtering by eye is as good", 8, unfilteredReads),
	}
}

// mostExtra bounds the extra reads, so that a task's own limits leave room for them.
const mostExtra = 12

// allowed leaves out calls that show what a prohibition keeps secret.
func (l *lab) allowed(calls []call) []call {
	secret := map[string]bool{}
	_ = l.breaches(func(b *grade.Breach) {
		if b.Read != nil {
			secret[b.Read.Collection] = true
		}
		if b.Call != nil {
			secret[b.Call.Tool] = true
		}
	})
	return slices.DeleteFunc(slices.Clone(calls), func(c call) bool {
		o, ok := l.bound.Image.Offer(c.tool)
		if !ok || secret[c.tool] {
			return true
		}
		return slices.ContainsFunc(o.Tool.Reads, func(r world.Read) bool { return secret[o.Service.Name+"."+r.Collection] })
	})
}

func extraReads(l *lab) ([]manner, error) {
	lists, details, err := l.everything(mostExtra)
	if err != nil {
		return nil, err
	}
	calls := l.allowed(append(slices.Clone(lists.calls), details.calls...))
	if len(calls) == 0 {
		return nil, nil
	}
	return []manner{{script: l.base.insert(0, callMove(calls...)), ready: l.loose, says: "everything is read before the solution begins"}}, nil
}

func readsBetween(l *lab) ([]manner, error) {
	lists, _, err := l.everything(0)
	if err != nil {
		return nil, err
	}
	calls := l.allowed(lists.calls)
	if len(calls) == 0 {
		return nil, nil
	}
	out := &script{}
	for _, m := range l.base.moves {
		out.moves = append(out.moves, m)
		if len(m.calls) > 0 {
			out.moves = append(out.moves, callMove(calls...))
		}
	}
	return []manner{{script: out, ready: l.loose, says: "everything is listed again between the items of the solution"}}, nil
}

// unfilteredReads drops the filters of each list call of the solution.
func unfilteredReads(l *lab) ([]manner, error) {
	var out []manner
	for i, m := range l.base.moves {
		wide := m.edit(func(calls []call) []call {
			changed := slices.Clone(calls)
			for k := range changed {
				changed[k] = l.widened(changed[k])
			}
			return changed
		})
		if wide.key == m.key || len(l.allowed(wide.calls)) < len(wide.calls) {
			continue
		}
		out = append(out, manner{params: Params{"item": fmt.Sprint(m.item + 1)}, script: l.base.replace(i, wide), says: "the solution with " + m.calls[0].tool + " unfiltered"})
	}
	return out, nil
}

// widened is a list call without its optional filters and with the widest limit.
func (l *lab) widened(c call) call {
	o, ok := l.bound.Image.Offer(c.tool)
	if !ok || o.Tool.Writes() || len(o.Tool.Reads) == 0 || o.Tool.Reads[0].Key != "" {
		return c
	}
	for _, r := range o.Tool.Reads {
		for _, filters := range []map[string]string{r.Filters, r.Search} {
			for _, name := range sorted(filters) {
				p, ok := o.Tool.Param(name)
				if _, given := c.args.Get(name); ok && given && !p.Required && !p.Needed && p.Default == nil {
					c = c.with(name, nil)
				}
			}
		}
		if p, ok := o.Tool.Param(r.Limit); ok && p.Max > 0 {
			c = c.with(r.Limit, value.Int(int64(p.Max)))
		}
	}
	return c
}
