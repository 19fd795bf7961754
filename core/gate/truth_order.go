package gate

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/task"
)

// orderReversed evaluates everything over records in the other order. A fact that takes the first
// of several equal ones is another then, although the data say the same.
func (t *truth) orderReversed() error {
	v, err := t.b.Vary(task.Variation{Reversed: true})
	if err != nil {
		return err
	}
	failed, changed := map[string]bool{}, map[string]bool{}
	for i := range t.b.Task.Facts {
		name := t.b.Task.Facts[i].Name
		was, _ := t.b.Fact("", name)
		is, _ := v.Fact("", name)
		switch {
		case v.FactError(name) != nil:
			failed[name] = true
		case string(appendSorted(nil, t.b.JSON(was))) != string(appendSorted(nil, t.b.JSON(is))):
			changed[name] = true
		}
	}
	demands := t.s.demanding()
	for i := range demands {
		d := &demands[i]
		decides := d.check.Weight > 0 && (intersects(d.names, changed) || intersects(d.names, failed)) && d.differs(v, failed)
		if decides {
			t.s.find(Warning, OrderDecides, d.check.Path, fmt.Sprintf("what %s asks for depends on the order in which records are listed", d.check.ID), nil)
		}
		t.tried("order_reversed", decides)
	}
	return nil
}
