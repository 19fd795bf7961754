package grade

// Span finds when a condition last became true and when it ceased. points are the entries
// after which it can change, ascending; at evaluates it as of an entry. The last point must
// be evaluated like the end of the log.
func Span(points []int, at func(seq int) bool) (since, until int) {
	i := len(points) - 1
	for ; i >= 0 && !at(points[i]); i-- {
		until = points[i]
	}
	if i < 0 {
		return 0, 0 // it never was
	}
	since = points[i]
	for i--; i >= 0 && at(points[i]); i-- {
		since = points[i]
	}
	return since, until
}
