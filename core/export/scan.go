package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// Scan looks through all texts of a record.
func Scan(r *Record) []Leak {
	var out []Leak
	look := func(s string, where func() string) {
		for _, f := range scanText(s) {
			f.Trial, f.Where = r.ID, where()
			out = append(out, f)
		}
	}
	for i := range r.Messages {
		m := &r.Messages[i]
		where := func() string { return fmt.Sprintf("message %d (%s)", i, m.Role) }
		look(m.Content, where)
		look(m.Reasoning, func() string { return where() + " reasoning" })
		for j := range m.Calls {
			c := &m.Calls[j]
			inCall := func() string { return where() + " call " + c.Name }
			scanValue(c.Arguments, func(s string) { look(s, inCall) })
		}
	}
	look(r.Source.Attribution, func() string { return "attribution" })
	return out
}

// scanValue hands over the texts of a JSON value, names included: escapes would hide what they
// hold.
func scanValue(v any, look func(string)) {
	switch v := v.(type) {
	case string:
		look(v)
	case []any:
		for _, item := range v {
			scanValue(item, look)
		}
	case *value.Object:
		for _, m := range v.Members() {
			look(m.Name)
			scanValue(m.Value, look)
		}
	}
}

// scanText looks through a text, and through its plainer form where it has one.
func scanText(s string) []Leak {
	out := scanPlain(s)
	p := plainer(s)
	if p == s {
		return out
	}
	for _, f := range scanPlain(p) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// plainer writes escapes of JSON within a text (a reply that was encoded twice) and full-width
// signs as what they stand for: both hide an address from who looks for an "@".
func plainer(s string) string {
	if !strings.Contains(s, `\u`) && !strings.Contains(s, fullWidth) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], `\u`) && len(s) >= i+6 {
			if code, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(rune(code)) // half of a pair becomes U+FFFD, which is in no address
				i += 6
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r > '\uff00' && r < '\uff5f' {
			b.WriteRune(r - '\uff01' + '!')
		} else {
			b.WriteString(s[i : i+size]) // bytes that are no UTF-8 among them
		}
		i += size
	}
	return b.String()
}

// fullWidth begins every full-width sign up to U+FF3F, "＠" among them.
const fullWidth = "\xef\xbc"

// scanPlain goes over a text once; what it looks for begins with, or holds, one of few bytes.
func scanPlain(s string) []Leak {
	var out []Leak
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '@':
			if a := addressAt(s, i); a != "" && !reservedDomain(a) {
				out = append(out, Leak{Kind: LeakEmail, Text: a})
			}
		case '/', '\\':
			if p := homeAt(s, i); p != "" {
				out = append(out, Leak{Kind: LeakPath, Text: p})
			}
		case '_', '-', 'A', 'J':
			if k := secretAt(s, i); k != "" {
				out = append(out, Leak{Kind: LeakSecret, Text: k[:min(len(k), shownOfSecret)] + "…"})
			}
		}
	}
	return out
}

const shownOfSecret = 8

// addressAt returns the e-mail address around an "@", "" where there is none. Letters are those of
// Latin scripts: in others, addresses stand within the text without a blank.
func addressAt(s string, at int) string {
	from := at
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:from])
		if !latin(r) && !strings.ContainsRune("._%+-'", r) {
			break
		}
		from -= size
	}
	for from < at && strings.IndexByte(".'", s[from]) >= 0 {
		from++
	}
	to := at + 1
	for to < len(s) {
		r, size := utf8.DecodeRuneInString(s[to:])
		if !latin(r) && r != '.' && r != '-' {
			break
		}
		to += size
	}
	domain := strings.TrimRight(s[at+1:to], ".-")
	dot := strings.LastIndexByte(domain, '.')
	if from == at || dot <= 0 || len(domain)-dot-1 < 2 || strings.ContainsAny(domain[dot+1:], "0123456789_") {
		return ""
	}
	return s[from:at] + "@" + domain
}

func latin(r rune) bool {
	return r < utf8.RuneSelf && isWord(byte(r)) || r >= 0xc0 && r < 0x250
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// reservedDomain tells whether an address lies below a name that the registries keep free for
// examples and tests (RFC 2606, RFC 6761), so that it reaches nobody.
func reservedDomain(address string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	for _, top := range []string{"test", "example", "invalid", "localhost", "example.com", "example.org", "example.net"} {
		if domain == top || strings.HasSuffix(domain, "."+top) {
			return true
		}
	}
	return false
}

// homeAt returns the home folder that begins at a slash or, on Windows, holds the first backslash.
func homeAt(s string, i int) string {
	if s[i] == '\\' {
		return windowsHome(s, i)
	}
	if i > 0 && (isWord(s[i-1]) || strings.IndexByte("/.-:", s[i-1]) >= 0) {
		return "" // a part of a longer path or of an address on the web
	}
	for _, root := range []string{"/home/", "/Users/"} {
		if name := pathName(s, i, root); name != "" && name != "Shared" {
			return root + name
		}
	}
	if strings.HasPrefix(s[i:], "/root/") {
		return "/root/"
	}
	return ""
}

func pathName(s string, i int, root string) string {
	if !strings.HasPrefix(s[i:], root) {
		return ""
	}
	from := i + len(root)
	to := from
	for to < len(s) && (isWord(s[to]) || s[to] >= utf8.RuneSelf || s[to] == '.' || s[to] == '-') {
		to++
	}
	return s[from:to]
}

func windowsHome(s string, i int) string {
	if i < 2 || s[i-1] != ':' || (s[i-2]|0x20) < 'a' || (s[i-2]|0x20) > 'z' {
		return ""
	}
	for _, root := range []string{`\Users\`, `\\Users\\`} {
		if name := pathName(s, i, root); name != "" && name != "Public" {
			return s[i-2:i] + root + name
		}
	}
	return ""
}
