package export

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Prompt is one task as a trainer that acts online starts it: what the model is given, and how the
// environment is asked for the episode. Nothing of the grading is in it.
type Prompt struct {
	TaskID     string
	TaskDigest string
	Seed       uint64 // of the episode
	Group      string // of all samples of this prompt
	Split      Split
	Family     string
	Language   string
	Difficulty string
	Scenario   string
	Services   []string
	System     string
	Say        string
	Tools      *Toolset
	MaxTurns   int
	MaxCalls   int
}

// RLFormat writes prompt sets for one trainer.
type RLFormat struct {
	Name    string
	Doc     string
	Flags   string // how the trainer is told to read it
	Parquet bool
	Columns []Column
	Row     func(p *Prompt, index int, o *RLOptions) *value.Object
}

// RLOptions are the settings of a prompt set.
type RLOptions struct {
	Format *RLFormat
	URL    string // of the server, as the trainer reaches it
	Reward string // sparse or dense
}

// RLFormats lists the trainers, by name.
func RLFormats() []*RLFormat {
	return []*RLFormat{rlNemoGym(), rlSkyRL(), rlSlime(), rlTRL(), rlVerl()}
}

// FindRLFormat returns the format of that name.
func FindRLFormat(name string) (*RLFormat, error) {
	var names []string
	for _, f := range RLFormats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fault.New(fault.Usage, "there is no prompt set for %q", name).WithHint("choose one of %s", strings.Join(names, ", "))
}

func named(name string, v any) value.Member { return value.Member{Name: name, Value: v} }

// messages are the prompt as chat templates take it.
func (p *Prompt) messages() []any {
	var out []any
	if p.System != "" {
		out = append(out, value.Obj(named("role", string(System)), named("content", p.System)))
	}
	return append(out, value.Obj(named("role", string(User)), named("content", p.Say)))
}

// reference is what an environment needs to begin the episode, and what tells samples apart.
func (p *Prompt) reference(o *RLOptions) *value.Object {
	return value.Obj(named("task_id", p.TaskID), named("instance_id", p.instance()), named("task_digest", p.TaskDigest),
		named("seed", count(int(p.Seed))), named("group_id", p.Group), named("split", string(p.Split)), named("family", p.Family),
		named("language", p.Language), named("difficulty", p.Difficulty), named("scenario", p.Scenario),
		named("services", wordList(p.Services)), named("max_turns", count(p.MaxTurns)), named("max_calls", count(p.MaxCalls)),
		named("reward", o.Reward), named("env_url", o.URL))
}

// instance names the task as it is, as records of trials do.
func (p *Prompt) instance() string { return p.TaskID + "@" + clipDigest(p.TaskDigest) }

