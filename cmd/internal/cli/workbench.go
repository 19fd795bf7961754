package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/all"
	"coworkenv.dev/coworkenv/tui/style"
)

func newWorkbench(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "workbench",
		Short:   "What the workbench can be told: keys, configuration, themes",
		GroupID: groupAbout,
		Example: `  coworkenv workbench keys
  coworkenv workbench config
  coworkenv workbench schema > workbench.schema.json`,
	}
	cmd.AddCommand(newWorkbenchKeys(d), newWorkbenchConfig(d), newWorkbenchSchema(d))
	return cmd
}

// keyRow is one line of workbench keys.
type keyRow struct {
	Action  string   `json:"action"`
	Keys    []string `json:"keys"`
	In      string   `json:"in"`
	Help    string   `json:"help"`
	Command string   `json:"command,omitempty"`
}

func newWorkbenchKeys(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "keys",
		Short:   "List every action of the workbench with its keys and its command line",
		Example: `  coworkenv workbench keys`,
		RunE: func(*cobra.Command, []string) error {
			c, err := d.readConfig()
			if err != nil {
				return err
			}
			table, err := tui.Bindings(all.Screens(), c.Keys)
			if err != nil {
				return fault.Wrap(fault.Invalid, err, "read the keys")
			}
			var doc []keyRow
			var rows [][]string
			for _, name := range table.Actions() {
				b, _ := table.Action(name)
				row := keyRow{Action: b.Action, Keys: append([]string{}, b.Keys...), In: b.In, Help: b.Help, Command: b.Command}
				doc = append(doc, row)
				rows = append(rows, []string{b.Action, b.ShowAll(), b.In, b.Help, b.Command})
			}
			p := d.printer()
			return p.emit(doc, func() {
				p.table([]column{{title: "action"}, {title: "keys"}, {title: "in", drop: 1}, {title: "what", flex: true}, {title: "command line", flex: true, drop: 2}}, rows)
			})
		},
	}
}

func newWorkbenchConfig(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Show where the workbench's files are, and check the configuration",
		Long: `Show where the workbench's files are, and check the configuration.

The configuration is one JSON file: theme, mouse, fps, keys by action, columns by screen. It need not be there.
` + "`coworkenv workbench schema`" + ` prints its schema, for editors that complete and check it. $COWORKENV_CONFIG names another file.`,
		Example: `  coworkenv workbench config`,
		RunE: func(*cobra.Command, []string) error {
			if _, err := d.readConfig(); err != nil {
				return err
			}
			files := map[string]string{"config": d.configFile(), "session": d.sessionFile(), "cache": d.cacheDir()}
			p := d.printer()
			return p.emit(files, func() {
				for _, name := range []string{"config", "session", "cache"} {
					p.say("%-8s %s", name, clean(files[name]))
				}
				p.say("themes   %s", strings.Join(themes.Shipped(), ", "))
			})
		},
	}
}

func newWorkbenchSchema(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of the workbench's configuration",
		Example: `  coworkenv workbench schema > workbench.schema.json`,
		RunE: func(*cobra.Command, []string) error {
			known, err := tui.Known(all.Screens())
			if err != nil {
				return fault.Wrap(fault.Internal, err, "list what can be configured")
			}
			doc, err := config.Schema(known)
			if err != nil {
				return fault.Wrap(fault.Internal, err, "write the schema")
			}
			p := d.printer()
			p.write(doc)
			return p.failure
		},
	}
}

// userFile is a file of the person's own: in the folder that a variable names, else below home.
func (d *Deps) userFile(variable, below string, parts ...string) string {
	base := d.Env(variable)
	if base == "" {
		home := d.Env("HOME")
		if home == "" {
			return ""
		}
		base = filepath.Join(home, filepath.FromSlash(below))
	}
	return filepath.Join(append([]string{base, "coworkenv"}, parts...)...)
}

func (d *Deps) configFile() string {
	if f := d.Env("COWORKENV_CONFIG"); f != "" {
		return f
	}
	return d.userFile("XDG_CONFIG_HOME", ".config", "workbench.json")
}

func (d *Deps) sessionFile() string {
	return d.userFile("XDG_STATE_HOME", ".local/state", "workbench.json")
}

