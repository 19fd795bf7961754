package export

import "strings"

// MaskText finds what Scan looks for in one text, and returns the text without it. In the text of
// JSON, what an escape hides is not found.
func MaskText(s string) (string, []Leak) {
	leaks := scanText(s)
	if len(leaks) == 0 {
		return s, nil
	}
	var pairs []string
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '@':
			if a := addressAt(s, i); a != "" && !reservedDomain(a) {
				pairs = append(pairs, a, "[email]")
			}
		case '/', '\\':
			if p := homeAt(s, i); p != "" {
				pairs = append(pairs, strings.TrimSuffix(p, "/"), "[home]")
			}
		case '_', '-', 'A', 'J':
			if k := secretAt(s, i); k != "" {
				pairs = append(pairs, k, "[secret]")
			}
		}
	}
	return strings.NewReplacer(pairs...).Replace(s), leaks
}
