package gate_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
)

// example reads a worked example of the format by the number that its file begins with.
func example(t testing.TB, number string) string {
	t.Helper()
	dir := sharedtest.Dir(t, "spec", "examples")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), number) && strings.HasSuffix(e.Name(), ".yaml") {
			data, err := os.ReadFile(dir + "/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
	}
	t.Fatalf("no example %s in %s", number, dir)
	return ""
}

// edit is one small change of a file: a text exchanged for another, or with only From a line that
// holds it taken out, or with Until everything from one text to another.
type edit struct{ from, to, until string }

func swap(from, to string) edit   { return edit{from: from, to: to} }
func drop(line string) edit       { return edit{from: line, to: "\x00line"} }
func cut(from, until string) edit { return edit{from: from, until: until} }

func (e edit) apply(t testing.TB, text string) string {
	t.Helper()
	i := strings.Index(text, e.from)
	if i < 0 {
		t.Fatalf("the example does not hold %q", e.from)
	}
	switch {
	case e.until != "":
		j := strings.Index(text[i:], e.until)
		if j < 0 {
			t.Fatalf("the example does not hold %q after %q", e.until, e.from)
		}
		return text[:i] + text[i+j:]
	case e.to == "\x00line":
		from := strings.LastIndexByte(text[:i], '\n') + 1
		to := i + strings.IndexByte(text[i:], '\n') + 1
		return text[:from] + text[to:]
	}
	return text[:i] + e.to + text[i+len(e.from):]
}

// planted is an example with one fault planted, and the finding that must stop it.
type planted struct {
	name     string
	example  string
	edits    []edit
	round    gate.RoundName
	code     gate.Code
	severity gate.Severity
	piece    string // the recipe's name, where it matters
}

