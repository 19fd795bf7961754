package serve

import (
	_ "embed"
	"net/http"
)

// openAPI describes our own routes; a test holds it against the table of routes and real replies.
//
//go:embed openapi.json
var openAPI []byte

func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(openAPI) //nolint:errcheck // the client has gone
}
