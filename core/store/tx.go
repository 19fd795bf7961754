package store

import (
	"context"
	"database/sql"
)

// tx is the writer's connection within a transaction, with its statements
// compiled once. Only constant SQL goes through it.
type tx struct {
	ctx   context.Context
	conn  *connection
	stmts map[string]*sql.Stmt
}

func newTx(conn *connection) *tx {
	// Not the caller's context: a write that has begun is finished, and a
	// context that can end costs a goroutine a statement.
	return &tx{ctx: context.Background(), conn: conn, stmts: map[string]*sql.Stmt{}}
}

func (t *tx) stmt(query string) (*sql.Stmt, error) {
	if s, ok := t.stmts[query]; ok {
		return s, nil
	}
	s, err := t.conn.PrepareContext(t.ctx, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.run(query, args...)
	return err
}

// run executes and returns the result, for a row id or a count.
func (t *tx) run(query string, args ...any) (sql.Result, error) {
	s, err := t.stmt(query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(t.ctx, args...)
}

// count executes and returns how many rows it changed.
func (t *tx) count(query string, args ...any) (int64, error) {
	res, err := t.run(query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// one reads one row into dest; sql.ErrNoRows when there is none.
func (t *tx) one(query string, args []any, dest ...any) error {
	s, err := t.stmt(query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(t.ctx, args...).Scan(dest...)
}

// each reads all rows.
func (t *tx) each(query string, args []any, scan func(scanner) error) error {
	s, err := t.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(t.ctx, args...)
	if err != nil {
		return err
	}
	return drain(rows, scan)
}

func (t *tx) close() error {
	var first error
	for _, s := range t.stmts {
		first = firstError(first, s.Close())
	}
	return first
}