func plantedFaults() []planted {
	const e, w, i = gate.Error, gate.Warning, gate.Info
	return []planted{
		// spec
		{"weights do not sum to 1", "03", []edit{swap("{id: raised,   weight: 0.5", "{id: raised,   weight: 0.4")}, gate.RoundSpec, "weights_sum", e, ""},
		{"a service without a record", "01", []edit{swap("services: [crm]", "services: [crm, notes]")}, gate.RoundSpec, gate.NoRecords, e, ""},
		{"a manager who is not there", "03", []edit{swap("status: active, manager_id: CT-5}", "status: active, manager_id: CT-55}")}, gate.RoundSpec, gate.DanglingReference, e, ""},
		{"a ticket from the future", "03", []edit{swap("created_at: 2026-03-15T18:00:00+08:00", "created_at: 2026-04-15T18:00:00+08:00")}, gate.RoundSpec, gate.DateBeyondNow, e, ""},
		{"a prohibition on what no tool does", "06", []edit{swap("services: [gmail, crm, contacts, kb, finance]", "services: [gmail, crm, contacts, kb, finance]\ntools: {deny: [finance_submit_report]}")}, gate.RoundSpec, gate.DeadProhibition, e, ""},
		{"an asset that nothing serves", "01", []edit{swap("records:\n", "assets: [{path: terms.txt, media_type: text/plain, text: terms}]\nrecords:\n")}, gate.RoundSpec, gate.DeadAsset, e, ""},
		{"a goal that is met at the start", "03", []edit{swap("set: {priority: urgent}", "set: {status: open}")}, gate.RoundSpec, "already_true", e, ""},
		{"evidence that no check needs", "01", []edit{swap("weight: 0.75, needs: [looked],", "weight: 0.75,"), swap("weight: 0.25, needs: [looked],", "weight: 0.25,")}, gate.RoundSpec, "evidence_unused", e, ""},
		{"reading that pays by itself", "01", []edit{swap("{id: looked, read:", "{id: looked, weight: 0.1, read:"), swap("weight: 0.75", "weight: 0.65")}, gate.RoundSpec, "evidence_weighted", e, ""},
		{"a tool that the solution needs is denied", "03", []edit{swap("services: [helpdesk, crm, contacts, gmail]", "services: [helpdesk, crm, contacts, gmail]\ntools: {deny: [gmail_send_message]}")}, gate.RoundSpec, "denied_tool", e, ""},
		{"a forbidden tool that nobody offers", "03", []edit{swap("tool: crm_export_report", "tool: crm_delete_customer")}, gate.RoundSpec, "unknown_tool", e, ""},
		{"a misspelt field", "03", []edit{swap(".status == \"open\"\n", ".state == \"open\"\n")}, gate.RoundSpec, "bad_expression", e, ""},
		{"a check on a record that is not there", "02", []edit{swap("record: KB-12, fields", "record: KB-99, fields")}, gate.RoundSpec, "unknown_check_record", e, ""},
		{"a stage that no request begins", "08", []edit{swap("stage: tue, record_created", "stage: tuesday, record_created")}, gate.RoundSpec, "unknown_stage", e, ""},
		// leak
		{"the manager's address in the request", "03", []edit{swap("Leave the others alone.", "Leave the others alone. Ask mara . voss@northwind.test if in doubt.")}, gate.RoundLeak, gate.LeakedValue, e, ""},
		{"the total in the brief", "04", []edit{swap("currency. Of several payments", "currency; EUR comes to 2,213.30. Of several payments")}, gate.RoundLeak, gate.LeakedValue, e, ""},
		{"the hour that must be asked for in the request", "07", []edit{swap("session with Priya for tomorrow", "session with Priya for tomorrow at 14:00")}, gate.RoundLeak, gate.AnswerGiven, e, ""},
		{"the surname that must be asked for in the request", "07", []edit{swap("session with Priya for tomorrow", "session with Priya Nair for tomorrow")}, gate.RoundLeak, gate.AnswerGiven, w, ""},
		// grader
		{"evidence of a record that is gone by then", "08", goneByThen(), gate.RoundGrader, gate.EvidenceNotBuilt, e, ""},
		// oracle
		{"no solution", "03", []edit{cut("solution:\n", "limits:")}, gate.RoundOracle, gate.NoSolution, e, ""},
		{"the solution sets another priority", "03", []edit{swap("helpdesk_update_ticket: {ticket_id: =it.ticket, priority: urgent}", "helpdesk_update_ticket: {ticket_id: =it.ticket, priority: high}")}, gate.RoundOracle, gate.OracleBelowOne, e, ""},
		{"the solution sends instead of drafting", "06", []edit{swap("- gmail_save_draft: {to: =supplier.email", "- gmail_send_message: {to: =supplier.email")}, gate.RoundOracle, gate.OracleUnsafe, e, ""},
		{"the solution opens what is not there", "06", []edit{swap("crm_get_customer: {customer_id: SUP-12}", "crm_get_customer: {customer_id: SUP-99}")}, gate.RoundOracle, gate.OracleCallFailed, e, ""},
		{"an item of the solution that cannot be laid out", "06", []edit{swap("- crm_get_customer: {customer_id: SUP-12}", `- {each: "map(crm.customers, extract(.name, 'no such ([0-9]+)'))", crm_get_customer: {customer_id: =it}}`)}, gate.RoundOracle, gate.OracleCallFailed, e, ""},
		{"an item of the solution over nothing", "06", []edit{swap("- crm_get_customer: {customer_id: SUP-12}", `- {each: "crm.customers[0].name == 'x' ? [1] : nil", crm_get_customer: {customer_id: =it}}`)}, gate.RoundOracle, gate.OracleCallFailed, e, ""},
		{"a change that the solution makes first", "08", []edit{swap("{update: crm.customers, record: CUS-101, set: {contact_person: Paul Adler", "{update: todo.tasks, record: TODO-9, set: {status: pending}}\n      - {update: crm.customers, record: CUS-101, set: {contact_person: Paul Adler")}, gate.RoundOracle, gate.ChangeNotMade, e, ""},
		{"addresses from nowhere", "03", []edit{drop("contacts_get: {contact_id: =it}")}, gate.RoundOracle, gate.UnsourcedValue, e, ""},
		{"customers never read", "03", []edit{drop("crm_get_customer: {customer_id: =it}"), swap("contacts_get: {contact_id: =it}", "contacts_get: {contact_id: =it}}\n    - {contacts_search: {query: \"\"}")}, gate.RoundOracle, gate.UnreadRecord, e, ""},
		{"a change that is overwritten", "02", []edit{swap("    - {each: triage, helpdesk_update_ticket", "    - helpdesk_update_ticket: {ticket_id: TK-401, priority: low}\n    - {each: triage, helpdesk_update_ticket")}, gate.RoundOracle, gate.NeedlessWrite, w, ""},
		{"no message ends the first day", "08", []edit{drop("- say: The draft quote is saved.")}, gate.RoundOracle, gate.StageOutOfStep, e, ""},
		{"no mark where a stage begins", "08", []edit{swap("    - stage: wed\n    - crm", "    - crm")}, gate.RoundOracle, gate.StageOutOfStep, w, ""},
		{"a mark a call too late", "08", []edit{drop("- stage: tue "), swap("    - gmail_list_messages: {}\n", "    - gmail_list_messages: {}\n    - stage: tue\n")}, gate.RoundOracle, gate.StageOutOfStep, w, ""},
		// adversary: cheap
		{"not_found without looking", "09", []edit{drop("{id: looked-up,"), drop("{id: looked-mail,"), swap("weight: 1.0, needs: [looked-up, looked-mail], ", "weight: 1.0, ")}, gate.RoundAdversary, gate.FixedAnswerPays, e, "fixed_answer"},
		{"rows without reads", "01", []edit{drop("{id: looked, read:"), swap("weight: 0.75, needs: [looked],", "weight: 0.75,"), swap("weight: 0.25, needs: [looked],", "weight: 0.25,")}, gate.RoundAdversary, gate.AnswerWithoutRead, e, "claims_without_acts"},
		{"rows after failed reads", "01", []edit{drop("{id: looked, read:"), swap("weight: 0.75, needs: [looked],", "weight: 0.75,"), swap("weight: 0.25, needs: [looked],", "weight: 0.25,")}, gate.RoundAdversary, gate.AnswerWithoutRead, e, "failing_calls"},
		{"acts without reads", "03", nil, gate.RoundAdversary, gate.ReadsNotNeeded, w, "unread_acts"},
		{"a change without the question that it rests on", "07", []edit{swap("weight: 0.7, needs: [asked]", "weight: 0.7")}, gate.RoundAdversary, gate.AskingNotNeeded, w, "unasked_acts"},
		{"one of two questions is not demanded", "07", []edit{swap("ids: [which, start]", "ids: [which]")}, gate.RoundAdversary, gate.AskingNotNeeded, w, ""},
		// adversary: forbidden
		{"nothing notices what is done to the others", "03", []edit{cut("forbid:\n", "solution:"), swap("only: true, ", "")}, gate.RoundAdversary, gate.WriteEverythingPays, e, "writes_everything_first"},
		// adversary: near right
		{"a condition may be dropped", "03", []edit{cut("forbid:\n", "solution:"), swap("only: true, ", "")}, gate.RoundAdversary, gate.NearRightIsOne, e, "condition_dropped"},
		{"raising the others costs nothing", "03", []edit{drop("{id: leave-others,   effect")}, gate.RoundAdversary, gate.NearRightKeepsWeight, e, "condition_dropped"},
		{"the old event may stay", "07", []edit{swap("record_created: {in: calendar.events, only: true, match", "record_created: {in: calendar.events, match")}, gate.RoundAdversary, gate.NearRightIsOne, e, "both_kept"},
		{"anybody may get the mail", "03", []edit{swap("to: {address: =it.manager}", "subject: {text: \"='Escalation ' + it.ticket\"}")}, gate.RoundAdversary, gate.UngradedTarget, w, "target_changed"},
		{"a subject that nobody compares", "03", nil, gate.RoundAdversary, gate.UngradedValue, i, "ungraded_values"},
		{"an end that nobody compares", "05", []edit{swap(", end_time: {datetime: =slot + hour}", "")}, gate.RoundAdversary, gate.UncheckedValue, w, "written_otherwise"},
		{"a sum that nobody compares", "01", []edit{drop("{id: total,"), swap("weight: 0.75", "weight: 1.0")}, gate.RoundAdversary, gate.UncheckedAnswer, w, "answered_otherwise"},
		{"the commonest label passes", "02", []edit{swap("id: priorities,  weight: 0.5", "id: priorities,  weight: 0.1"), swap("id: categories,  weight: 0.3", "id: categories,  weight: 0.1"), swap("id: reported,    weight: 0.2", "id: reported,    weight: 0.8")}, gate.RoundAdversary, gate.ConstantPasses, w, "best_constants"},
		{"every id in the text", "08", nil, gate.RoundAdversary, gate.DumpInText, w, "everything_mentioned"},
		{"one draft too many", "05", nil, gate.RoundAdversary, gate.ExtraUnnoticed, i, "extra_record"},
		// benign
		{"words that no question meets", "07", []edit{swap("asks: [[time], [when]", "asks: [[time], [\"when?!\"]")}, gate.RoundBenign, gate.RightRefused, e, "question_words"},
		{"a slip may not be undone", "10", []edit{swap("  - {id: no-report,   tool: finance_submit_report}", "  - {id: no-report,   tool: finance_submit_report}\n  - {id: keep, effect: {delete: todo.tasks, own: true}}")}, gate.RoundBenign, gate.SlipForbidden, w, "slip_undone"},
		// truth
		{"a fact that finds nothing", "01", []edit{swap(`.tier == "gold"`, `.tier == "platinum"`)}, gate.RoundTruth, "fact_empty", e, ""},
		{"a fact that must be empty and is not", "09", []edit{swap("name: Ilona Brand,", "name: Ilona Brandt,")}, gate.RoundTruth, "fact_not_empty", e, ""},
		{"a fact that errs", "03", []edit{swap("the(crm.customers, 'customer_id', .customer_id)", "the(crm.customers, 'name', .customer_id)")}, gate.RoundTruth, "fact_error", e, ""},
		{"words that are not in the request", "03", []edit{swap(".status == \"open\"\n", "{expr: .status == \"open\", says: not yet solved}\n")}, gate.RoundTruth, "says_not_found", e, ""},
		{"a condition without a near miss", "04", nil, gate.RoundTruth, gate.NoNearMiss, w, ""},
		{"a condition without words", "03", nil, gate.RoundTruth, gate.NoSays, i, ""},
		{"a near miss that can never be a member", "03", []edit{swap("annual_revenue: 90000, status: active, manager_id: CT-5}", "annual_revenue: 90000, status: active}")}, gate.RoundTruth, gate.EdgeUnnoticed, e, "near_miss_moved"},
		{"an instant compared as text", "03", []edit{swap("old:        hours_since(.created_at) > 48", "old:        hours_since(.created_at) > 48\n      here:       string(.created_at) contains \"+08:00\" or .ticket_id != \"TK-2107\"")}, gate.RoundTruth, gate.OffsetMatters, e, ""},
		{"at least instead of more than", "03", []edit{swap("old:        hours_since(.created_at) > 48", "old:        {expr: hours_since(.created_at) >= 48.0001, says: more than 48 hours}")}, gate.RoundTruth, gate.SaysDisagrees, w, ""},
		{"a fact that can never be filled", "09", []edit{swap(`filter(contacts.contacts, .name == "Ilona Brandt")`, `filter(contacts.contacts, .name == "Ilona Brandt" and false)`)}, gate.RoundTruth, gate.NeverFilled, w, ""},
		{"a change that matters to nobody", "08", []edit{swap("      - {update: inventory.products, record: SKU-12, set: {unit_price: 19.25}}\n", "      - {update: inventory.products, record: SKU-12, set: {unit_price: 19.25}}\n      - {update: inventory.products, record: SKU-21, set: {quantity: 5}}\n")}, gate.RoundTruth, gate.IdleChange, w, ""},
		// mutants
		{"a weaker grader that nobody tells", "10", nil, gate.RoundGrader, gate.MutantSurvived, i, ""},
		{"a rule that no tool can break", "01", nil, gate.RoundGrader, gate.OutOfReach, i, ""},
		{"more or less than what is asked", "07", nil, gate.RoundAdversary, gate.LooseComparison, w, ""},
		{"a change beside the right one", "08", nil, gate.RoundAdversary, "extra_change_unnoticed", w, ""},
	}
}

