package formula

import (
	"fmt"
	"slices"
)

func sortList(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	return sortedBy(args[0].(*Meter), list, list, args[2:])
}

func sortBy(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	keys, err := paidList(args, 2)
	if err != nil {
		return nil, err
	}
	return sortedBy(args[0].(*Meter), list, keys, args[3:])
}

// sortedBy orders a list by keys, stably; nil keys come last either way.
func sortedBy(meter *Meter, list, keys []any, order []any) (any, error) {
	desc := false
	if len(order) > 0 {
		switch order[0] {
		case "asc":
		case "desc":
			desc = true
		default:
			return nil, fmt.Errorf(`the order is "asc" or "desc", not %v`, order[0])
		}
	}
	if err := meter.spend(10 * len(list)); err != nil {
		return nil, err
	}
	at := make([]int, len(list))
	for i := range at {
		at[i] = i
	}
	var failed error
	slices.SortStableFunc(at, func(i, j int) int {
		a, b := keys[i], keys[j]
		switch {
		case failed != nil, a == nil && b == nil:
			return 0
		case a == nil:
			return 1
		case b == nil:
			return -1
		}
		c, _, err := meter.compare(a, b)
		if err != nil {
			failed = err
		}
		if desc {
			return -c
		}
		return c
	})
	out := make([]any, len(list))
	for i, j := range at {
		out[i] = list[j]
	}
	return out, failed
}
