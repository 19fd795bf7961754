package cli

import "testing"

// Whatever code is explained, the reader is told what to do about it.
func TestEveryCodeHasARemedy(t *testing.T) {
	for _, c := range explainedCodes() {
		if c.Means == "" || c.Do == "" {
			t.Errorf("%+v", c)
		}
	}
}