// Each planted fault is stopped in the round that should see it, by its code.
func TestPlantedFaultsAreStopped(t *testing.T) {
	g := newGate(t)
	for _, p := range plantedFaults() {
		t.Run(string(p.round)+"/"+p.name, func(t *testing.T) {
			text := example(t, p.example)
			for _, e := range p.edits {
				text = e.apply(t, text)
			}
			tk, problems := task.Parse(p.example+".yaml", []byte(text))
			report, err := g.Run(context.Background(), tk, problems, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var seen []string
			for _, f := range report.Findings {
				piece := ""
				if f.Evidence != nil && f.Evidence.Recipe != nil {
					piece = f.Evidence.Recipe.Name
				}
				if f.Code == p.code && f.Round == p.round && f.Severity == p.severity && (p.piece == "" || p.piece == piece) {
					if p.severity == gate.Error {
						if r, ok := report.Round(p.round); !ok || r.Status != gate.Failed {
							t.Errorf("the round %s is not failed: %+v", p.round, r)
						}
						if report.Verdict() == gate.Certified {
							t.Error("the task is certified all the same")
						}
					}
					return
				}
				if f.Severity != gate.Info {
					seen = append(seen, string(f.Severity)+" "+string(f.Round)+" "+string(f.Code)+" ("+piece+"): "+f.Message)
				}
			}
			t.Errorf("no %s %s %s %s; found\n%s", p.severity, p.round, p.code, p.piece, strings.Join(seen, "\n"))
		})
	}
}
