package library_test

import "regexp"

// excuse is a kind of change that loading rightly takes, or objects to at another place. Patterns
// are matched against "delete|rename|retype path" with the indices of lists left out.
type excuse struct {
	pattern *regexp.Regexp
	why     string
}

func but(pattern, why string) excuse { return excuse{regexp.MustCompile(pattern), why} }

// toldElsewhere are the changes whose problem is rightly told at another place.
var toldElsewhere = []excuse{
	but(`^(delete|rename) facts\.\w+$`, "told where the fact is named"),
	but(`^delete (facts|answer|records|user|empty)$`, "told where what stood there is missed"),
	but(`^(delete|rename) facts\.\w+\.(let|give)\.\w+$`, "told where the name stands"),
	but(`^delete facts\.\w+\.(let|give|at)$`, "told where what it gave is missed"),
	but(`^delete facts\.\w+\.where(\.\w+)?$`, "a fact with more members; told where only one may be found"),
	but(`^(delete|rename) answer\.\w+$`, "told where the field is answered or checked"),
	but(`^(delete|rename) answer\.\w+\.rows\.\w+$`, "told at the key column, or at the check whose rows lack the column"),
	but(`^delete answer\.\w+\.list$`, "told at the check that expects several"),
	but(`^delete records\.\w+\.\w+$`, "told at the fact that finds nothing"),
	but(`^delete records\.\w+\.\w+\[\]\.\w+$`, "an optional field; told where its value is missed"),
	but(`^delete checks\[\]\.needs$`, "told at the evidence that nobody needs"),
	but(`^delete request\[\]\.stage$`, "told at the item that is now out of order"),
	but(`^delete request\[\]\.inject\[\]\.set\.\w+$`, "told at the injection that sets nothing"),
	but(`^delete user\.knows$`, "told at the check of what was revealed"),
	but(`^delete solution\.calls\[\]\.as$`, "told where the reply is named"),
}

// harmless are the changes that loading rightly takes.
var harmless = []excuse{
	but(`^delete (capabilities|difficulty|language|brief|identity|forbid|faults|limits|provenance|answer|facts|user)$`, "optional"),
	but(`^delete (limits|provenance|identity)\.`, "optional"),
	but(`^delete user\.(persona|style|max_rounds|confirm|unknown)$`, "optional"),
	but(`^delete request\[\]\.(id|inject)$`, "optional; an injection that is missed is told where a fact needs it"),
	but(`^delete request\[\]\.inject\[\]\.(set|record)\.\w+$`, "an injection may set less, and a record lack an optional field"),
	but(`^delete (records|records\.\w+\.\w+)$`, "a collection may be empty; a fact that finds nothing is told there"),
	but(`^delete records\.\w+\.\w+\[\]\.\w+$`, "an optional field"),
	but(`^(rename|retype) records\.\w+\.\w+\[\]\._\w+$`, "attributes that begin with _ are the author's, of any name and form"),
	but(`^(delete|rename) facts\.\w+$`, "nothing names the fact: the gate's to find"),
	but(`^delete facts\.\w+\.(where|let|give|at)$`, "optional; a fact that says something else is the gate's to find"),
	but(`^(delete|rename) facts\.\w+\.(where|give)\.\w+$`, "conditions and fields are named freely; a fact that says something else is the gate's to find"),
	but(`^delete facts\.\w+\.where\.\w+\.says$`, "optional; the gate notes conditions without words"),
	but(`^delete answer\.\w+\.list$`, "optional: one value"),
	but(`^(delete|rename) answer\.\w+(\.rows\.\w+)?$`, "a field or column that nothing checks: the gate's to find"),
	but(`^delete checks\[\]\.(needs|stage|partial)$`, "optional; evidence that must be needed is told, and a check that pays too easily is the gate's to find"),
	but(`^delete checks\[\]\.\w+\.(only|fields|record|within)$`, "optional"),
	but(`^delete checks\[\]\.answer\.\w+$`, "one field less is checked"),
	but(`^delete checks\[\]\.\w+\.(match|set|for)\.\w+$`, "one field less is compared"),
	but(`^delete checks\[\]\.\w+\.match\.\w+\.mentions\.(all|any|none)$`, "one of all, any and none is enough"),
	but(`^retype (checks|forbid)\[\]\.\w+\.(match|set|except|for)\.\w+$`, "a matcher in place of which a plain value is written, or the other way round"),
	but(`^retype (checks|forbid)\[\]\.\w+\.match\.\w+\.mentions\.(all|any|none)$`, "one word is a list of one"),
	but(`^delete forbid\[\]\.stage$`, "optional: always"),
	but(`^delete forbid\[\]\.\w+\.(match|except|beyond|own|in|fields)$`, "optional: more is forbidden"),
	but(`^delete solution\.calls\[\]\.(each|as|expect)$`, "optional; what it leaves unnamed is told there, and a call that fails is the gate's to find"),
	but(`^retype solution\.calls\[\]\.\w+\.\w+$`, "a call that is meant to be refused"),
	but(`^delete solution\.calls\[\]\.\w+\.\w+$`, "an optional argument or answer"),
}
