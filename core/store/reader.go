package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"iter"
	"sync"
)

const (
	maxReaders = 4
	// pageRows is how many rows an iterator reads at a time. Between pages it
	// holds no connection, so a slow consumer blocks neither readers nor the
	// journal, and may read and write the store itself.
	pageRows = 500
	// pageBodies is the same for rows with a body of some 30 KB.
	pageBodies = 32
)

// scanner is a row being read.
type scanner interface{ Scan(dest ...any) error }

// reader is the pool of reading connections.
type reader struct {
	db     *sql.DB
	mu     sync.Mutex
	stmts  map[string]*sql.Stmt
	closed bool
}

func newReader(name string) (*reader, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(maxReaders)
	db.SetMaxIdleConns(maxReaders)
	return &reader{db: db, stmts: map[string]*sql.Stmt{}}, nil
}

// stmt compiles constant SQL once.
func (r *reader) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed()
	}
	if s, ok := r.stmts[query]; ok {
		return s, nil
	}
	s, err := r.db.PrepareContext(ctx, query)
	if err == nil {
		r.stmts[query] = s
	}
	return s, err
}

// one reads one row of constant SQL; sql.ErrNoRows when there is none.
func (r *reader) one(ctx context.Context, query string, args []any, dest ...any) error {
	s, err := r.stmt(ctx, query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(ctx, args...).Scan(dest...)
}

// each reads all rows of constant SQL.
func (r *reader) each(ctx context.Context, query string, args []any, scan func(scanner) error) error {
	s, err := r.stmt(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return drain(rows, scan)
}

// eachOnce reads all rows of SQL that was put together for this call.
func (r *reader) eachOnce(ctx context.Context, query string, args []any, scan func(scanner) error) error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return errClosed()
	}
	rows, err := r.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	return drain(rows, scan)
}

// drain reads all rows, or as many as scan wants: io.EOF from it ends the
// reading without an error.
func drain(rows *sql.Rows, scan func(scanner) error) error {
	for rows.Next() {
		if err := scan(rows); errors.Is(err, io.EOF) {
			return rows.Close()
		} else if err != nil {
			return firstError(err, rows.Close())
		}
	}
	return firstError(rows.Err(), rows.Close())
}

func (r *reader) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	var first error
	for _, s := range r.stmts {
		first = firstError(first, s.Close())
	}
	return firstError(first, r.db.Close())
}

// paged turns the reading of pages into one sequence: fetch reads the page
// after a key (start for the first) and returns its rows and the last one's
// key. A page of fewer than size rows is the last. An error ends the sequence.
func paged[T, K any](size int, start K, fetch func(after K) ([]T, K, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for after := start; ; {
			rows, last, err := fetch(after)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if len(rows) < size {
				return
			}
			after = last
		}
	}
}
