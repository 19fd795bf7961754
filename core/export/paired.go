package export

// Paired checks what every target relies on: a result for each call, directly after the turn that
// made it, in its order, under an id that is declared once, and no other result. The error is an
// *Exclusion.
func (r *Record) Paired() error { return paired(r.ID, r.Messages, false) }

// paired checks messages; with open ones the last turn's calls may still wait for their results,
// as they do where that turn is what is to be learnt.
func paired(id string, messages []Message, mayWait bool) error {
	declared := map[string]bool{}
	var open []Call
	for i := range messages {
		m := &messages[i]
		if m.Role == Tool {
			if len(open) == 0 || open[0].ID != m.CallID || open[0].Name != m.Name {
				return exclude(Unpaired, "%s: message %d answers the call %q, which is not the one that is open", id, i, m.CallID)
			}
			open = open[1:]
			continue
		}
		if len(open) > 0 {
			return exclude(Unpaired, "%s: the call %q has no result before message %d", id, open[0].ID, i)
		}
		for _, c := range m.Calls {
			if c.ID == "" || declared[c.ID] {
				return exclude(Unpaired, "%s: message %d declares the call id %q again", id, i, c.ID)
			}
			declared[c.ID] = true
		}
		open = m.Calls
	}
	if len(open) > 0 && (!mayWait || messages[len(messages)-1].Role == Tool) {
		return exclude(Unpaired, "%s: the call %q has no result", id, open[0].ID)
	}
	return nil
}
