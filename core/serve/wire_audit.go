package serve

import (
	"net/http"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func (w *WireService) serveAudit(rw http.ResponseWriter, _ *http.Request) {
	write(rw, http.StatusOK, typeJSON, w.Audit())
}

// Audit is the audit as the benchmark shows it: the calls that were answered with 200, then
// one list for each of the service's audit keys.
func (w *WireService) Audit() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	entries := w.world.Entries()
	out := append(make([]byte, 0, 512+512*len(entries)), `{"calls":[`...)
	first := true
	for _, e := range entries {
		if !answered(e) {
			continue
		}
		out = comma(out, &first)
		out = appendCall(out, e)
	}
	out = append(out, ']')
	for _, key := range w.decl.AuditKeys {
		out = value.AppendString(append(out, ','), key)
		out = append(out, ':', '[')
		first := true
		for _, e := range entries {
			if item := listed(e, key); item != nil {
				out = append(comma(out, &first), item...)
			}
		}
		out = append(out, ']')
	}
	return append(out, '}')
}

func comma(dst []byte, first *bool) []byte {
	if *first {
		*first = false
		return dst
	}
	return append(dst, ',')
}

// answered reports whether a call reached its handler and got a reply: what was refused for
// its form or struck by a fault is not in the benchmark's audit.
func answered(e *world.Entry) bool {
	return e.Ref != nil && e.Status == http.StatusOK && e.Fault == nil
}

func appendCall(dst []byte, e *world.Entry) []byte {
	dst = append(dst, `{"endpoint":`...)
	dst = value.AppendString(dst, e.Ref.Route)
	dst = append(dst, `,"request_body":`...)
	dst = append(dst, e.Args.JSON()...)
	spec := e.Ref.Audit
	switch {
	case spec != nil && spec.NoBody:
	case spec != nil && spec.Body != nil:
		dst = append(dst, `,"response_body":`...)
		dst = append(dst, spec.Body(e)...)
	default:
		dst = append(dst, `,"response_body":`...)
		dst = append(dst, e.Body...)
	}
	dst = append(dst, `,"timestamp":`...)
	dst = value.AppendString(dst, world.Timestamp(e.Now))
	return append(dst, '}')
}

// listed returns what a successful call adds to the list under key, nil if nothing.
func listed(e *world.Entry, key string) []byte {
	if !answered(e) || !e.Succeeded() || e.Ref.Audit == nil || e.Ref.Audit.Key != key {
		return nil
	}
	switch {
	case e.Ref.Audit.Entry != nil:
		return e.Ref.Audit.Entry(e)
	case len(e.Changes) > 0:
		return e.Changes[0].Record().JSON()
	case len(e.Shown) > 0: // a write that changed nothing still counts
		return e.Shown[0].Record.JSON()
	}
	return nil
}
