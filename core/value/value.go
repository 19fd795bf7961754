// Package value holds what records, arguments, replies and facts are made of:
// JSON values that keep key order and number spelling, exact decimals and
// money, calendar days, and the reading of the spellings people and models use.
//
// A JSON value is an any that holds nil, bool, Number, string, []any or
// *Object; every function here returns only these, and none of them panics on
// foreign input. Invariant: a number is never rounded on its way through this
// package, and two values that are equal by Equal have the same AppendCanonical.
package value

// maxDepth bounds the nesting of parsed and converted values, so that hostile
// input cannot exhaust the stack.
const maxDepth = 200
