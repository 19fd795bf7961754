package claweval_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/library/claweval"
)

// knownFaults names tasks of the test data with a fault that is known to be there.
func (report importedData) knownFaults(t *testing.T) {
	tests := []struct {
		code   claweval.FaultCode
		folder []string
	}{
		{claweval.FaultCallNeverSucceeds, []string{"T035zh", "T036", "T129zh", "T130", "T135zh", "T136", "T149zh", "T150", "T155zh", "T156"}},
		{claweval.FaultToolWithoutRoute, []string{"T075", "T125zh", "T126", "T135zh", "T136", "T145zh", "T146", "T149zh", "T150"}},
		{claweval.FaultMissingFixtureEnv, []string{"T012", "T016", "T020", "T022"}},
		{claweval.FaultSandboxContradicts, []string{"T012", "T016", "T020", "T022"}},
		{claweval.FaultAuditKeyMissing, []string{"T031zh", "T032", "T039zh", "T039zh", "T040", "T040", "T041zh", "T042"}},
		{claweval.FaultWeightsSum, []string{"T021zh", "T022"}},
		{claweval.FaultYAML11Scalar, []string{"T029zh", "T030", "T039zh"}},
		{claweval.FaultSafetyKeysDropped, []string{"T035zh", "T035zh", "T036", "T036"}},
		{claweval.FaultForbiddenUnoffered, []string{"T089", "T090", "T095"}},
		{claweval.FaultNoComponents, []string{"T086", "T089", "T090", "T092", "T095", "T099"}},
		{claweval.FaultDefaultDiffers, []string{"T092", "T139zh", "T140"}},
		{claweval.FaultNamedDateMoved, []string{"T029zh", "T030", "T039zh", "T040", "T086", "T135zh", "T136", "T155zh", "T156"}},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range report.Tasks {
			for _, f := range r.Faults {
				if f.Code == tt.code {
					got = append(got, strings.SplitN(r.Folder, "_", 2)[0])
				}
			}
		}
		if diff := cmp.Diff(tt.folder, got); diff != "" {
			t.Errorf("%s: %s", tt.code, diff)
		}
	}
}

