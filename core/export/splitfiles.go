package export

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// shardBytes is the size from which a new file is begun; hubs ask for files below that.
const shardBytes = 500 << 20

// splitFiles are the files of one split.
type splitFiles struct {
	dataset *Dataset
	split   Split
	units   int
	count   int
	tokens  int
	shards  []*shard
	beside  *shard // what is known of the rows, for formats whose target takes no other columns
}

func (s *splitFiles) extension() string {
	if s.dataset.options.Parquet {
		return "parquet"
	}
	return "jsonl"
}

func (s *splitFiles) write(w *Written) error {
	if s.dataset.options.Format.PerTrial {
		return s.writeDocument(w)
	}
	if n := len(s.shards); n == 0 || s.shards[n-1].bytes >= shardBytes && !s.single() {
		if n > 0 {
			if err := s.shards[n-1].close(); err != nil {
				return err
			}
		}
		next, err := s.open(fmt.Sprintf("data/%s-%05d.part", s.split, n))
		if err != nil {
			return err
		}
		s.shards = append(s.shards, next)
	}
	if s.dataset.options.Format.Aside {
		if s.beside == nil {
			var err error
			if s.beside, err = s.dataset.openShard(fmt.Sprintf("origin/%s.jsonl", s.split)); err != nil {
				return err
			}
		}
		s.beside.rows += w.Count
		if err := s.beside.text(w.aside); err != nil {
			return err
		}
	}
	return s.shards[len(s.shards)-1].add(w)
}

// single tells whether the target takes one file a split.
func (s *splitFiles) single() bool {
	return s.dataset.options.Format.Aside || s.dataset.options.Format.Name == nameLlamaFactory
}

func (s *splitFiles) open(path string) (*shard, error) {
	f, err := s.dataset.openShard(path)
	if err == nil && s.dataset.options.Parquet {
		f.parquet = newParquetFile(f, s.dataset.options.columns())
	}
	return f, err
}

func (s *splitFiles) writeDocument(w *Written) error {
	f, err := s.dataset.openShard(fmt.Sprintf("trajectories/%s/%s.json", s.split, fileName(w.Unit)))
	if err != nil {
		return err
	}
	f.rows = 1
	err = errors.Join(f.text(append(w.document, '\n')), f.close())
	s.dataset.report.Files = append(s.dataset.report.Files, f.entry())
	return err
}

// finish closes the files, and names them by how many there came to be.
func (s *splitFiles) finish() error {
	for i, f := range s.shards {
		if err := f.close(); err != nil {
			return err
		}
		final := fmt.Sprintf("data/%s-%05d-of-%05d.%s", s.split, i, len(s.shards), s.extension())
		if err := os.Rename(s.dataset.inside(f.path), s.dataset.inside(final)); err != nil {
			return fault.Wrap("", err, "write %s", final)
		}
		f.path = final
		s.dataset.report.Files = append(s.dataset.report.Files, f.entry())
	}
	if s.beside == nil {
		return nil
	}
	if err := s.beside.close(); err != nil {
		return err
	}
	s.dataset.report.Files = append(s.dataset.report.Files, s.beside.entry())
	return nil
}

// abandon closes what is open; the folder goes away with it.
func (s *splitFiles) abandon() {
	for _, f := range append(s.shards, s.beside) {
		if f != nil {
			f.file.Close() // an error changes nothing: the file is being thrown away
		}
	}
}

// shard is one file that grows.
type shard struct {
	path    string
	file    *os.File
	buf     *bufio.Writer
	sum     hash.Hash
	bytes   int64
	rows    int
	parquet *parquetFile
	closed  bool
}

func (d *Dataset) inside(path string) string { return filepath.Join(d.dir, filepath.FromSlash(path)) }

func (d *Dataset) openShard(path string) (*shard, error) {
	name := d.inside(path)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, fault.Wrap("", err, "write %s", path)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fault.Wrap("", err, "write %s", path)
	}
	return &shard{path: path, file: file, buf: bufio.NewWriterSize(file, 1<<16), sum: sha256.New()}, nil
}

// Write takes bytes of the file, for the Parquet writer.
func (f *shard) Write(b []byte) (int, error) {
	n, err := f.buf.Write(b)
	f.sum.Write(b[:n]) // a hash never returns an error
	f.bytes += int64(n)
	return n, err
}

func (f *shard) text(b []byte) error {
	if _, err := f.Write(b); err != nil {
		return fault.Wrap("", err, "write %s", f.path)
	}
	return nil
}

func (f *shard) add(w *Written) error {
	f.rows += w.Count
	if f.parquet != nil {
		return f.parquet.write(w.rows)
	}
	return f.text(w.lines)
}

func (f *shard) close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	var err error
	if f.parquet != nil {
		err = f.parquet.close()
	}
	if err = errors.Join(err, f.buf.Flush(), f.file.Close()); err != nil {
		return fault.Wrap("", err, "write %s", f.path)
	}
	return nil
}

func (f *shard) entry() File {
	return File{Path: f.path, Bytes: f.bytes, SHA256: hex.EncodeToString(f.sum.Sum(nil)), Rows: f.rows}
}
