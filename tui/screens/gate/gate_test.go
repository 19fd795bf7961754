package gate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

func TestGoldenGate(t *testing.T) {
	d := tuitest.Open(t, options(t, gold), 120, 40)
	d.Golden("certified")
	rejected := options(t, gold)
	rejected.Env.Engine.Shipped = shippedWrong(t)
	d = tuitest.Open(t, rejected, 120, 40)
	d.Press("]", "]", "]")
	d.Golden("findings")
	d.Resize(120, 40).Press("enter")
	d.Golden("run")
	mono := options(t, gold)
	mono.Env.Engine.Shipped = shippedWrong(t)
	mono.Theme, mono.Depth = tuitest.Mono(t)
	tuitest.Open(t, mono, 80, 24).GoldenMono("findings")
}

func TestEditRerunsAndFindingOpensItsRun(t *testing.T) {
	file := copied(t, nil)
	d := open(t, file)
	d.Shows("✓ certified", "certificate – missing", "✓ adversary", "52 stopped", "26 score 1", "12 killed")
	d.Press("]", "enter").Shows("run: no run shows it").Press("]").Shows("no further finding")
	var ran []string
	d.Edit = editor(t, &ran, wrongTotal)
	d.Press("e").Shows("✗ rejected", "oracle_below_one", "✗ oracle", "skipped: the solution does not score 1")
	if want := []string{"vi", "+50", file}; fmt.Sprint(ran) != fmt.Sprint(want) { // the line of the one finding that there was
		t.Errorf("ran %q, want %q", ran, want)
	}
	d.Press("]", "enter").Shows("Run  solution", "✗ fails", "total", "step 1", "crm_list_customers", "expected 1.00 EUR, found", "score 0.75")
	d.Press("esc").Shows("Findings").Hides("Run  solution")
	d.Press("x").Shows("What it means", "oracle_below_one", "means", "do").Press("esc")
	d.Edit = editor(t, &ran, func(s string) string { return strings.Replace(s, `"1 EUR"`, "=eur_total", 1) })
	d.Press("e").Shows("✓ certified")
}

func TestEscCancels(t *testing.T) {
	d := open(t, copied(t, nil))
	d.Shows("✓ certified")
	d.Step("r")
	d.Shows("▹ running", "esc stops it")
	d.Step("esc")
	d.Settle().Shows("! stopped").Hides("certified", "running  ")
	d.Press("c").Shows("no run came to its end")
	d.Press("r").Shows("✓ certified")
}

func TestWatchReruns(t *testing.T) {
	file := copied(t, nil)
	was := text(t, file)
	d := open(t, file).Shows("✓ certified", "watching the file")
	write(t, file, wrongTotal(was))
	d.Await("✗ rejected").Shows("oracle_below_one")
	write(t, file, was+"# and back\n")
	d.Await("✓ certified")
	write(t, file, "schema: [\n")
	d.Await("✗ rejected").Shows("✗ spec")
	write(t, file, was)
	d.Await("✓ certified")
	d.Press("W").Shows("not noticed any more").Hides("watching the file")
	if got := d.Bench.Session().Stack[0].More["watch"]; got != "off" {
		t.Errorf("the session keeps watch %q", got)
	}
	write(t, file, wrongTotal(was))
	d.Press("j").Shows("✓ certified")
	d.Press("W").Await("✗ rejected")
}

func TestCertificateIsWrittenAndTakenAway(t *testing.T) {
	file := copied(t, nil)
	cert := filepath.Join(filepath.Dir(file), engine.CertificateFile)
	there := func() bool { _, err := os.Stat(cert); return err == nil }
	d := open(t, file)
	d.Press("c").Shows("Every round passed. Write", "y write it")
	d.Press("n")
	if there() {
		t.Fatal("written although the answer was no")
	}
	d.Press("c", "y").Shows("wrote certificate.json", "certificate ✓ fresh")
	if !there() {
		t.Fatal("not written")
	}
	d.Press("c").Shows("the certificate is there and holds")
	write(t, file, wrongTotal(text(t, file)))
	d.Await("certificate ~ stale: the task has changed")
	d.Press("c").Shows("Take").Press("y").Shows("took certificate.json away", "– missing")
	if there() {
		t.Error("not taken away")
	}
	d.Press("c").Shows("not certified")
}