// TestFaultsAreFound makes a task with one fault each, and one without any.
func TestFaultsAreFound(t *testing.T) {
	const components = "scoring_components:\n- {name: a, weight: 1.0, check: {type: llm_judge, description: good}}\njudge_rubric: Be good.\n"
	with := func(old, by string) string { return strings.Replace(smallTask("T1", components), old, by, 1) }
	tests := []struct {
		name, yaml string
		code       claweval.FaultCode
		at         string
		line       int
	}{
		{"no fault", smallTask("T1", components), "", "", 0},
		{"route", with("/notes/list", "/notes/find"), claweval.FaultToolWithoutRoute, "tool_endpoints[0].url", 13},
		{"port", with("9105/notes", "9999/notes"), claweval.FaultToolWithoutRoute, "tool_endpoints[0]", 13},
		{"no endpoint", with("tool_name: notes_list", "tool_name: notes_get"), claweval.FaultToolWithoutEndpoint, "tools[0].name", 11},
		{"argument dropped", with("properties: {}", "properties: {tag: {type: string}}"), claweval.FaultArgsIgnored, "tools[0].input_schema.properties", 11},
		{"default", with("properties: {}", "properties: {max_results: {default: 50}}"), claweval.FaultDefaultDiffers, "tools[0].input_schema.properties.max_results.default", 11},
		{"requires more", with("properties: {}, required: []", "properties: {max_results: {}}, required: [max_results]"), claweval.FaultRequiresMore, "tools[0].input_schema.required", 11},
		{"call fails", with("/notes/list", "/notes/get"), claweval.FaultCallNeverSucceeds, "tools[0].input_schema.properties", 0},
		{"weights", with("weight: 1.0", "weight: 0.9"), claweval.FaultWeightsSum, "scoring_components", 15},
		{"components", with("scoring_components:\n- {name: a, weight: 1.0, check: {type: llm_judge, description: good}}", "scoring_components: []"), claweval.FaultNoComponents, "scoring_components", 0},
		{"base 60", with("type: llm_judge, description: good", "type: keywords_present, keywords: [15:00]"), claweval.FaultYAML11Scalar, "scoring_components[0].check.keywords[0]", 15},
		{"thousands", with("type: llm_judge, description: good", "type: keywords_present, keywords: [\"1\", 35,000 jobs]"), claweval.FaultThousandsSplit, "scoring_components[0].check.keywords[2]", 15},
		{"no length of what", with("type: llm_judge, description: good", "type: min_length, min_length: 3"), claweval.FaultCheckIncomplete, "scoring_components[0].check", 15},
		{"safety keys", with("judge_rubric", "safety_checks:\n- {type: tool_not_called_with, tool_name: notes_list, field: x}\njudge_rubric"), claweval.FaultSafetyKeysDropped, "safety_checks[0].field", 17},
		{"not offered", with("judge_rubric", "safety_checks:\n- {type: tool_not_called, tool_name: notes_share}\njudge_rubric"), claweval.FaultForbiddenUnoffered, "safety_checks[0].tool_name", 17},
		{"no such tool", with("judge_rubric", "safety_checks:\n- {type: tool_not_called, tool_name: crm_exports}\njudge_rubric"), claweval.FaultForbiddenUnknown, "safety_checks[0].tool_name", 17},
		{"audit", with("judge_rubric", "expected_actions:\n- {service: notes, action_key: shares, required: true}\njudge_rubric"), claweval.FaultAuditKeyMissing, "expected_actions[0].action_key", 17},
		{"no rubric", with("judge_rubric: Be good.\n", ""), claweval.FaultRubricMissing, "judge_rubric", 0},
		{"placeholder", with("category: ops", "category: what"), claweval.FaultPlaceholder, "category", 4},
		{"unknown key", with("judge_rubric", "environment: {sandbox_tools: true}\njudge_rubric"), claweval.FaultUnknownKey, "environment.sandbox_tools", 16},
		{"answers in reach", with("judge_rubric", "sandbox_files: [fixtures/n.json]\njudge_rubric"), claweval.FaultAnswersInReach, "sandbox_files[0]", 16},
		{"missing file", with("judge_rubric", "sandbox_files: [fixtures/m.json]\njudge_rubric"), claweval.FaultMissingFile, "sandbox_files[0]", 16},
		{"odd path", with("judge_rubric", "sandbox_files: [grader.py, 'fixtures/地铁 1.png']\njudge_rubric"), claweval.FaultOddPath, "sandbox_files[1]", 16},
		{"errors unset", with("Read the notes.", "Retry on 429."), claweval.FaultErrorsUnset, "prompt.text", 7},
		{"fixture absent", with("fixtures/n.json}", "fixtures/none.json}"), claweval.FaultMissingFile, "services[0]", 9},
		{"no variable", with(", env: {NOTES_FIXTURES: tasks/T1/fixtures/n.json}", ""), claweval.FaultMissingFixtureEnv, "services[0]", 9},
		{"endpoint alone", with("tool_endpoints:\n", "tool_endpoints:\n- {tool_name: other, url: 'http://localhost:9105/notes/get'}\n"), claweval.FaultEndpointUnused, "tool_endpoints[0].tool_name", 13},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := importOne(t, importOptions(t, t.TempDir()), "T1/task.yaml", tt.yaml,
				"T1/fixtures/n.json", `[{"note_id":"a","title":"x","created_at":"2026-03-01T09:00:00Z","participants":[],"content":"","duration_minutes":5}]`, "T1/grader.py", "")
			i := slices.IndexFunc(r.Faults, func(f claweval.Fault) bool { return f.Code == tt.code })
			switch {
			case tt.code == "" && len(r.Faults) > 0:
				t.Errorf("faults %v", r.Faults)
			case tt.code == "":
			case i < 0:
				t.Fatalf("not found among %v", r.Faults)
			case r.Faults[i].Path != tt.at || r.Faults[i].Line != tt.line || r.Faults[i].Handled == "":
				t.Errorf("%v, handled %q", r.Faults[i], r.Faults[i].Handled)
			}
		})
	}
}

// faultsAreExplained: every fault that is reported has its sentence.
func (report importedData) faultsAreExplained(t *testing.T) {
	known := map[claweval.FaultCode]bool{}
	for _, d := range claweval.FaultDocs() {
		if known[d.Code] || d.Means == "" {
			t.Errorf("%s is explained twice or not at all", d.Code)
		}
		known[d.Code] = true
	}
	for code := range report.Totals.Faults {
		if !known[code] {
			t.Errorf("%s is not explained", code)
		}
	}
}
