package world

// Type is what a field or parameter holds. Scalars of a task file are read as text and
// typed by it, so that 0412 stays an id and 15:00 a clock time.
type Type uint8

// The types. Their Go form in expressions is given in brackets.
const (
	Text    Type = iota + 1 // free text [string]
	ID                      // an identifier: whole string, case and zeros kept [string]
	Address                 // one mailbox [string]
	Int                     // whole number [int]
	Number                  // number without claim to exactness: rates, shares [float64]
	Amount                  // exact decimal: prices, sums [value.Decimal]
	Bool                    // true or false [bool]
	Day                     // calendar day, YYYY-MM-DD [value.Day]
	Instant                 // date-time with offset, RFC 3339 [time.Time]
	Tree                    // any JSON value [any]
)

var typeNames = [...]string{"", "text", "id", "address", "int", "number", "amount", "bool", "date", "datetime", "json"}

// String returns the name used in documentation and error messages.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "?"
}