// A report of a text that was saved over since writes no certificate.
func TestCertificateOfAnOldReport(t *testing.T) {
	file := copied(t, nil)
	d := open(t, file)
	d.Press("W", "c")
	write(t, file, wrongTotal(text(t, file)))
	d.Press("y").Shows("was saved since the gate ran")
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), engine.CertificateFile)); err == nil {
		t.Error("written all the same")
	}
}

func TestPiecesOpenAndReplay(t *testing.T) {
	d := open(t, copied(t, nil))
	d.Press("E").Hides("did not apply") // all closed
	d.Press("g", "j", "j", "j", "j", " ").Shows("✓ nothing", "did not apply")
	d.Press("j", "enter").Shows("Tried  nothing", "does", "why", "must scores exactly 0", "makes the run at the cursor again")
	d.Press("enter").Shows("Run  nothing", "score 0", "does not pass", "request")
	d.Press("esc").Shows("Tried  nothing").Press("esc", "esc").Shows("▌ Rounds")
	d.Press("x").Shows("Tried  nothing")
	if got := d.Bench.Session().Stack[0].Cursor; got != "adversary/nothing" {
		t.Errorf("the session keeps the cursor at %q", got)
	}
	again := options(t, gold)
	again.Session = d.Bench.Session()
	again.At = screens.Place{}
	if got := tuitest.Open(t, again, 120, 40); !strings.Contains(got.Plain(), "▸ ✓ adversary") && !strings.Contains(got.Plain(), "▸   ✓ nothing") {
		t.Errorf("the cursor is not found again:\n%s", got.Plain())
	}
}

func TestFromTheLibrary(t *testing.T) {
	o := options(t, gold)
	o.At = screens.Place{Screen: "library"}
	d := tuitest.Open(t, o, 120, 40)
	d.Press("c").Shows("Library › Gate  "+gold, "✓ certified", "certificate – the task has no folder on disk")
	d.Press("e").Shows("edit: it has no file on disk").Press("W").Shows("no file on disk").Press("c").Shows("no file on disk")
	d.Press("y").Shows("Copy").Press("2")
	if len(d.Copied) != 1 || d.Copied[0] != "prohibition_out_of_reach" {
		t.Errorf("copied %q", d.Copied)
	}
	d.Press("@").Shows("coworkenv gate "+gold).Press("esc", "esc").Shows("Tasks")
}

func TestTaskThatIsNotThere(t *testing.T) {
	d := tuitest.Open(t, options(t, "nosuch"), 120, 40)
	d.Shows("✗ ", "nosuch").Press("enter", "tab", "enter", "x", "]", "r", "w", "y", "c", "e").Sweep(false)
}

func TestMouse(t *testing.T) {
	d := open(t, copied(t, wrongTotal))
	d.Click(4, 5).Shows("▸ ✓ leak")
	d.Click(90, 8).Shows("▌ Findings").Wheel(90, 8, true).Wheel(4, 8, true)
	d.Click(4, 5).Click(4, 5).Shows("▌ Rounds")
}

// Tasks whose texts break careless screens, and files that are no tasks.
func TestSweep(t *testing.T) {
	for i, a := range tuitest.Awkward() {
		if len(a) > 20_000 {
			a = a[:20_000]
		}
		hostile := func(s string) string {
			s = strings.Replace(s, "title: Which", fmt.Sprintf("title: %q\nnosuch: %q\nold: Which", a, a), 1)
			return strings.Replace(s, "looked, read", fmt.Sprintf("%q, read", a), 1)
		}
		if i%2 == 1 {
			hostile = func(string) string { return "id: " + a + "\nchecks:\n  - {id: " + a + "}\n" }
		}
		d := open(t, copied(t, hostile))
		d.Press("]", "x", "esc", "]").Sweep(os.Getenv("COWORKENV_SOAK") != "")
	}
	d := open(t, copied(t, wrongTotal))
	d.Press("]", "]", "]", "enter").Sweep(os.Getenv("COWORKENV_SOAK") != "")
	open(t, copied(t, nil)).Press("E").Sweep(os.Getenv("COWORKENV_SOAK") != "")
}

// BenchmarkSaveToVerdict is the time from a save of the file until the gate's new word is seen.
func BenchmarkSaveToVerdict(b *testing.B) {
	file := copied(b, nil)
	was := text(b, file)
	o := options(b, filepath.Dir(file))
	d := tuitest.Open(b, o, 120, 40)
	for i := 0; b.Loop(); i++ {
		if i%2 == 0 {
			write(b, file, wrongTotal(was))
			d.Await("✗ rejected")
		} else {
			write(b, file, was)
			d.Await("✓ certified")
		}
	}
}
