package export

import "strings"

// token is the shape of one kind of key: what it begins with, and how many characters follow at
// least.
type token struct {
	prefix string
	least  int
	upper  bool // capital letters and digits alone, and no more than least
}

// tokens are keys that can be told from other text by themselves. Guesses at what else may be a
// password would stop every export of office mail.
var tokens = [...]token{
	{"ghp_", 30, false}, {"gho_", 30, false}, {"ghs_", 30, false}, {"ghu_", 30, false}, {"github_pat_", 40, false}, {"glpat-", 20, false},
	{"sk-", 32, false}, {"sk_live_", 20, false}, {"rk_live_", 20, false}, {"hf_", 30, false}, {"npm_", 30, false},
	{"xoxb-", 20, false}, {"xoxp-", 20, false}, {"xoxa-", 20, false}, {"AKIA", 16, true}, {"ASIA", 16, true}, {"AIza", 35, false},
}

// secretAt returns the key of which byte i, one of "_-AJ", is the first of its kind; so each is
// found once.
func secretAt(s string, i int) string {
	switch s[i] {
	case '-':
		if strings.HasPrefix(s[i:], "-----BEGIN ") && strings.Contains(s[i:min(len(s), i+64)], "PRIVATE KEY-----") {
			return s[i : i+11]
		}
	case 'J':
		return webToken(s, i-2)
	}
	for _, t := range &tokens {
		at := strings.IndexByte(t.prefix, s[i])
		from := i - at
		if at < 0 || from < 0 || at > 0 && s[i-1] != t.prefix[at-1] || !strings.HasPrefix(s[from:], t.prefix) || from > 0 && isWord(s[from-1]) {
			continue
		}
		body := s[from+len(t.prefix):]
		n, digits := keyLength(body, t.upper)
		if n >= t.least && digits && (!t.upper || n == t.least) {
			return s[from : from+len(t.prefix)+n]
		}
	}
	return ""
}

// keyLength counts the characters of a key; one without any digit is a word.
func keyLength(s string, upper bool) (n int, digits bool) {
	for n < len(s) {
		c := s[n]
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case c >= 'A' && c <= 'Z':
		case !upper && (c >= 'a' && c <= 'z' || c == '_' || c == '-'):
		default:
			return n, digits
		}
		n++
	}
	return n, digits
}

// webToken returns the JSON web token that begins at i: two parts that are JSON in base 64, and a
// signature.
func webToken(s string, i int) string {
	if i < 0 || !strings.HasPrefix(s[i:], "eyJ") || i > 0 && isWord(s[i-1]) {
		return ""
	}
	head, _ := keyLength(s[i:], false)
	rest := s[i+head:]
	if head < 12 || !strings.HasPrefix(rest, ".eyJ") {
		return ""
	}
	body, _ := keyLength(rest[1:], false)
	if body < 12 || !strings.HasPrefix(rest[1+body:], ".") {
		return ""
	}
	return s[i : i+head+1+body]
}
