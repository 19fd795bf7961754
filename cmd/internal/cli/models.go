package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

func newModels(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "models",
		Short:   "Look after model profiles and what was sent to them",
		GroupID: groupRuns,
		Example: `  coworkenv models list
  coworkenv models check local
  coworkenv models log`,
	}
	cmd.AddCommand(newModelsList(d), newModelsCheck(d), newModelsLog(d), newModelsPurge(d))
	return cmd
}

// modelsFile is the person's own file of profiles.
func (d *Deps) modelsFile() (string, error) {
	if f := d.Env("COWORKENV_MODELS"); f != "" {
		return f, nil
	}
	if f := d.userFile("XDG_CONFIG_HOME", ".config", "models.json"); f != "" {
		return f, nil
	}
	return "", fault.New(fault.Usage, "it is unknown where the models file is").WithHint("set $HOME, or name the file in $COWORKENV_MODELS")
}

func newModelsList(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the profiles, their roles, and whether their keys are set",
		Long: `List the profiles of $COWORKENV_MODELS, by default models.json in the configuration folder. Keys are read from the environment when a request
is made, and shown nowhere.`,
		Example: `  coworkenv models list
  coworkenv models list --json`,
		RunE: func(*cobra.Command, []string) error {
			file, e, err := d.modelsEngine()
			if err != nil {
				return err
			}
			list, err := e.ModelProfiles(file, d.Env)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(list, func() {
				if len(list) == 0 {
					p.note("no profiles; they go into %s, as docs/models.md shows", clean(file))
					return
				}
				p.table([]column{{title: "profile"}, {title: "model"}, {title: "address", flex: true}, {title: "key"}, {title: "roles", flex: true}}, profileRows(list))
			})
		},
	}
}

func profileRows(list []engine.ModelProfile) [][]string {
	var rows [][]string
	for _, m := range list {
		key := "none wanted"
		switch {
		case m.KeyEnv != "" && m.KeySet:
			key = "$" + m.KeyEnv
		case m.KeyEnv != "":
			key = "$" + m.KeyEnv + " is not set"
		}
		var roles []string
		for _, r := range m.Roles {
			roles = append(roles, string(r))
		}
		rows = append(rows, []string{m.Name, m.Model, m.BaseURL, key, strings.Join(roles, ", ")})
	}
	return rows
}

func (d *Deps) modelsEngine() (string, *engine.Engine, error) {
	file, err := d.modelsFile()
	if err != nil {
		return "", nil, err
	}
	e, err := d.engine()
	return file, e, err
}

func newModelsCheck(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "check PROFILE",
		Short:   "Ask a profile's endpoint which models it has; no tokens are spent",
		Example: `  coworkenv models check local`,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, e, err := d.modelsEngine()
			if err != nil {
				return err
			}
			doc, err := e.CheckModel(cmd.Context(), file, args[0], d.Env)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(doc, func() {
				p.say("the endpoint answers and has %d models", len(doc.Served))
				if !doc.Found {
					p.note("warning: %s is not among them: %s", clean(doc.Model), clean(strings.Join(doc.Served, ", ")))
				}
			})
		},
	}
}

func newModelsLog(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "log [EXCHANGE]",
		Short: "List what was sent to models, or show one exchange as it went over the wire",
		Example: `  coworkenv models log
  coworkenv models log 20260310T090000Z-1-1 --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			p := d.printer()
			exchange, seen := "", 0
			if len(args) > 0 {
				exchange = args[0]
			}
			err = e.ModelLog(d.workspace(), exchange, func(entry llm.Entry) bool {
				seen++
				if p.json {
					return p.jsonLine(entry) == nil
				}
				p.say("%s", clean(entryLine(entry)))
				if exchange != "" {
					p.say("%s", clean(string(entry.Body)+entry.Raw))
				}
				return p.failure == nil
			})
			if err != nil {
				return err
			}
			p.none(seen, "nothing was sent to a model from this workspace")
			return p.failure
		},
	}
}

// entryLine is an entry of the journal in one line.
func entryLine(e llm.Entry) string {
	line := fmt.Sprintf("%s  %s  %-5s %s", e.At.Format(time.RFC3339), e.Exchange, e.Kind, e.Profile)
	if e.Attempt > 0 {
		line += fmt.Sprintf(" attempt %d", e.Attempt)
	}
	if e.Kind == llm.Got {
		line += fmt.Sprintf(" status %d", e.Status)
	}
	if e.Usage != nil {
		line += fmt.Sprintf(" tokens %d+%d", e.Usage.Prompt, e.Usage.Completion)
	}
	if e.Cost != nil {
		line += " cost " + e.Cost.String()
	}
	if e.Class != "" {
		line += " " + string(e.Class)
	}
	if e.Label != "" {
		line += "  " + e.Label
	}
	return line
}

func newModelsPurge(d *Deps) *cobra.Command {
	var days, megabytes int
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Remove old requests, replies and kept answers of the workspace",
		Example: `  coworkenv models purge --days 30
  coworkenv models purge --megabytes 500`,
		RunE: func(*cobra.Command, []string) error {
			if days < 0 || megabytes < 0 || days == 0 && megabytes == 0 || days > 36500 || megabytes > 1<<30 {
				return fault.New(fault.Usage, "give --days or --megabytes, from 1 up")
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			doc, err := e.PurgeModels(d.workspace(), time.Duration(days)*24*time.Hour, int64(megabytes)<<20)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(doc, func() {
				p.say("removed %d files of the journal (%d bytes) and %d kept replies", doc.Journal.Files, doc.Journal.Bytes, doc.Replies)
			})
		},
	}
	countVar(cmd.Flags(), &days, "days", 0, 0, "remove what is older than `N` days")
	countVar(cmd.Flags(), &megabytes, "megabytes", 0, 0, "keep the journal to `N` MB, the newest files first")
	return cmd
}
