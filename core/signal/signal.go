// Package signal is what a trainer will see: advantages of groups of trials as the published
// estimators give them, step credit, and whether a set of tasks gives a training signal at all.
//
// A group is all rollouts of one task from one start state; n is its size. Standard deviations
// are sample ones (ddof 1), and eps is added to the deviation, not below the root. A missing
// reward is NaN: it stays out of every statistic and its advantage is 0.
//
// Invariant: pure functions of their arguments; equal groups in another order give equal
// advantages in that order.
package signal
