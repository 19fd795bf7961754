package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// EntryKind says what an entry of the journal records.
type EntryKind string

// The kinds of entries.
const (
	Sent  EntryKind = "sent"  // a request, before it goes out
	Got   EntryKind = "got"   // what one attempt brought
	Reuse EntryKind = "reuse" // a reply that came from the cache
)

// Entry is one line of the journal. Exchange joins a request's entries.
type Entry struct {
	Kind     EntryKind         `json:"kind"`
	Exchange string            `json:"exchange"`
	At       time.Time         `json:"at"`
	Attempt  int               `json:"attempt,omitempty"` // from 1
	Profile  string            `json:"profile"`
	Role     Role              `json:"role,omitempty"`
	Model    string            `json:"model,omitempty"`
	Label    string            `json:"label,omitempty"`
	Sample   int               `json:"sample,omitempty"`
	Key      string            `json:"key,omitempty"`    // of the cache: equal requests have equal keys
	Body     json.RawMessage   `json:"body,omitempty"`   // sent: what goes out, to the byte but for keys
	Status   int               `json:"status,omitempty"` // got: HTTP status, 0 = no response
	Header   map[string]string `json:"header,omitempty"` // got: those that tell of limits and ids
	Raw      string            `json:"raw,omitempty"`    // got: the response as received
	Class    Class             `json:"class,omitempty"`  // got: of a failure, "" = a reply
	Error    string            `json:"error,omitempty"`  // got: of a failure
	Latency  time.Duration     `json:"latency_ns,omitempty"`
	Usage    *trace.Usage      `json:"usage,omitempty"`
	Cost     *Cost             `json:"cost,omitempty"`
}

// mostFile is the size at which a journal goes on in another file.
const mostFile = 64 << 20

// Journal writes down every request and reply, in JSON lines files of a folder: one writer a file, so
// that any number of processes may share the folder. It is safe for many goroutines.
type Journal struct {
	dir   string
	clock det.Clock

	mu   sync.Mutex
	file *os.File
	size int64
	base string // of the exchanges' ids
	n    int
}

// OpenJournal is a journal in a folder. It makes no file before there is something to write.
func OpenJournal(dir string, clock det.Clock) *Journal { return &Journal{dir: dir, clock: clock} }

// Close closes the file.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// exchange makes the id of a request.
func (j *Journal) exchange() (string, error) {
	if j == nil {
		return "", nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.ready(); err != nil {
		return "", err
	}
	j.n++
	return fmt.Sprintf("%s-%d", j.base, j.n), nil
}

// write appends an entry.
func (j *Journal) write(e Entry, r redactor) error {
	if j == nil {
		return nil
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	e.At = j.clock.Now().UTC()
	r.entry(&e)
	if err := enc.Encode(e); err != nil {
		return fault.Wrap(fault.Internal, err, "write the journal")
	}
	data := line.Bytes()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.ready(); err != nil {
		return err
	}
	n, err := j.file.Write(data)
	j.size += int64(n)
	if err != nil {
		return fault.Wrap("", err, "write the journal")
	}
	return nil
}

// ready opens the next file where there is none with room. Its name is the time, and is nobody
// else's.
func (j *Journal) ready() error {
	if j.file != nil && j.size < mostFile {
		return nil
	}
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return fault.Wrap("", err, "open the journal")
	}
	var old error
	if j.file != nil {
		old = j.file.Close()
		j.file = nil
	}
	stamp := j.clock.Now().UTC().Format("20060102T150405Z")
	for n := 1; ; n++ {
		base := fmt.Sprintf("%s-%d", stamp, n)
		f, err := os.OpenFile(filepath.Join(j.dir, base+".jsonl"), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if errors.Is(err, fs.ErrExist) && n < 1e6 {
			continue
		}
		if err != nil || old != nil {
			return fault.Wrap("", errors.Join(old, err), "open the journal")
		}
		j.file, j.size, j.base, j.n = f, 0, base, 0
		return nil
	}
}

// keptHeaders are the response's headers that the journal keeps.
func keptHeaders(h http.Header) map[string]string {
	var out map[string]string
	for _, name := range []string{"Content-Type", "Retry-After", "X-Request-Id", "X-Ratelimit-Limit-Requests", "X-Ratelimit-Remaining-Requests",
		"X-Ratelimit-Remaining-Tokens", "X-Ratelimit-Reset-Requests", "X-Ratelimit-Reset-Tokens"} {
		if v := h.Get(name); v != "" {
			if out == nil {
				out = map[string]string{}
			}
			out[name] = clip(v, 200)
		}
	}
	return out
}