func wordList(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// referenceColumns declares what reference writes.
func referenceColumns() []Column {
	return []Column{text("task_id"), text("instance_id"), text("task_digest"), whole("seed"), text("group_id"), text("split"), text("family"),
		text("language"), text("difficulty"), text("scenario"), texts("services"), whole("max_turns"), whole("max_calls"), text("reward"), text("env_url")}
}

func promptColumn(name string) Column {
	return listOf(name, structOf("", text("role"), text("content")))
}

// rlTRL writes a data set for GRPOTrainer with an environment_factory: every column but the prompt
// is handed to the environment's reset and to the reward functions.
func rlTRL() *RLFormat {
	return &RLFormat{Name: "trl", Doc: "TRL GRPOTrainer with environment_factory; the tools are the environment's methods",
		Flags:   "load_dataset(\"json\", data_files=\"train.jsonl\"); pass environment_factory as in docs/recipes/trl_environment.py",
		Columns: append([]Column{promptColumn("prompt"), text("tools")}, referenceColumns()...),
		Row: func(p *Prompt, _ int, o *RLOptions) *value.Object {
			row := value.Obj(named("prompt", p.messages()))
			for _, m := range p.reference(o).Members() {
				row.Set(m.Name, m.Value)
			}
			row.Set("tools", p.Tools.Text) // a text: Arrow pads objects of mixed shapes
			return row
		}}
}

// rlSlime writes rows for a custom generate function. The label is the instance: a remote reward
// model is sent the label and no metadata.
func rlSlime() *RLFormat {
	return &RLFormat{Name: "slime", Doc: "slime with a custom generate function",
		Flags:   "--prompt-data train.jsonl --input-key prompt --label-key label --metadata-key metadata --tool-key tools --apply-chat-template",
		Columns: []Column{promptColumn("prompt"), text("label"), anyOf("metadata"), values("tools")},
		Row: func(p *Prompt, _ int, o *RLOptions) *value.Object {
			return value.Obj(named("prompt", p.messages()), named("label", p.instance()), named("metadata", p.reference(o)),
				named("tools", steady(slices.Clone(p.Tools.List))))
		}}
}

// rlVerl writes rows for an agent loop; verl reads Parquet.
func rlVerl() *RLFormat {
	return &RLFormat{Name: "verl", Doc: "verl with an agent loop; the row's agent_name chooses it", Parquet: true,
		Flags: "data.train_files=train.parquet data.prompt_key=prompt data.return_raw_chat=True actor_rollout_ref.rollout.mode=async",
		Columns: []Column{text("data_source"), promptColumn("prompt"), text("ability"), text("agent_name"),
			structOf("reward_model", text("style"), text("ground_truth")),
			structOf("extra_info", append([]Column{whole("index"), text("tools")}, referenceColumns()...)...)},
		Row: func(p *Prompt, index int, o *RLOptions) *value.Object {
			extra := value.Obj(named("index", count(index)))
			for _, m := range p.reference(o).Members() {
				extra.Set(m.Name, m.Value)
			}
			extra.Set("tools", p.Tools.Text)
			return value.Obj(named("data_source", "coworkenv"), named("prompt", p.messages()), named("ability", p.Family), named("agent_name", "coworkenv"),
				named("reward_model", value.Obj(named("style", "rule"), named("ground_truth", ""))), named("extra_info", extra))
		}}
}

// rlSkyRL writes rows for an environment of SkyRL-Gym.
func rlSkyRL() *RLFormat {
	return &RLFormat{Name: "skyrl", Doc: "SkyRL with an environment class registered as coworkenv", Parquet: true,
		Flags: "data.train_data=['train.parquet'] environment.env_class=coworkenv",
		Columns: []Column{text("data_source"), promptColumn("prompt"), text("env_class"), structOf("reward_spec", text("method"), text("ground_truth")),
			structOf("extra_info", append([]Column{text("tools")}, referenceColumns()...)...)},
		Row: func(p *Prompt, _ int, o *RLOptions) *value.Object {
			extra := p.reference(o)
			extra.Set("tools", p.Tools.Text)
			return value.Obj(named("data_source", "coworkenv"), named("prompt", p.messages()), named("env_class", "coworkenv"),
				named("reward_spec", value.Obj(named("method", "environment"), named("ground_truth", ""))), named("extra_info", extra))
		}}
}

// rlNemoGym writes rows in the form of the Responses API: items, and flat tools.
func rlNemoGym() *RLFormat {
	return &RLFormat{Name: "nemo-gym", Doc: "NeMo-Gym rows for our resources server",
		Flags:   "the row's task_id and seed reach POST /seed_session; docs/recipes/nemo_gym.yaml names the server",
		Columns: []Column{text("id"), text("task_id"), whole("seed"), anyOf("responses_create_params"), anyOf("verifier_metadata"), anyOf("agent_ref")},
		Row: func(p *Prompt, _ int, o *RLOptions) *value.Object {
			return value.Obj(named("id", p.Group), named("task_id", p.TaskID), named("seed", count(int(p.Seed))),
				named("responses_create_params", value.Obj(named("input", p.messages()), named("tools", flatTools(p.Tools)), named("parallel_tool_calls", true))),
				named("verifier_metadata", p.reference(o)),
				named("agent_ref", value.Obj(named("type", "responses_api_agents"), named("name", "coworkenv_simple_agent"))))
		}}
}

// flatTools writes tools as the Responses API has them: name and parameters beside the type.
func flatTools(t *Toolset) []any {
	out := make([]any, 0, len(t.List))
	for _, item := range t.List {
		tool, ok := item.(*value.Object)
		if !ok {
			continue
		}
		f, _ := tool.Get("function")
		flat := value.Obj(named("type", "function"))
		if parts, ok := f.(*value.Object); ok {
			for _, m := range parts.Members() {
				flat.Set(m.Name, m.Value)
			}
		}
		flat.Set("strict", false)
		out = append(out, flat)
	}
	return out
}
