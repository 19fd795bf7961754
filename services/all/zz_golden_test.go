package all

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func TestZZ(t *testing.T) {
	dir := sharedtest.Dir(t, "data", "claw-eval")
	files, _ := filepath.Glob(filepath.Join(dir, "golden", "T*.gz"))
	ours := map[string]bool{"gmail": true, "calendar": true, "todo": true, "contacts": true, "finance": true, "notes": true, "kb": true, "helpdesk": true, "inventory": true}
	clock, _ := time.Parse(time.RFC3339, "2031-07-16T09:30:15.250000+00:00")
	same, diff, skip := 0, 0, 0
	for _, f := range files {
		fh, _ := os.Open(f)
		gz, _ := gzip.NewReader(fh)
		data, _ := io.ReadAll(gz)
		v, err := value.ParseLax(data)
		if err != nil {
			t.Fatal(err)
		}
		o := v.(*value.Object)
		svcs, _ := o.Get("services")
		for _, s := range svcs.([]any) {
			so := s.(*value.Object)
			impl, _ := so.Get("implementation")
			name, _ := so.Get("service")
			if !ours[impl.(string)] {
				continue
			}
			fx, _ := so.Get("fixture")
			var path string
			if p, ok := fx.(string); ok { path = p }
			raw, err := os.ReadFile(filepath.Join(dir, path))
			if err != nil {
				t.Logf("no fixture %s %v", path, fx)
				continue
			}
			recs, _ := value.Parse(raw)
			var svc *world.Service
			for _, x := range Services() {
				if x.Name == impl {
					svc = x
				}
			}
			var objs []*value.Object
			for _, r := range recs.([]any) {
				objs = append(objs, r.(*value.Object))
			}
			img, err := world.NewImage(world.Seed{Services: []*world.Service{svc}, Records: map[string][]*value.Object{svc.Name + "." + svc.Collections[0].Name: objs}})
			if err != nil {
				t.Fatal(err)
			}
			img, err = img.LoadWire(world.WireClock{Now: clock})
			if err != nil {
				t.Fatal(err)
			}
			w := world.New(img, world.Options{Now: clock, Zone: time.UTC, Profile: world.Wire, Clock: det.Fixed(clock)})
			steps, _ := o.Get("steps")
			for _, st := range steps.([]any) {
				so := st.(*value.Object)
				if n, _ := so.Get("service"); n != name {
					continue
				}
				p, _ := so.Get("path")
				m, _ := so.Get("method")
				status, _ := so.Get("status")
				if strings.HasSuffix(p.(string), "/reset") {
					w.Reset()
					continue
				}
				if st, _ := status.(value.Number); st != "200" || m != "POST" {
					skip++
					continue
				}
				var tool *world.Tool
				for i := range svc.Tools {
					if svc.Tools[i].Route == p {
						tool = &svc.Tools[i]
					}
				}
				if tool == nil {
					t.Errorf("no route %s", p)
					continue
				}
				var body []byte
				if rr, ok := so.Get("raw_request"); ok {
					body = []byte(rr.(string))
				} else if rq, ok := so.Get("request"); ok {
					body = value.Append(nil, rq)
				}
				_, nobody := so.Get("no_body")
				e := w.CallHTTP(world.Agent, tool.Name, body, world.Transport{NoBody: nobody, ContentType: "application/json"})
				got := strings.ReplaceAll(string(e.Body), world.Timestamp(clock), "<TS>")
				if impl == "kb" {
					got = strings.ReplaceAll(got, "2031-07-16", "<TS>")
				}
				resp, _ := so.Get("response")
				want := string(value.Append(nil, resp))
				gv, _ := value.Parse([]byte(got)); wv, _ := value.Parse([]byte(want))
				if !value.Equal(gv, wv) || len(got) < len(want)-50 {
					diff++
					if e.Cause == world.BadArguments || e.Cause == world.Malformed { skip++; diff--; continue }
					if len(got) > 600 { got = got[:600] }
					if len(want) > 600 { want = want[:600] }
					t.Errorf("%s %s %s\n got %s\nwant %s", filepath.Base(f), p, body, got, want)
				} else {
					same++
				}
			}
			b, _ := json.Marshal(nil)
			_ = b
		}
	}
	t.Logf("same %d diff %d skip %d", same, diff, skip)
}
