package llm

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// NewRecorded serves what a journal holds: a request gets what the same request got when it was
// recorded, oddities and all, in their order and the last one for ever after. Failures are left out, so
// that a run goes as it went once its retries were over. path is a journal's folder or one of its
// files.
func NewRecorded(path string) (*Scripted, error) {
	bodies := map[string]string{} // by exchange: what the request asks
	answers := map[string][]Answer{}
	var bad error
	err := ReadJournal(path, func(e Entry) bool {
		switch {
		case e.Kind == Sent:
			bodies[e.Exchange], bad = question(e.Body)
		case e.Kind == Got && e.Class == "" && bodies[e.Exchange] != "":
			raw := value.AppendString(nil, e.Raw)
			key := bodies[e.Exchange]
			answers[key] = append(answers[key], Answer{Raw: raw, kind: e.Header["Content-Type"]})
		}
		return bad == nil
	})
	if err != nil || bad != nil {
		return nil, fault.Wrap("", firstOf(err, bad), "read the recording")
	}
	if len(answers) == 0 {
		return nil, fault.New(fault.NotFound, "the recording %s holds no reply", path).WithHint("give a folder or file of a journal")
	}
	given := map[string]int{}
	e := NewScriptedFunc(nil)
	e.answer = func(a *Asked) (Answer, bool) { // called under e.mu
		key, err := question(a.Body)
		list := answers[key]
		if err != nil || len(list) == 0 {
			return Answer{}, false
		}
		n := min(given[key], len(list)-1)
		given[key]++
		return list[n], true
	}
	return e, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// question is what a request asks, whatever model it asks: a recording plays under another name.
func question(body []byte) (string, error) {
	v, err := value.Parse(body)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return "", fault.Wrap(fault.Invalid, err, "a recorded request is no JSON object")
	}
	o = o.Clone()
	o.Delete("model")
	return string(value.AppendCanonical(nil, o)), nil
}
