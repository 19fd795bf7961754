package task

import (
	"path"
	"strings"
)

// assets reads the list of files; Load looks at the files themselves.
func (r *reader) assets(root *Node, t *Task) {
	seen := map[string]string{}
	for _, n := range r.list(root, "assets") {
		if ok, _ := r.members(n, shapeAsset()); !ok {
			continue
		}
		a := Asset{Path: r.text(n, "path"), SHA256: strings.ToLower(r.text(n, "sha256")), MediaType: r.text(n, "media_type"), Text: r.text(n, "text"), Where: n.Path}
		if a.Path != "" {
			item, _ := n.Get("path")
			if why := badAssetPath(a.Path); why != "" {
				r.bad(CodeAssetPath, item, "write it as assets/name.ext", "%s %s", clipText(a.Path), why)
			} else if seen[a.Path] != "" {
				r.bad(CodeEqualIDs, item, "remove it", "the asset %s is listed twice", clipText(a.Path))
			}
			seen[a.Path] = "x"
		}
		if a.SHA256 != "" && !isSHA256(a.SHA256) {
			item, _ := n.Get("sha256")
			r.bad(CodeWrongValue, item, "sha256sum FILE prints it", "sha256 is 64 hexadecimal digits")
		}
		t.Assets = append(t.Assets, a)
	}
}

// badAssetPath says what is wrong with an asset's path; "" = nothing.
func badAssetPath(p string) string {
	switch {
	case strings.ContainsAny(p, "\\\x00:"):
		return "holds a character that a path may not have"
	case path.IsAbs(p):
		return "is absolute"
	case p == ".." || strings.HasPrefix(p, "../") || strings.Contains(p, "/../") || strings.HasSuffix(p, "/.."):
		return "leaves the task's folder"
	case path.Clean(p) != p || p == ".":
		return "is not a plain path"
	case len(p) > 500:
		return "is too long"
	}
	for _, c := range p {
		if c < ' ' || c == 0x7f {
			return "holds a control character"
		}
	}
	return ""
}

func isSHA256(s string) bool {
	if len(s) != 64 {
		return false
	}
	for _, c := range s {
		if !strings.ContainsRune("0123456789abcdef", c) {
			return false
		}
	}
	return true
}
