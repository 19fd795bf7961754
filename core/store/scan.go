package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// The types below let Scan fill fields of other types straight from a column.

// listValue reads a JSON list of strings.
type listValue []string

func (v *listValue) Scan(src any) error {
	s, err := textOf(src)
	if err != nil {
		return err
	}
	*v, err = parseList(s)
	return err
}

// jsonValue reads JSON text; null becomes empty.
type jsonValue json.RawMessage

func (v *jsonValue) Scan(src any) error {
	s, err := textOf(src)
	if err != nil {
		return err
	}
	*v = nil
	if s != "null" {
		*v = jsonValue(s)
	}
	return nil
}

// timeValue reads microseconds; NULL becomes the zero time.
type timeValue time.Time

func (v *timeValue) Scan(src any) error {
	switch us := src.(type) {
	case nil:
		*v = timeValue{}
	case int64:
		*v = timeValue(instant(us))
	default:
		return fmt.Errorf("read an instant: column holds a %T", src)
	}
	return nil
}

// seedValue reads a seed, whose 64 bits a column holds as a signed number.
type seedValue uint64

func (v *seedValue) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("read a seed: column holds a %T", src)
	}
	*v = seedValue(n)
	return nil
}

// nullable reads an integer that may be missing.
type nullable struct{ to **int64 }

func (v nullable) Scan(src any) error {
	*v.to = nil
	switch n := src.(type) {
	case nil:
	case int64:
		*v.to = &n
	default:
		return fmt.Errorf("read a number: column holds a %T", src)
	}
	return nil
}

func textOf(src any) (string, error) {
	switch s := src.(type) {
	case string:
		return s, nil
	case []byte:
		return string(s), nil
	}
	return "", fmt.Errorf("read text: column holds a %T", src)
}
