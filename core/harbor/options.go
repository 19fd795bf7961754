package harbor

import (
	"regexp"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Options say how tasks are written.
type Options struct {
	Org     string   // before the tasks' names, e.g. "example"
	Name    string   // of the data set
	Schema  string   // of task.toml: 1.1 or 1.4
	Hosts   []string // with 1.4: the hosts that the agent may reach beside its own container
	Image   string   // of each task, with {task} for its id; "" = Harbor builds one from environment/
	Binary  string   // file of the static binary; "" = it is in the images, which were built before
	Seed    uint64   // of every task's episode
	Multi   bool     // components beside the reward, and a metric.py
	Version string   // of the program
}

// The schemas of task.toml that are written. Nothing of 1.2 and later is used in the first.
const (
	Schema11 = "1.1"
	Schema14 = "1.4"
)

var (
	nameForm  = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$`)
	imageForm = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._:/@-]{0,254}$`)
	hostForm  = regexp.MustCompile(`^[a-zA-Z0-9*][a-zA-Z0-9.*-]{0,252}$`)
)

// taskMark stands for a task's id in the name of an image.
const taskMark = "{task}"

func (o *Options) image(task string) string { return strings.ReplaceAll(o.Image, taskMark, task) }

// Check refuses options that Harbor would refuse.
func (o *Options) Check() error {
	switch {
	case !nameForm.MatchString(o.Org):
		return fault.New(fault.Usage, "the organisation is %q", o.Org).WithHint("use letters, digits, . _ and -")
	case !nameForm.MatchString(o.Name):
		return fault.New(fault.Usage, "the data set's name is %q", o.Name).WithHint("use letters, digits, . _ and -")
	case o.Schema != Schema11 && o.Schema != Schema14:
		return fault.New(fault.Usage, "the schema is %q", o.Schema).WithHint("give %s or %s", Schema11, Schema14)
	case len(o.Hosts) > 0 && o.Schema != Schema14:
		return fault.New(fault.Usage, "schema %s has no list of allowed hosts", o.Schema).WithHint("add the schema %s", Schema14)
	case o.Image != "" && (!strings.Contains(o.Image, taskMark) || !imageForm.MatchString(o.image("t"))):
		return fault.New(fault.Usage, "the image is %q", o.Image).WithHint("write it like registry.example/team/office-%s:1: each task has one, built from its environment/", taskMark)
	case o.Image == "" && o.Binary == "":
		return fault.New(fault.Usage, "there is no binary for the container").
			WithHint("build it: CGO_ENABLED=0 go build -o %s ./cmd/%s, then name it", BinaryName, BinaryName)
	}
	for _, h := range o.Hosts {
		if !hostForm.MatchString(h) {
			return fault.New(fault.Usage, "%q is no host", h).WithHint("write it like api.example.com")
		}
	}
	return nil
}
