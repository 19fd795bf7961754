package export

// Kind is the type of a column or of a part of one.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota + 1
	Whole       // a whole number from 0
	Real        // a decimal number
	Flag        // true or false
	Any         // a JSON value of any shape; in Parquet its text
	List        // of one kind
	Struct      // named parts, each of which may be absent
)

// Column is one column of a format's rows, or a part of one. Declared shapes go into the data
// card and into Parquet files, so that no reader has to guess them from the first rows: guessing
// pads the arguments of one tool with the names of another's.
type Column struct {
	Name string
	Kind Kind
	Of   []Column // List: one, its name unused; Struct: the parts
}

func text(name string) Column    { return Column{Name: name, Kind: Text} }
func whole(name string) Column   { return Column{Name: name, Kind: Whole} }
func decimal(name string) Column { return Column{Name: name, Kind: Real} }
func flag(name string) Column    { return Column{Name: name, Kind: Flag} }
func anyOf(name string) Column   { return Column{Name: name, Kind: Any} }
func texts(name string) Column   { return listOf(name, Column{Kind: Text}) }
func values(name string) Column  { return listOf(name, Column{Kind: Any}) }

func listOf(name string, of Column) Column { return Column{Name: name, Kind: List, Of: []Column{of}} }

func structOf(name string, parts ...Column) Column {
	return Column{Name: name, Kind: Struct, Of: parts}
}
