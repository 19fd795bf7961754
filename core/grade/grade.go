// Package grade turns a finished run into a score: the contract of check kinds and
// prohibitions, matchers, the compiled plan of one task, and the arithmetic of scores.
//
// What does not depend on the run is evaluated when a plan is compiled, so that grading is a
// comparison of data. Concrete kinds live in package graders and are handed in as a Registry.
// Invariant: a check is decided from the audit log and the records alone, never from what the
// agent says about them; what cannot be decided is a status, never a pass.
package grade
