package task

import (
	"maps"
	"reflect"
	"slices"
)

// Identical reports whether no expression can tell two values apart. Where it is hard to say it is
// false.
func Identical(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && (a == nil) == (b == nil) && (len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] || slices.EqualFunc(a, b, Identical))
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && (reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() || maps.EqualFunc(a, b, Identical))
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || reflect.TypeOf(a).Comparable()) && a == b
}
