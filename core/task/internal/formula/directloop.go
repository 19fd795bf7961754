package formula

import "github.com/expr-lang/expr/ast"

// loop is a function with a predicate. Its list comes from #loop, which has been paid.
func (c *directs) loop(x *ast.BuiltinNode) direct {
	if len(x.Arguments) != 2 || x.Map != nil || x.Threshold != nil || x.Throws {
		return nil
	}
	pred, ok := x.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return nil
	}
	list := c.node(x.Arguments[0])
	c.loops++
	body := c.node(pred.Node)
	c.loops--
	if list == nil || body == nil {
		return nil
	}
	switch x.Name {
	case "map":
		return mapLoop(list, body)
	case "filter":
		return filterLoop(list, body)
	case "all":
		return firstLoop(list, body, false, func(_ any, found bool) any { return !found })
	case "any":
		return firstLoop(list, body, true, func(_ any, found bool) any { return found })
	case "none":
		return firstLoop(list, body, true, func(_ any, found bool) any { return !found })
	case "find":
		return firstLoop(list, body, true, func(item any, _ bool) any { return item })
	case "count":
		return countLoop(list, body, func(n int) any { return n })
	case "one":
		return countLoop(list, body, func(n int) any { return n == 1 })
	}
	return nil
}

// members are those of a loop.
func members(list direct, f *frame) ([]any, error) {
	v, err := list(f)
	if err != nil {
		return nil, err
	}
	items, ok := v.([]any)
	if !ok {
		return nil, errMachine
	}
	return items, nil
}

func mapLoop(list, body direct) direct {
	return func(f *frame) (any, error) {
		items, err := members(list, f)
		if err != nil {
			return nil, err
		}
		out, outer := make([]any, len(items)), f.elem
		for i, item := range items {
			f.elem = item
			if out[i], err = body(f); err != nil {
				break
			}
		}
		if f.elem = outer; err != nil {
			return nil, err
		}
		return out, f.grow(len(out))
	}
}

func filterLoop(list, body direct) direct {
	return func(f *frame) (any, error) {
		items, err := members(list, f)
		if err != nil {
			return nil, err
		}
		out, outer := []any{}, f.elem
		for _, item := range items {
			f.elem = item
			b, err := truth(body, f)
			if err != nil {
				f.elem = outer
				return nil, err
			}
			if b {
				out = append(out, item)
			}
		}
		f.elem = outer
		return out, f.grow(len(out))
	}
}

// firstLoop looks for the first member for which the condition is as wanted.
func firstLoop(list, body direct, wanted bool, result func(item any, found bool) any) direct {
	return func(f *frame) (any, error) {
		items, err := members(list, f)
		if err != nil {
			return nil, err
		}
		outer := f.elem
		for _, item := range items {
			f.elem = item
			b, err := truth(body, f)
			if err != nil || b == wanted {
				f.elem = outer
				return result(item, true), err
			}
		}
		f.elem = outer
		return result(nil, false), nil
	}
}

func countLoop(list, body direct, result func(n int) any) direct {
	return func(f *frame) (any, error) {
		items, err := members(list, f)
		if err != nil {
			return nil, err
		}
		n, outer := 0, f.elem
		for _, item := range items {
			f.elem = item
			b, err := truth(body, f)
			if err != nil {
				f.elem = outer
				return nil, err
			}
			if b {
				n++
			}
		}
		f.elem = outer
		return result(n), nil
	}
}
