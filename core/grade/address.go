package grade

import "strings"

// address compares one mailbox; the display name is dropped and letter case ignored.
type address struct{ want string }

func buildAddress(_ *reading, a Arg, _ *argMap, _ Subject) (Matcher, *Fit) {
	raw, _ := a.Text()
	want, ok := mailbox(raw)
	if !ok {
		return nil, misvalue(a, "one mailbox such as kim@example.test")
	}
	return &address{want}, nil
}

func (m *address) Match(v any, _ bool) bool {
	switch v := v.(type) {
	case string:
		got, ok := mailbox(v)
		return ok && got == m.want
	case []any: // a list of recipients with one member
		return len(v) == 1 && m.Match(v[0], true)
	}
	return false
}

func (m *address) Why(v any, present bool) string {
	if s, ok := v.(string); ok {
		if _, one := mailbox(s); !one && strings.Contains(s, "@") {
			return "expected exactly one mailbox, " + m.want + ", " + found(v, present)
		}
	}
	return "expected the mailbox " + m.want + ", " + found(v, present)
}

func (m *address) Example() any { return m.want }

func (m *address) Spellings() []any { return others(m, addressForms(m.want)...) }

func (m *address) Near() []any {
	local, domain, _ := strings.Cut(m.want, "@")
	return wrong(m, local+"x@"+domain, local+"@x"+domain, "x"+m.want, local[:len(local)-1]+"x@"+domain,
		m.want+", someone@example.test", `"`+m.want+`" <someone@example.test>`, local, "", nil)
}

// addressForms are other ways to write a mailbox.
func addressForms(mail string) []any {
	local, domain, _ := strings.Cut(mail, "@")
	return []any{mail, "<" + mail + ">", "Some Name <" + mail + ">", `"Name, Some" <` + mail + ">", strings.ToUpper(mail),
		strings.ToUpper(local[:1]) + local[1:] + "@" + domain, " " + mail + " "}
}

// mailbox reads exactly one mailbox, with or without a display name, in lower case.
func mailbox(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, ">") {
		open := strings.LastIndexByte(s, '<')
		if open < 0 || !displayName(strings.TrimSpace(s[:open])) {
			return "", false
		}
		s = strings.TrimSpace(s[open+1 : len(s)-1])
	}
	at := strings.IndexByte(s, '@')
	if at <= 0 || at == len(s)-1 || strings.IndexByte(s[at+1:], '@') >= 0 || strings.ContainsAny(s, " \t\r\n,;<>()\"'") {
		return "", false
	}
	return strings.ToLower(s), true
}

// displayName accepts a name before a mailbox: quoted, or without anything that could be
// another mailbox.
func displayName(s string) bool {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return !strings.Contains(strings.ReplaceAll(s[1:len(s)-1], `\"`, ""), `"`)
	}
	return !strings.ContainsAny(s, "<>,;@\"\r\n")
}

// mailboxes splits a list of recipients in one text at commas and semicolons outside quotes.
func mailboxes(s string) []any {
	var out []any
	quoted, start := false, 0
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case (s[i] == ',' || s[i] == ';') && !quoted:
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[start:]))
}
