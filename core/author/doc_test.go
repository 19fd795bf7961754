package author

import (
	"os"
	"strings"
	"testing"
)

// TestThePageNamesAll: docs/generator.md tells of every code and every prompt.
func TestThePageNamesAll(t *testing.T) {
	data, err := os.ReadFile("../../docs/generator.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, c := range Codes() {
		if !strings.Contains(page, "| `"+string(c.Code)+"` |") || c.Means == "" || c.Do == "" {
			t.Errorf("the page lacks the code %s", c.Code)
		}
	}
	for _, p := range promptList() {
		if !strings.Contains(page, "`"+p.Name+"`") {
			t.Errorf("the page lacks the prompt %s", p.Name)
		}
	}
}
