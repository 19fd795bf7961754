// Package curate turns stored trials into a selection for training: groups, rules, splits,
// preference pairs, and for every trial the reasons.
//
// Invariant: nothing is lost in silence. Every trial of the input has one row with one decision,
// the counts of the rules add up to the input, and the order of the input changes nothing.
package curate
