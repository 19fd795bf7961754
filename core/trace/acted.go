package trace

import "encoding/json"

// Acted is what somebody else than the agent did.
type Acted struct {
	By    string `json:"by"`
	Inbox *Inbox `json:"inbox,omitempty"` // where its mails arrived
	Calls []Call `json:"calls"`
}

// Inbox says how a mail to the agent becomes a record: the collection, and the names of its fields.
type Inbox struct {
	Collection string                     `json:"collection"` // full name, such as gmail.messages
	Key        string                     `json:"key"`
	From       string                     `json:"from"`
	To         string                     `json:"to"`
	Subject    string                     `json:"subject"`
	Body       string                     `json:"body"`
	Date       string                     `json:"date"`
	Set        map[string]json.RawMessage `json:"set,omitempty"` // further fields, as they are
}
