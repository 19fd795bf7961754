package store

import (
	"encoding/json"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// micros is an instant as a column holds it.
func micros(t time.Time) int64 { return t.UnixMicro() }

// instant reads a column of micros.
func instant(us int64) time.Time { return time.UnixMicro(us).UTC() }

// optional is nil for the zero instant.
func optional(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return micros(t)
}

// listColumn writes a list of strings as JSON.
func listColumn(list []string) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	raw, err := json.Marshal(list)
	return string(raw), err
}

// parseList reads a column of listColumn. Nearly all are lists of plain names,
// which need no JSON decoder: a listing of 10,000 tasks reads 20,000 of them.
func parseList(column string) ([]string, error) {
	if column == "[]" {
		return nil, nil
	}
	if plain := len(column) > 4 && !strings.ContainsAny(column, "\\\x00 \t\n"); plain &&
		strings.HasPrefix(column, `["`) && strings.HasSuffix(column, `"]`) {
		parts := strings.Split(column[2:len(column)-2], `","`)
		if !strings.Contains(strings.Join(parts, ""), `"`) {
			return parts, nil
		}
	}
	var list []string
	if err := json.Unmarshal([]byte(column), &list); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read a list").WithHint("%s", hintDamaged)
	}
	return list, nil
}

// jsonColumn checks that raw is one JSON value; empty becomes null.
func jsonColumn(what string, raw json.RawMessage) (string, error) {
	if len(raw) == 0 {
		return "null", nil
	}
	if !json.Valid(raw) {
		return "", fault.New(fault.Invalid, "%s is not JSON", what).WithHint("encode it with encoding/json")
	}
	return string(raw), nil
}

func boolColumn(b bool) int {
	if b {
		return 1
	}
	return 0
}

// required refuses empty values; pairs are name, value, name, value ...
func required(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			return fault.New(fault.Invalid, "%s is empty", pairs[i]).WithHint("give it a value")
		}
	}
	return nil
}
