package formula

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// access are what .field, [index], in and loops become.
func access() []*function {
	return append(textOperators(), []*function{
		{name: "#truth", hidden: true, nils: true, call: func(a []any) (any, error) {
			switch v := a[0].(type) {
			case nil:
				return false, nil
			case bool:
				return v, nil
			}
			return nil, fmt.Errorf("a condition must be true or false, and this is a %s", TypeOf(a[0]))
		}},
		{name: "#field", hidden: true, nils: true, call: func(a []any) (any, error) { return field(a[0], a[1].(string)) }},
		{name: "#optional", hidden: true, nils: true, call: func(a []any) (any, error) {
			if a[0] == nil {
				return nil, nil
			}
			return field(a[0], a[1].(string))
		}},
		{name: "#index", hidden: true, call: func(a []any) (any, error) { return index(a[0], a[1]) }},
		{name: "#optindex", hidden: true, nils: true, call: func(a []any) (any, error) {
			if a[0] == nil {
				return nil, nil
			}
			return index(a[0], a[1])
		}},
		{name: "#slice", hidden: true, nils: true, call: slice},
		{name: "#in", hidden: true, metered: true, nils: true, call: func(a []any) (any, error) {
			list, ok := a[2].([]any)
			if !ok {
				if a[2] == nil {
					return false, nil
				}
				return nil, fmt.Errorf("in needs a list, not a %s", TypeOf(a[2]))
			}
			return boolean(holds(a[0].(*Meter), list, a[1]))
		}},
		{name: "#loop", hidden: true, metered: true, call: loopOver},
		{name: "#range", hidden: true, metered: true, call: makeRange},
		{name: "#sortby", hidden: true, metered: true, call: sortBy},
	}...)
}

// field takes a field of a value whose fields were not known before, or of a record. A field
// that is not there is an error: taking it for nil would make a fact quietly empty.
func field(base any, name string) (any, error) {
	switch b := base.(type) {
	case map[string]any:
		v, ok := b[name]
		if !ok {
			names := make([]string, 0, len(b))
			for n := range b {
				names = append(names, n)
			}
			slices.Sort(names)
			return nil, fmt.Errorf("there is no field %s; there is %s", name, clip(strings.Join(names, ", ")))
		}
		return v, nil
	case value.Money:
		switch name {
		case "Currency", "currency":
			return b.Currency, nil
		case "Amount", "amount":
			return b.Amount(), nil
		}
	case nil:
		return nil, fmt.Errorf("there is no record to take .%s from (nil)", name)
	}
	return nil, fmt.Errorf("a %s has no field %s", TypeOf(base), name)
}

func index(base, key any) (any, error) {
	switch b := base.(type) {
	case []any:
		i, ok := key.(int)
		if !ok {
			return nil, fmt.Errorf("a list is indexed by a whole number, not by a %s", TypeOf(key))
		}
		if i < 0 {
			i += len(b)
		}
		if i < 0 || i >= len(b) {
			return nil, fmt.Errorf("the list has %d members; there is none at %v", len(b), key)
		}
		return b[i], nil
	case map[string]any:
		if name, ok := key.(string); ok {
			return field(b, name)
		}
	}
	return nil, fmt.Errorf("a %s is not indexed by a %s", TypeOf(base), TypeOf(key))
}

// slice is list[from:to]; numbers below zero count from the end.
func slice(a []any) (any, error) {
	list, ok := a[0].([]any)
	if !ok {
		return nil, fmt.Errorf("only a list can be cut, and this is a %s", TypeOf(a[0]))
	}
	ends := [2]int{0, len(list)}
	for i, end := range a[1:] {
		if end == nil {
			continue
		}
		at, ok := end.(int)
		if !ok {
			return nil, fmt.Errorf("a list is cut at whole numbers, not at a %s", TypeOf(end))
		}
		if at < 0 {
			at += len(list)
		}
		ends[i] = min(max(at, 0), len(list))
	}
	if ends[0] > ends[1] {
		return []any{}, nil
	}
	return list[ends[0]:ends[1]:ends[1]], nil
}

// loopOver pays for a loop before it begins: members times the size of its body.
func loopOver(a []any) (any, error) {
	list, ok := a[1].([]any)
	if !ok {
		return nil, fmt.Errorf("a list is needed, not a %s", TypeOf(a[1]))
	}
	return list, a[0].(*Meter).spend(len(list) * (1 + a[2].(int)))
}

func makeRange(a []any) (any, error) {
	from, okFrom := a[1].(int)
	to, okTo := a[2].(int)
	if !okFrom || !okTo {
		return nil, fmt.Errorf("a range needs whole numbers, not %s and %s", TypeOf(a[1]), TypeOf(a[2]))
	}
	if to < from {
		return []any{}, nil
	}
	const most = 100_000
	if n := to - from; n < 0 || n >= most {
		return nil, fmt.Errorf("the range %d..%d is too long; at most %d members are made", from, to, most)
	}
	if err := a[0].(*Meter).spend(to - from + 1); err != nil {
		return nil, err
	}
	out := make([]any, to-from+1)
	for i := range out {
		out[i] = from + i
	}
	return out, nil
}
