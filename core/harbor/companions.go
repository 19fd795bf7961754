package harbor

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// companions are the files of the data set as a whole.
func (d *Dataset) companions() ([]file, error) {
	manifest, err := json.MarshalIndent(d.report, "", "  ")
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "write the manifest")
	}
	var set toml
	set.b.WriteString("[dataset]\n")
	set.text("name", d.report.Name)
	set.text("description", fmt.Sprintf("%d office tasks made by CoworkEnv %s", len(d.report.Tasks), d.opts.Version))
	set.texts("keywords", []string{"office", "tools"})
	type entry struct {
		Name string `json:"name"`
		Path string `json:"path"`
	}
	entries := []entry{}
	for _, t := range d.report.Tasks {
		set.b.WriteString("\n[[tasks]]\n")
		set.text("name", d.opts.Org+"/"+t.ID)
		set.text("digest", t.Content)
		entries = append(entries, entry{t.ID, "tasks/" + t.ID})
	}
	set.b.WriteString("\n[[files]]\n")
	set.text("path", "metric.py")
	// Harbor looks a name with a slash up on its hub, whatever registry file it is given.
	registry, err := json.MarshalIndent([]any{map[string]any{"name": d.opts.Name, "version": "1.0", "tasks": entries, "metrics": []any{},
		"description": fmt.Sprintf("%d office tasks", len(d.report.Tasks))}}, "", "  ")
	if err = errors.Join(err, set.err); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "write the data set's files")
	}
	return []file{{manifestFile, append(manifest, '\n')}, {"dataset.toml", set.b.Bytes()}, {"registry.json", append(registry, '\n')},
		{"metric.py", []byte(metricScript)}, {"README.md", []byte(d.readme())}}, nil
}

// metricScript sums rewards of several keys up, which Harbor's own mean does not.
const metricScript = `"""Mean of every reward key over the trials that have it. Usage: metric.py -i rewards.jsonl -o out.json"""

import argparse
import json

parser = argparse.ArgumentParser()
parser.add_argument("-i", "--input", required=True)
parser.add_argument("-o", "--output", required=True)
args = parser.parse_args()

values = {}
missing = 0
with open(args.input, encoding="utf-8") as lines:
    for line in lines:
        rewards = json.loads(line)
        if rewards is None:  # no reward is no zero
            missing += 1
            continue
        for key, value in rewards.items():
            values.setdefault(key, []).append(value)
means = {key: sum(list_) / len(list_) for key, list_ in sorted(values.items())}
with open(args.output, "w", encoding="utf-8") as out:
    json.dump({**means, "missing": missing}, out)
`

func (d *Dataset) readme() string {
	return strings.ReplaceAll(`# NAME

Office tasks for Harbor, made by CoworkEnv.

    harbor run -p tasks -a oracle        # must score 1
    harbor run -p tasks -a nop           # must score 0
    coworkenv export harbor --try .      # both without Docker

The agent's container holds the tool server and the public half of each task. Grading and solution are in tests/ and solution/,
which Harbor brings in when the agent has ended. A trial without a reward file failed for its environment: drop it, it is no zero.
`, "NAME", d.report.Name)
}
