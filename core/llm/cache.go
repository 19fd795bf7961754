package llm

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Cache keeps responses by what they are responses to. Implementations are safe for many goroutines.
type Cache interface {
	// Get returns what was put under a key; ok is false where nothing was. An error of kind Invalid
	// means that what is there is damaged; it counts as nothing.
	Get(key string) (data []byte, ok bool, err error)
	Put(key string, data []byte) error
}

// cacheVersion is part of every key, and changes with what is kept.
const cacheVersion = "coworkenv.reply/v1"

// digest is the key of a request: all that decides the reply, and nothing else. Whether it is streamed,
// how its reply is read and which key pays for it decide nothing.
func (p *Profile) digest(body *value.Object, sample int) string {
	all := value.Obj(value.Member{Name: "version", Value: cacheVersion}, value.Member{Name: "base_url", Value: p.BaseURL},
		value.Member{Name: "sample", Value: value.Int(int64(sample))}, value.Member{Name: "body", Value: body})
	return det.SHA256Hex(value.AppendCanonical(nil, all))
}

// FolderCache is a cache of one file a reply, shared by all processes that name the folder.
type FolderCache struct{ Dir string }

// cached is one file.
type cached struct {
	Key   string          `json:"key"`
	Sum   string          `json:"sum"` // of Reply
	Reply json.RawMessage `json:"reply"`
}

func (c FolderCache) file(key string) string {
	return filepath.Join(c.Dir, key[:2], key+".json")
}

// Get reads the reply under a key.
func (c FolderCache) Get(key string) ([]byte, bool, error) {
	data, err := os.ReadFile(c.file(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fault.Wrap("", err, "read the reply cache")
	}
	var f cached
	if err := json.Unmarshal(data, &f); err != nil || f.Key != key || f.Sum != det.SHA256Hex(f.Reply) {
		return nil, false, fault.New(fault.Invalid, "a file of the reply cache is damaged: %s", key)
	}
	return f.Reply, true, nil
}

// Put keeps a reply, whole or not at all.
func (c FolderCache) Put(key string, data []byte) error {
	file := c.file(key)
	data, err := json.Marshal(json.RawMessage(data)) // as the file will hold it
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "keep a reply")
	}
	line, err := json.Marshal(cached{key, det.SHA256Hex(data), data})
	if err != nil {
		return fault.Wrap(fault.Internal, err, "keep a reply")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fault.Wrap("", err, "keep a reply")
	}
	t, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return fault.Wrap("", err, "keep a reply")
	}
	_, err = t.Write(line)
	err = errors.Join(err, t.Close())
	if err == nil {
		err = os.Rename(t.Name(), file)
	}
	if err != nil {
		return fault.Wrap("", errors.Join(err, os.Remove(t.Name())), "keep a reply")
	}
	return nil
}

// Purge removes replies kept before a time, and returns how many.
func (c FolderCache) Purge(before time.Time) (int, error) {
	n := 0
	err := filepath.WalkDir(c.Dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		info, err := d.Info()
		if err != nil || !info.ModTime().Before(before) {
			return err
		}
		n++
		return os.Remove(file)
	})
	if err != nil {
		return n, fault.Wrap("", err, "purge the reply cache")
	}
	return n, nil
}
