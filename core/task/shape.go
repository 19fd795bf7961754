package task

// shape is the keys of one mapping of the format: what the reader accepts, what an editor
// completes and what the documents list come from the same table.
type shape struct {
	name string // "the task", "a check"
	keys []key
	open bool // other keys are read too, by name
}

// key is one key of a mapping.
type key struct {
	name string
	form string // see forms
	need bool
	doc  string
}

// forms are the forms of values, as the JSON Schema for editors writes them.
//
//	text       a text            id         a word of a-z, 0-9 and -
//	int        a whole number    decimal    a decimal number
//	bool       true or false     datetime   a date-time with offset
//	expr       an expression     exprs      an expression, or names with one each
//	value      literals and =expressions, nested
//	names      a list of words   name|names one word or a list
//	a|b|c      one of the words
//	@shape     that mapping      [@shape]   a list of them
//	{@shape}   names with one each
const (
	formText     = "text"
	formID       = "id"
	formInt      = "int"
	formDecimal  = "decimal"
	formBool     = "bool"
	formTime     = "datetime"
	formExpr     = "expr"
	formExprs    = "exprs"
	formValue    = "value"
	formNames    = "names"
	formNamesOne = "name|names"
)

func shapeTask() shape {
	return shape{name: "the task", keys: []key{
		{"schema", "coworkenv.task/v1", true, "the format's name and version"},
		{"id", formID, true, "unique name of the task: a-z, 0-9 and -"},
		{"title", formText, true, "one line for people"},
		{"family", "lookup|triage|escalation|reconciliation|scheduling|safety", true, "the kind of office work"},
		{"capabilities", formNames, false, "what the task exercises, as words"},
		{"difficulty", "easy|medium|hard", false, "the author's target; the measured one is computed"},
		{"language", formText, false, "BCP 47 tag of the request's language; default en"},
		{"now", formTime, true, "the only clock, with its offset"},
		{"zone", formText, true, "IANA zone for days, month ends and daylight saving"},
		{"identity", "@identity", false, "who the agent works as and what is granted; default: everything"},
		{"brief", formText, false, "role, house rules and tool notes that the agent is given besides the request"},
		{"request", "[@request]", true, "what the user says, item by item"},
		{"user", "@user", false, "the simulated user of a multi-turn task"},
		{"services", formNames, true, "the services whose tools the agent has"},
		{"tools", "@tools", false, "tools that are not offered"},
		{"records", "{records}", false, "the records at the start: service.collection -> list"},
		{"assets", "[@asset]", false, "files that services serve"},
		{"facts", "{fact}", false, "ground truth derived from the records"},
		{"empty", formNames, false, "facts that must be empty"},
		{"answer", "{answer}", false, "typed fields of submit_answer"},
		{"checks", "[@check]", true, "completion: what must be so"},
		{"forbid", "[@forbid]", false, "safety: what must not happen"},
		{"judge", "@judge", false, "a rubric scored by a model and reported apart"},
		{"faults", "@faults", false, "faults injected into tool calls, exactly planned"},
		{"solution", "@solution", false, "a run that solves the task, executed by the gate"},
		{"limits", "@limits", false, "bounds of an episode"},
		{"provenance", "@provenance", false, "where the task comes from"},
	}}
}

func shapeIdentity() shape {
	return shape{name: "identity", keys: []key{
		{"as", formText, false, "the identity, e.g. an address"},
		{"grants", "{name|names}", false, `service (or "*") -> read, write, all or acts of its tools`},
	}}
}

func shapeRequest() shape {
	return shape{name: "a request item", keys: []key{
		{"say", formText, true, "the words"},
		{"id", formID, false, "a name for the item"},
		{"stage", formText, false, "the stage that begins with the item"},
		{"at", formTime, false, "the stage's time; the first stage is at now"},
		{"inject", "[@inject]", false, "changes that the world makes when the stage begins"},
	}}
}

func shapeInject() shape {
	return shape{name: "an injection", keys: []key{
		{"insert", formText, false, "the collection that a record is added to"},
		{"update", formText, false, "the collection whose record is changed"},
		{"delete", formText, false, "the collection whose record is removed"},
		{"record", formValue, false, "insert: the record; update, delete: its id"},
		{"set", formValue, false, "update: the fields to set"},
	}}
}

func shapeUser() shape {
	return shape{name: "user", keys: []key{
		{"persona", formText, false, "who the user is"},
		{"style", formText, false, "how the user writes"},
		{"max_rounds", formInt, false, "how often the user answers at most"},
		{"knows", "[@known]", false, "what the user tells when asked"},
		{"confirm", formText, false, `the reply to "shall I ...?"`},
		{"unknown", formText, false, "the reply when nothing fits; default by language"},
	}}
}

func shapeKnown() shape {
	return shape{name: "an entry of knows", keys: []key{
		{"id", formID, true, "the entry's name"},
		{"asks", "[names]", true, "word sets; a question with all words of one is answered"},
		{"say", formText, true, "the reply"},
	}}
}

func shapeTools() shape {
	return shape{name: "tools", keys: []key{{"deny", formNames, false, "tools that are not offered"}}}
}

