package engine

import (
	"context"
	"path/filepath"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

// ModelProfile is a profile as people see it: whether its key is set, and never the key.
type ModelProfile struct {
	Name    string     `json:"name"`
	BaseURL string     `json:"base_url"`
	Model   string     `json:"model"`
	KeyEnv  string     `json:"key_env,omitempty"`
	KeySet  bool       `json:"key_set"` // true where none is wanted
	Roles   []llm.Role `json:"roles"`
}

// ModelProfiles lists the profiles of a models file by name; env tells which keys are set.
func (e *Engine) ModelProfiles(file string, env func(string) string) ([]ModelProfile, error) {
	c, err := llm.ReadConfig(file)
	if err != nil {
		return nil, err
	}
	out := []ModelProfile{}
	for _, name := range c.Names() {
		p := c.Profiles[name]
		row := ModelProfile{Name: name, BaseURL: p.BaseURL, Model: p.Model, KeyEnv: p.KeyEnv, KeySet: p.KeyEnv == "" || env(p.KeyEnv) != "", Roles: []llm.Role{}}
		for _, role := range llm.Roles() {
			if c.Roles[role] == name {
				row.Roles = append(row.Roles, role)
			}
		}
		out = append(out, row)
	}
	return out, nil
}

// ServedModels are the models that a profile's endpoint says it has.
type ServedModels struct {
	Profile string   `json:"profile"`
	Model   string   `json:"model"`
	Served  []string `json:"served"`
	Found   bool     `json:"found"` // the profile's model is among them
}

// CheckModel asks a profile's endpoint for its models; no tokens are spent.
func (e *Engine) CheckModel(ctx context.Context, file, profile string, env func(string) string) (ServedModels, error) {
	c, err := llm.ReadConfig(file)
	if err != nil {
		return ServedModels{}, err
	}
	client, err := llm.Open(c, llm.Options{Env: env, Clock: e.Clock}).Profile(profile)
	if err != nil {
		return ServedModels{}, err
	}
	out := ServedModels{Profile: profile, Model: client.Profile().Model, Served: []string{}}
	served, err := client.Served(ctx)
	if err != nil {
		return out, err
	}
	for _, name := range served {
		out.Served = append(out.Served, name)
		out.Found = out.Found || name == out.Model
	}
	return out, nil
}

// ModelJournal is the folder of a workspace that holds what went to models and came back.
func ModelJournal(workspace string) string { return filepath.Join(workspace, "models", "journal") }

// ModelCache is the folder of a workspace that holds replies to be used again.
func ModelCache(workspace string) string { return filepath.Join(workspace, "models", "replies") }

// ModelLog visits what a workspace sent to models and got from them, of one exchange where it is named.
func (e *Engine) ModelLog(workspace, exchange string, visit func(llm.Entry) bool) error {
	found := false
	err := llm.ReadJournal(ModelJournal(workspace), func(entry llm.Entry) bool {
		if exchange != "" && entry.Exchange != exchange {
			return true
		}
		found = true
		return visit(entry)
	})
	if err == nil && !found && exchange != "" {
		return fault.New(fault.NotFound, "there is no exchange %q in the journal", exchange).WithHint("`coworkenv models log` lists them")
	}
	return err
}

// PurgedModels is what PurgeModels removed.
type PurgedModels struct {
	Journal llm.Purged `json:"journal"`
	Replies int        `json:"replies"`
}

// PurgeModels removes from a workspace the journal's files and the kept replies that are older than an
// age, and the oldest files of the journal beyond a size in bytes; 0 = no limit of that sort.
func (e *Engine) PurgeModels(workspace string, age time.Duration, size int64) (PurgedModels, error) {
	var out PurgedModels
	keep := llm.Retention{Bytes: size}
	if age > 0 {
		keep.Before = e.Clock.Now().Add(-age)
	}
	var err error
	if out.Journal, err = llm.PurgeJournal(ModelJournal(workspace), keep); err != nil || age == 0 {
		return out, err
	}
	out.Replies, err = llm.FolderCache{Dir: ModelCache(workspace)}.Purge(keep.Before)
	return out, err
}

// ScriptedModel is an endpoint that plays a script file, or else a recording: a journal's folder or
// file.
func (e *Engine) ScriptedModel(script, recording string) (*llm.Scripted, error) {
	if recording != "" {
		return llm.NewRecorded(recording)
	}
	s, err := llm.ReadScript(script)
	if err != nil {
		return nil, err
	}
	return llm.NewScripted(s), nil
}
