package formula

import "coworkenv.dev/coworkenv/core/world"

// Distance is the number of edits between two names.
func Distance(a, b string) int { return world.Distance(a, b) }
