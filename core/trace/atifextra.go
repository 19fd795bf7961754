package trace

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// MarshalJSON writes the caller's members and ours beside them.
func (b *atifRootBag) MarshalJSON() ([]byte, error) {
	own, err := json.Marshal(b.own)
	if err != nil {
		return nil, err
	}
	v, err := value.Parse(own)
	if err != nil {
		return nil, err
	}
	all := value.Obj(b.further.Members()...)
	all.Set(atifOwn, v)
	return value.Append(nil, all), nil
}

// UnmarshalJSON takes what is ours. The extra of other writers may hold anything.
func (b *atifRootBag) UnmarshalJSON(data []byte) error {
	own, err := ownPart(data)
	if err != nil || own == nil {
		return err
	}
	return json.Unmarshal(own, &b.own)
}

// UnmarshalJSON takes what is ours, as that of the root does.
func (b *atifStepBag) UnmarshalJSON(data []byte) error {
	own, err := ownPart(data)
	if err != nil || own == nil {
		return err
	}
	type plain atifStepBag
	return json.Unmarshal(data, (*plain)(b))
}

// ownPart is our part of an extra, nil where another program wrote it.
func ownPart(data []byte) (json.RawMessage, error) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return nil, fault.New(fault.Invalid, "extra is no object")
	}
	return parts[atifOwn], nil
}
