package value

import "net/mail"

// ReadAddress returns the address that a text is or holds, such as ada@example.com in
// "Ada <ada@example.com>"; ok is false where it is not exactly one.
func ReadAddress(s string) (address string, ok bool) {
	if plainAddress(s) { // nearly all are, and the grammar's reader takes its time
		return s, true
	}
	a, err := mail.ParseAddress(s)
	if err != nil {
		return "", false
	}
	return a.Address, true
}

// plainAddress reports whether s is an address in its usual form, such as ada.b-c@example.com, which
// every reader of addresses takes as it is. It may be an address where it is not in that form.
func plainAddress(s string) bool {
	at, atom := false, false // an @ came; the atom before i has a letter
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '+':
			atom = true
		case atom && (c == '.' || c == '@' && !at):
			at, atom = at || c == '@', false
		default:
			return false
		}
	}
	return at && atom
}
