package grade

// PassAtK estimates without bias the chance that at least one of k trials passes, from n trials
// of which c passed: 1 - C(n-c,k)/C(n,k). It is undefined (ok false) for k < 1, n < k or a c
// outside 0..n.
func PassAtK(n, c, k int) (p float64, ok bool) {
	if !countsFit(n, c, k) {
		return 0, false
	}
	return 1 - drawAll(n, n-c, k), true
}

// PassHatK estimates without bias the chance that all of k trials pass: C(c,k)/C(n,k). It is
// undefined where PassAtK is.
func PassHatK(n, c, k int) (p float64, ok bool) {
	if !countsFit(n, c, k) {
		return 0, false
	}
	return drawAll(n, c, k), true
}

func countsFit(n, c, k int) bool { return k >= 1 && n >= k && c >= 0 && c <= n }

// drawAll is the chance that k draws without return from n, m of them marked, are all marked.
func drawAll(n, m, k int) float64 {
	p := 1.0
	for i := range k {
		if m-i <= 0 {
			return 0
		}
		p *= float64(m-i) / float64(n-i)
	}
	return p
}
