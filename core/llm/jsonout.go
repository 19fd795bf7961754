package llm

import (
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Bounds of looking for an object in a text.
const (
	mostJSONText = 4 << 20 // bytes
	mostStarts   = 64      // braces that may begin it
)

// AskJSON asks for a JSON object, by the request's schema where it has one. The object is found by
// FindObject and not validated: what it is for decides that. Where there is none the reply is returned
// with an error of kind Invalid.
func (c *Client) AskJSON(ctx context.Context, r Request) (*value.Object, *Reply, error) {
	reply, err := c.Ask(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if reply.Cut {
		return nil, reply, fault.New(fault.Invalid, "the reply was cut by the token limit").WithHint("raise max_tokens")
	}
	o, err := FindObject(reply.Text)
	return o, reply, err
}

// FindObject finds the JSON object that a text is or holds: the text as a whole, else the first fenced
// block that is one, else the first object in it that is complete. Nothing is repaired.
func FindObject(text string) (*value.Object, error) {
	if len(text) > mostJSONText {
		return nil, fault.New(fault.Invalid, "the text has %d bytes, the most is %d", len(text), mostJSONText)
	}
	if o := objectIn(text); o != nil {
		return o, nil
	}
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "```")
		if !found {
			break
		}
		block, behind, closed := strings.Cut(after, "```")
		if _, body, lines := strings.Cut(block, "\n"); lines && closed {
			if o := objectIn(body); o != nil {
				return o, nil
			}
		}
		rest = behind
	}
	at := 0
	for range mostStarts {
		next := strings.IndexByte(text[at:], '{')
		if next < 0 {
			break
		}
		at += next
		end := objectEnd(text[at:])
		if end < 0 {
			at++
			continue
		}
		if o := objectIn(text[at : at+end]); o != nil {
			return o, nil
		}
		at++
	}
	return nil, fault.New(fault.Invalid, "the reply holds no JSON object").WithHint("ask for one JSON object and nothing else")
}

func objectIn(text string) *value.Object {
	v, err := value.Parse([]byte(strings.TrimSpace(text)))
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return nil
	}
	return o
}