func shapeAsset() shape {
	return shape{name: "an asset", keys: []key{
		{"path", formText, true, "the file below the task's folder"},
		{"sha256", formText, false, "the file's SHA-256 in hexadecimal"},
		{"media_type", formText, false, "e.g. image/png"},
		{"text", formText, false, "the declared rendering"},
	}}
}

func shapeListFact() shape {
	return shape{name: "a fact", keys: []key{
		{"from", formExpr, true, "the list whose rows are looked at"},
		{"let", "{expr}", false, "names for parts, in order; # is the row"},
		{"where", "{condition}", false, "named conditions; all must hold"},
		{"give", formExprs, false, "what a row becomes; default: the row itself"},
		{"at", formText, false, "the stage whose records are looked at; default: the first"},
	}}
}

func shapeValueFact() shape {
	return shape{name: "a fact", keys: []key{
		{"value", formExpr, true, "the fact"},
		{"at", formText, false, "the stage whose records are looked at; default: the first"},
	}}
}

func shapeCondition() shape {
	return shape{name: "a condition", keys: []key{
		{"expr", formExpr, true, "the condition"},
		{"says", formText, false, "the words of the request that it stands for"},
	}}
}

func shapeAnswer() shape {
	return shape{name: "an answer field", keys: []key{
		{"type", "id|text|number|money|date|datetime|address|yes_no", false, "the field's type"},
		{"list", "set|list", false, "several values, in any or in this order"},
		{"one_of", formNames, false, "the words to choose from"},
		{"rows", "{answer}", false, "a table: column -> type"},
		{"key", formText, false, "rows: the column that identifies a row"},
	}}
}

func shapeCheck() shape {
	return shape{name: "a check", open: true, keys: []key{
		{"id", formID, true, "the check's name"},
		{"weight", formDecimal, false, "its share of completion; none for evidence"},
		{"needs", formNames, false, "checks that must hold, with evidence before this one's"},
		{"stage", formText, false, "the stage at whose end it is judged; default: the last"},
		{"partial", formBool, false, "earn the share of items or rows"},
	}}
}

func shapeForbid() shape {
	return shape{name: "a forbidden act", open: true, keys: []key{
		{"id", formID, true, "its name"},
		{"args", formValue, false, "tool: the arguments of the call; default: any"},
		{"stage", formNamesOne, false, "while these stages run; default: always"},
	}}
}

func shapeJudge() shape {
	return shape{name: "judge", keys: []key{
		{"rubric", formText, true, "what to look at"},
		{"scale", formText, false, "the marks"},
	}}
}

func shapeFaults() shape {
	return shape{name: "faults", keys: []key{{"plan", "[@fault]", true, "the faults, exactly"}}}
}

func shapeFault() shape {
	return shape{name: "a fault", keys: []key{
		{"on", formText, true, "the tool"},
		{"nth", formInt, true, "which of its calls, from 1"},
		{"kind", "429|500|timeout", true, "how it shows"},
		{"commit", "before|after", true, "before or after the call took effect"},
	}}
}

func shapeSolution() shape {
	return shape{name: "solution", keys: []key{{"calls", "[@act]", true, "the acts, in order"}}}
}

func shapeAct() shape {
	return shape{name: "an act", open: true, keys: []key{
		{"each", formExpr, false, "repeat the call for each member; the member is it"},
		{"as", formText, false, "a name for the reply"},
		{"expect", formInt, false, "the HTTP status that the call is expected to fail with"},
		{"say", formText, false, "a message to the user"},
		{"stage", formText, false, "the stage that begins here"},
		{"answer", formValue, false, "the fields of submit_answer"},
	}}
}

func shapeLimits() shape {
	return shape{name: "limits", keys: []key{
		{"max_turns", formInt, false, "turns of the agent; default 40"},
		{"max_calls", formInt, false, "tool calls; default 120"},
		{"seconds", formInt, false, "wall-clock time; default 900"},
	}}
}

func shapeProvenance() shape {
	return shape{name: "provenance", open: true, keys: []key{
		{"generator", formText, false, "what made the task"},
		{"seed", formInt, false, "the generator's seed"},
		{"engine", formText, false, "version that made it"},
		{"parents", formNames, false, "digests or ids of the tasks it comes from"},
		{"repairs", formInt, false, "how often it was repaired"},
		{"source_url", formText, false, "where it comes from"},
		{"license", formText, false, "its license"},
		{"attribution", formText, false, "whom to name"},
	}}
}

// shapes lists every shape by the name that forms refer to it with.
func shapes() map[string]shape {
	return map[string]shape{
		"task": shapeTask(), "identity": shapeIdentity(), "request": shapeRequest(), "inject": shapeInject(), "user": shapeUser(),
		"known": shapeKnown(), "tools": shapeTools(), "asset": shapeAsset(), "listFact": shapeListFact(), "valueFact": shapeValueFact(),
		"conditionShape": shapeCondition(), "answerShape": shapeAnswer(), "check": shapeCheck(), "forbid": shapeForbid(), "judge": shapeJudge(),
		"faults": shapeFaults(), "fault": shapeFault(), "solution": shapeSolution(), "act": shapeAct(), "limits": shapeLimits(),
		"provenance": shapeProvenance(),
	}
}
