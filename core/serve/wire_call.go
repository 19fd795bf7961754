package serve

import (
	"io"
	"net/http"

	"coworkenv.dev/coworkenv/core/world"
)

// serveTool answers the route of a tool.
func (w *WireService) serveTool(tool string) func(http.ResponseWriter, *http.Request) {
	return func(rw http.ResponseWriter, r *http.Request) {
		body, refused := readBody(r)
		if refused != 0 {
			rw.Header()["Connection"] = []string{"close"}
			detail := `{"detail":"There was an error parsing the body"}`
			if refused == http.StatusRequestEntityTooLarge {
				detail = `{"detail":"Request body too large"}`
			}
			write(rw, refused, typeJSON, []byte(detail))
			return
		}
		e := w.call(tool, body, r.Header)
		if len(e.Body) > shortReply {
			write(rw, e.Status, typeJSON, e.Body)
			return
		}
		rw.Header()["Content-Type"] = typeJSON
		rw.WriteHeader(e.Status)
		rw.Write(e.Body) // an error means that the client has gone: nobody is left to tell
	}
}

// shortReply is the length up to which net/http counts a reply by itself, which costs less
// than telling it.
const shortReply = 2048

// readBody returns the whole body in bytes of its own, since the audit keeps them, or the
// status that refuses it.
func readBody(r *http.Request) (body []byte, refused int) {
	n := r.ContentLength
	switch {
	case n == 0:
		return nil, 0
	case n > world.MaxWireBody:
		return nil, http.StatusRequestEntityTooLarge
	case n > 0:
		body = make([]byte, n)
		if _, err := io.ReadFull(r.Body, body); err != nil {
			return nil, http.StatusBadRequest
		}
		return body, 0
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, world.MaxWireBody+1))
	switch {
	case err != nil:
		return nil, http.StatusBadRequest
	case len(body) > world.MaxWireBody:
		return nil, http.StatusRequestEntityTooLarge
	}
	return body, 0
}

func (w *WireService) serveReset(rw http.ResponseWriter, _ *http.Request) {
	w.mu.Lock()
	err := w.load()
	w.mu.Unlock()
	if err != nil {
		write(rw, http.StatusInternalServerError, typeText, []byte("Internal Server Error: "+err.Error()))
		return
	}
	write(rw, http.StatusOK, typeJSON, []byte(`{"status":"reset"}`))
}
