package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionDoc says which build this is. Revision and Time are empty when the
// build did not record them.
type versionDoc struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified"` // built from a changed work tree
	Time     string `json:"time,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersion(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this build",
		GroupID: groupAbout,
		Example: `  coworkenv version
  coworkenv version --json`,
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			p := d.printer()
			return p.emit(v, func() {
				p.say("coworkenv %s", v.Version)
				if v.Revision != "" {
					changed := ""
					if v.Modified {
						changed = ", with changes"
					}
					p.say("revision  %s (%s%s)", v.Revision, v.Time, changed)
				}
				p.say("built by  %s for %s", v.Go, v.Platform)
			})
		},
	}
}

// buildVersion describes the running program.
func buildVersion() versionDoc {
	info, _ := debug.ReadBuildInfo() // nil when there is none
	return readVersion(info)
}

// readVersion takes what the build recorded; info is nil for a build without
// modules.
func readVersion(info *debug.BuildInfo) versionDoc {
	v := versionDoc{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
