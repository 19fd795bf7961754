package curate

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// textFields are the members of a JSON line that may hold its request, the first present counts.
var textFields = [...]string{"request", "prompt", "instruction", "question", "text"}

// ReadTexts hands every request of a file to add: with asJSON each line is a JSON string, or an
// object with a text named request, prompt, instruction, question or text; else each line is a
// request. Blank lines are passed over. Errors: Invalid with the line.
func ReadTexts(r io.Reader, asJSON bool, add func(text string)) error {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		text := string(line)
		if err == nil && asJSON && strings.TrimSpace(text) != "" {
			text, err = requestOf(line)
		}
		if err != nil {
			return fault.Wrap("", err, "line %d", n)
		}
		if strings.TrimSpace(text) != "" {
			add(text)
		}
	}
}

func requestOf(line []byte) (string, error) {
	var text string
	if json.Unmarshal(line, &text) == nil {
		return text, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return "", fault.Wrap(fault.Invalid, err, "read JSON").WithHint("each line is a string or an object")
	}
	for _, name := range textFields {
		if json.Unmarshal(members[name], &text) == nil && text != "" {
			return text, nil
		}
	}
	return "", fault.New(fault.Invalid, "the object names no request").WithHint("it needs a text named %s", strings.Join(textFields[:], ", "))
}