func (d *Deps) cacheDir() string { return d.userFile("XDG_CACHE_HOME", ".cache") }

func (d *Deps) readConfig() (*config.Config, error) {
	file := d.configFile()
	if file == "" {
		return &config.Config{}, nil
	}
	known, err := tui.Known(all.Screens())
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "list what can be configured")
	}
	return config.Read(file, known)
}

// theme is the theme of the flag, of NO_COLOR, of the configuration, in this order.
func (d *Deps) theme(flag string, c *config.Config) (*themes.Theme, style.Depth, error) {
	depth := style.DepthOf(d.Env)
	switch {
	case flag != "":
	case d.opts.noColor || d.Env("NO_COLOR") != "":
		flag = "mono"
	default:
		flag = c.Theme
	}
	t, err := config.Theme(flag)
	return t, depth, err
}

// openWorkbench opens the workbench and keeps its session afterwards.
func (d *Deps) openWorkbench(ctx context.Context, paths []string, f openFlags) error {
	in, inOK := d.Stdin.(*os.File)
	out, outOK := d.Stdout.(*os.File)
	plain := f.plain || d.Env("TERM") == "dumb"
	if !plain && !(inOK && outOK && d.IsTTY && isTerminal(in)) {
		return fault.New(fault.Usage, "the workbench needs a terminal").WithHint("--plain works without one; --list prints the tasks")
	}
	o, err := d.workbenchOptions(paths, f)
	if err != nil {
		return err
	}
	defer o.Env.Workspace.Close()
	file, of := d.sessionFile(), d.sessionOf(paths)
	if file != "" {
		s, err := tui.ReadSession(file, of)
		if err != nil {
			d.printer().note("%v: beginning anew", err)
		}
		if f.fresh {
			s = tui.Session{HintSeen: s.HintSeen}
		}
		o.Session = s
	}
	var session tui.Session
	if plain {
		session, err = tui.RunPlain(ctx, o, d.Stdin, d.Stdout, d.runProgram)
	} else {
		session, err = tui.Run(ctx, o, in, out)
	}
	if file == "" {
		return err
	}
	return errors.Join(err, tui.WriteSession(file, of, session))
}

// runProgram gives another program the terminal.
func (d *Deps) runProgram(cmd *exec.Cmd) error {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = d.Stdin, d.Stdout, d.Stderr
	return cmd.Run()
}

// sessionOf names what a session belongs to.
func (d *Deps) sessionOf(paths []string) string {
	if len(paths) == 0 {
		paths = []string{d.workspace()}
	}
	full := make([]string, len(paths))
	for i, p := range paths {
		full[i] = p
		if abs, err := filepath.Abs(p); err == nil {
			full[i] = abs
		}
	}
	return strings.Join(full, "\n")
}

func (d *Deps) workbenchOptions(paths []string, f openFlags) (tui.Options, error) {
	c, err := d.readConfig()
	if err != nil {
		return tui.Options{}, err
	}
	t, depth, err := d.theme(f.theme, c)
	if err != nil {
		return tui.Options{}, err
	}
	e, err := d.engine()
	if err != nil {
		return tui.Options{}, err
	}
	version := buildVersion().Version
	open := func(ctx context.Context, create bool) (*engine.Workspace, error) {
		if _, err := os.Stat(filepath.Join(d.workspace(), store.FileName)); err != nil && !create {
			return e.Existing(ctx, d.workspace()) // which says what is missing
		}
		ws, err := e.Workspace(ctx, d.workspace(), version)
		if kind := fault.KindOf(err); kind == fault.Denied && !create {
			return e.Existing(ctx, d.workspace())
		}
		return ws, err
	}
	at := screens.Place{Screen: f.screen, Of: f.of, Filter: f.where}
	if at.Screen == "" && (at.Filter != "" || at.Of != "") {
		at.Screen = all.Screens()[0].Name
	}
	return tui.Options{Entries: all.Screens(), Config: c, Theme: t, Depth: depth, At: at, GetEnv: d.Env,
		Env: screens.Env{Engine: e, Workspace: &screens.Workspace{Dir: d.workspace(), Flag: d.opts.workspace, Open: open}, Library: paths, Clock: d.Clock, Version: version,
			User: d.whoAsks(""), Cache: d.cacheDir()}}, nil
}
