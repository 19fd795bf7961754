package store

import (
	"context"
	"database/sql"
	"errors"

	"coworkenv.dev/coworkenv/core/fault"
)

// Meta reads a setting of the workspace; false when it was never set.
// "created_by" is the version of the program that made the workspace.
func (s *Store) Meta(ctx context.Context, key string) (value string, ok bool, err error) {
	err = s.read.one(ctx, "SELECT value FROM meta WHERE key = ?", []any{key}, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return value, err == nil, fail(err, "read setting %s", key)
}

// SetMeta writes a setting of the workspace.
func (s *Store) SetMeta(ctx context.Context, key, value string) error {
	err := required("key", key)
	if err == nil {
		err = s.change(ctx, false, func(t *tx) error {
			return t.exec("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
		})
	}
	return fail(err, "write setting %s", key)
}

// change runs do in the writer's next transaction. do may run more than once,
// each time after what it did was undone.
func (s *Store) change(ctx context.Context, durable bool, do func(*tx) error) error {
	if s.write == nil {
		return fault.New(fault.Denied, "the workspace is open read-only").WithHint("open it for writing")
	}
	return s.write.put(ctx, durable, do)
}
