package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// dsn names the file and what every connection sets first. Options that SQLite
// itself reads (mode, immutable) go into more.
func dsn(path string, busy time.Duration, more url.Values, pragmas ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	u := url.URL{Scheme: "file", Path: slashed}
	q := url.Values{}
	for k, v := range more {
		q[k] = v
	}
	// The wait for locks comes first: each later pragma may need one. A foreign
	// file's own schema must not call anything.
	q.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busy.Milliseconds()))
	for _, p := range append([]string{"trusted_schema(0)", "foreign_keys(1)", "temp_store(2)"}, pragmas...) {
		q.Add("_pragma", p)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// connection is one connection and the pool of one that it belongs to.
type connection struct {
	db *sql.DB
	*sql.Conn
}

// connect opens one connection.
func connect(ctx context.Context, name string) (*connection, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, firstError(err, db.Close())
	}
	return &connection{db: db, Conn: conn}, nil
}

// close closes the connection for good.
func (c *connection) close() error {
	return firstError(c.Conn.Close(), c.db.Close())
}

func (c *connection) exec(ctx context.Context, query string, args ...any) error {
	_, err := c.ExecContext(ctx, query, args...)
	return err
}

// pragma reads a pragma's value.
func (c *connection) pragma(ctx context.Context, name string, dest any) error {
	return c.QueryRowContext(ctx, "PRAGMA "+name).Scan(dest)
}

// firstError is the first that is not nil: the cause, not what came of it.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
