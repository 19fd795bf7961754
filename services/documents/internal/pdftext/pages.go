package pdftext

import (
	"github.com/ledongthuc/pdf"

	"coworkenv.dev/coworkenv/core/fault"
)

// maxDepth bounds the depth of the page tree and the length of the way from a page to its root.
const maxDepth = 64

// leaves returns the pages below a node of the page tree, in order.
func leaves(root pdf.Value) []pdf.Value {
	return walk(nil, root, maxDepth)
}

func walk(found []pdf.Value, node pdf.Value, depth int) []pdf.Value {
	if depth == 0 {
		refuse(fault.Invalid, "the PDF is damaged: its page tree is too deep")
	}
	kids := node.Key("Kids")
	if kids.Kind() != pdf.Array {
		if node.Kind() != pdf.Dict {
			return found
		}
		if len(found) == maxPages {
			refuse(fault.Exhausted, "it has more than %d pages", maxPages)
		}
		return append(found, node)
	}
	for i := range kids.Len() {
		found = walk(found, kids.Index(i), depth-1)
	}
	return found
}

// inherited looks an attribute up on the way from a page to the root.
func inherited(page pdf.Value, key string) pdf.Value {
	for range maxDepth {
		if v := page.Key(key); !v.IsNull() || page.IsNull() {
			return v
		}
		page = page.Key("Parent")
	}
	return pdf.Value{}
}
