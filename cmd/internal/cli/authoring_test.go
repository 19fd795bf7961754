package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"coworkenv.dev/coworkenv/core/det"
)

const authoringDoc = "../../../docs/authoring.md"

// docStep is one thing that a document does: write a file, change one, or run a command.
type docStep struct {
	line     int
	file     string // write it, or change it where old is set
	text     string // its content, or what old becomes
	old      string
	command  string
	expected []string // lines of output
}

var (
	docFile  = regexp.MustCompile(`^<!-- file: (\S+) -->$`)
	docEdit  = regexp.MustCompile("(?s)^<!-- edit (\\S+): `(.+?)` -> `(.*?)` -->$")
	docTrial = regexp.MustCompile(`tri_[0-9a-f]{12}`)
)

// docSteps reads the steps of the document in their order.
func docSteps(t *testing.T, data string) []docStep {
	t.Helper()
	var steps []docStep
	lines := strings.Split(data, "\n")
	block := func(i int) ([]string, int) {
		var in []string
		for i++; i < len(lines) && lines[i] != "```"; i++ {
			in = append(in, lines[i])
		}
		return in, i
	}
	for i := 0; i < len(lines); i++ {
		switch {
		case docFile.MatchString(lines[i]):
			name := docFile.FindStringSubmatch(lines[i])[1]
			in, end := block(i + 1)
			steps = append(steps, docStep{line: i + 1, file: name, text: strings.Join(in, "\n") + "\n"})
			i = end
		case strings.HasPrefix(lines[i], "<!-- edit"):
			comment, at := lines[i], i
			for !strings.HasSuffix(comment, "-->") && i+1 < len(lines) {
				i++
				comment += "\n" + lines[i]
			}
			m := docEdit.FindStringSubmatch(comment)
			if m == nil {
				t.Fatalf("line %d: not an edit: %s", at+1, comment)
			}
			steps = append(steps, docStep{line: at + 1, file: m[1], old: m[2], text: m[3]})
		case lines[i] == "```console":
			start := i
			in, end := block(i)
			for j, line := range in {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					steps = append(steps, docStep{line: start + j + 2, command: command})
					continue
				}
				last := &steps[len(steps)-1]
				last.expected = append(last.expected, line)
			}
			i = end
		}
	}
	return steps
}

// TestAuthoringDocIsTrue and TestPlansDocIsTrue do what the documents say and compare what comes out.
func TestAuthoringDocIsTrue(t *testing.T) { doesDoc(t, authoringDoc, 20) }

func TestPlansDocIsTrue(t *testing.T) { doesDoc(t, "../../../docs/plans.md", 6) }

// doesDoc does what a document says, which has at least so many commands.
func doesDoc(t *testing.T, doc string, least int) {
	t.Helper()
	data, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	steps := docSteps(t, string(data))
	t.Chdir(t.TempDir())
	trial, commands := "", 0
	for _, s := range steps {
		place := strings.TrimPrefix(doc, "../../../") + ":" + strconv.Itoa(s.line)
		switch {
		case s.command != "":
			commands++
			out := runDocCommand(t, s, trial, place)
			if id := docTrial.FindString(out); strings.Contains(s.command, "trials list") {
				trial = id
			}
			if pattern := docPattern(s.expected); !pattern.MatchString(out) {
				t.Errorf("%s: %s\nprints:\n%s\nthe document says:\n%s", place, s.command, out, strings.Join(s.expected, "\n"))
			}
		case s.old != "":
			was, err := os.ReadFile(s.file)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Count(was, []byte(s.old)) != 1 {
				t.Fatalf("%s: %q stands %d times in %s", place, s.old, bytes.Count(was, []byte(s.old)), s.file)
			}
			writeDocFile(t, s.file, strings.Replace(string(was), s.old, s.text, 1))
		default:
			writeDocFile(t, s.file, s.text)
		}
	}
	if commands < least {
		t.Errorf("%d commands were found in %s", commands, doc)
	}
}

// runDocCommand returns what a reader sees: the result, then errors and hints.
func runDocCommand(t *testing.T, s docStep, trial, place string) string {
	t.Helper()
	if trial != "" {
		s.command = docTrial.ReplaceAllString(s.command, trial)
	}
	var args []string
	for i, part := range strings.Split(s.command, "'") {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	if args[0] != "coworkenv" {
		t.Fatalf("%s: %s is no command of ours", place, args[0])
	}
	d, stdout, stderr := fakeDeps(nil)
	d.Clock = det.System()
	Main(context.Background(), d, args[1:])
	var out strings.Builder
	out.WriteString(stdout.String())
	for line := range strings.Lines(stderr.String()) {
		if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, "hint: ") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// docPattern matches lines as they stand; … within a line is any text, alone any lines. Ids of
// trials differ with the digest of their task.
func docPattern(lines []string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`\A`)
	for _, line := range lines {
		if line == "…" {
			b.WriteString(`(?:.*\n)*`)
			continue
		}
		p := strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
		b.WriteString(docTrial.ReplaceAllString(p, "tri_[0-9a-f]{12}") + `\n`)
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}

func writeDocFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAuthoringDocAndScriptShareTheirTask: the document's task is the one that the script walks,
// and the script has a task of every family that the document names.
func TestAuthoringDocAndScriptShareTheirTask(t *testing.T) {
	data, err := os.ReadFile(authoringDoc)
	if err != nil {
		t.Fatal(err)
	}
	script, err := txtar.ParseFile("testdata/script/authoring.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range script.Files {
		files[f.Name] = string(f.Data)
	}
	for _, s := range docSteps(t, string(data)) {
		if s.file != "office/ask-low-paper/task.yaml" || s.old != "" {
			continue
		}
		if s.text != files[s.file] {
			t.Errorf("docs/authoring.md:%d and authoring.txtar have different versions of %s", s.line, s.file)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| ([a-z]+) \\| `([a-z-]+)` \\|").FindAllStringSubmatch(string(data), -1) {
		if text := files["office/"+row[2]+"/task.yaml"]; !strings.Contains(text, "\nfamily: "+row[1]+"\n") {
			t.Errorf("authoring.txtar has no %s task %s", row[1], row[2])
		}
	}
}
