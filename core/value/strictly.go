package value

import (
	"encoding/json"
	"errors"
	"io"
)

// Strictly decodes one JSON document by encoding/json, for files and bodies whose members are all
// known: an unknown member is an error, and so is anything behind the document, be it a lone
// bracket, which Decoder.More takes for an end. Where there is nothing at all it is io.EOF.
func Strictly(r io.Reader, into any) error {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	switch _, err := dec.Token(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil && !errors.As(err, new(*json.SyntaxError)):
		return err // of the reader: too large, broken off
	}
	return errors.New("something stands behind the JSON document")
}
