package llm

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
)

// shortestKey is the shortest text that is taken for a key. Shorter ones ("none", "EMPTY") are what
// people give servers that want a key and check none; looking for them would spoil common words.
const shortestKey = 8

// redacted stands where a key stood.
const redacted = "[key]"

// withheld stands for a stream that spelled the key over several events, where no part of it can be
// told from other text.
const withheld = "[the stream repeated the key and is not kept]"

// redactor takes a key out of whatever is kept or shown: servers repeat keys in their errors.
type redactor struct{ forms []string }

func newRedactor(key string) redactor {
	if len(key) < shortestKey {
		return redactor{}
	}
	forms := []string{quoted(key, true), quoted(key, false), url.QueryEscape(key), base64.StdEncoding.EncodeToString([]byte(key)), key}
	return redactor{forms}
}

// quoted is the key as it stands within a JSON string.
func quoted(key string, html bool) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(html)
	if enc.Encode(key) != nil {
		return key // a string always encodes
	}
	text := strings.TrimSuffix(out.String(), "\n")
	return text[1 : len(text)-1]
}

func (r redactor) text(s string) string {
	for _, f := range r.forms {
		s = strings.ReplaceAll(s, f, redacted)
	}
	return s
}

// entry takes the key out of what an endpoint or a request brought into an entry.
func (r redactor) entry(e *Entry) {
	if len(r.forms) == 0 {
		return
	}
	e.Body, e.Raw, e.Error, e.Label = []byte(r.text(string(e.Body))), r.text(e.Raw), r.text(e.Error), r.text(e.Label)
	if len(e.Body) == 0 {
		e.Body = nil
	}
	for name, v := range e.Header {
		e.Header[name] = r.text(v)
	}
}

// reply takes the key out of a reply, and tells whether it was there.
func (r redactor) reply(w *wireReply) bool {
	found := false
	mend := func(s *string) {
		clean := r.text(*s)
		found = found || clean != *s
		*s = clean
	}
	for _, s := range []*string{&w.Model, &w.Text, &w.Reasoning, &w.Refusal, &w.Finish} {
		mend(s)
	}
	for i := range w.Calls {
		for _, s := range []*string{&w.Calls[i].ID, &w.Calls[i].Name, &w.Calls[i].Args} {
			mend(s)
		}
	}
	for i := range w.Parts {
		part := string(w.Parts[i])
		mend(&part)
		w.Parts[i] = []byte(part)
	}
	return found
}
