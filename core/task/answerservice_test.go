package task

import (
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func answerWorld(t testing.TB) *world.World {
	t.Helper()
	fields := []AnswerField{
		{Name: "ref", Type: AnswerID}, {Name: "total", Type: AnswerMoney}, {Name: "n", Type: AnswerNumber}, {Name: "ok", Type: AnswerYesNo}, {Name: "day", Type: AnswerDate},
		{Name: "at", Type: AnswerDateTime}, {Name: "who", Type: AnswerAddress}, {Name: "kind", Type: AnswerOneOf, OneOf: []string{"a", "b"}},
		{Name: "ids", Type: AnswerID, List: "set"}, {Name: "free", Type: AnswerText},
		{Name: "rows", Type: AnswerRows, Key: "id", Rows: []AnswerField{{Name: "id", Type: AnswerID}, {Name: "amount", Type: AnswerMoney}}},
	}
	s := AnswerService(fields)
	if _, err := world.NewCatalog(s); err != nil {
		t.Fatal(err)
	}
	img, err := world.NewImage(world.Seed{Services: []*world.Service{s}})
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	return world.New(img, world.Options{Now: mustTime(t, "2026-03-16T09:00:00+08:00"), Zone: zone})
}

func TestSubmitAnswer(t *testing.T) {
	tests := []struct {
		args string
		want string // a part of the reply
	}{
		{`{"outcome":"done"}`, `{"status":"received"}`},
		{`{}`, "give at least one of"},
		{`{"ref":null}`, "give at least one of"},
		{`{"outcome":"finished"}`, "must be one of done, not_found"},
		{`{"ref":"000412"}`, "received"},
		{`{"ref":412}`, "must be a text"},
		{`{"ref":" "}`, "must not be empty"},
		{`{"total":"1.240,10 EUR"}`, "received"},
		{`{"total":"￥12,800.00"}`, "received"},
		{`{"total":{"amount":12.5,"currency":"EUR"}}`, "received"},
		{`{"total":{"amount":"12.50","currency":"eur"}}`, "received"},
		{`{"total":{"amount":12.5,"currency":"EUR","x":1}}`, "amount with its currency"},
		{`{"total":12.5}`, "amount with its currency"},
		{`{"total":"12.5"}`, "amount with its currency"},
		{`{"n":3}`, "received"}, {`{"n":"1,240"}`, "received"}, {`{"n":"many"}`, "must be a number"}, {`{"n":true}`, "must be a number"},
		{`{"ok":false}`, "received"}, {`{"ok":"Yes"}`, "received"}, {`{"ok":"maybe"}`, "true or false"},
		{`{"day":"17 March 2026"}`, "received"}, {`{"day":"03/04/2026"}`, "must be a date"},
		{`{"at":"2026-03-17 15:00"}`, "received"}, {`{"at":"15:00"}`, "must be a date-time"},
		{`{"who":"Lin <lin@northwind.test>"}`, "received"}, {`{"who":"lin"}`, "e-mail address"}, {`{"who":"a@x.test, b@x.test"}`, "e-mail address"},
		{`{"kind":"b"}`, "received"}, {`{"kind":"c"}`, "must be one of a, b"},
		{`{"ids":["1","2"]}`, "received"}, {`{"ids":"1"}`, "must be a list"}, {`{"ids":["1",2]}`, "/ids/1"},
		{`{"rows":[{"id":"a","amount":"1 EUR"}]}`, "received"},
		{`{"rows":[{"id":"a"}]}`, "/rows/0/amount"},
		{`{"rows":[{"id":"a","amount":"1 EUR","note":"x"}]}`, "unknown column"},
		{`{"rows":["a"]}`, "must be an object"}, {`{"rows":{}}`, "list of rows"},
		{`{"nosuch":1}`, "unknown argument"},
		{`{"free":"anything"}`, "received"},
	}
	for _, tt := range tests {
		w := answerWorld(t)
		e := w.Call(world.Agent, AnswerTool, []byte(tt.args))
		if !strings.Contains(string(e.Body), tt.want) {
			t.Errorf("%s: %s, want %s", tt.args, e.Body, tt.want)
		}
		received := strings.Contains(tt.want, "received")
		if e.Succeeded() != received || (w.State().Len(AnswerCollection) == 1) != received {
			t.Errorf("%s: outcome %s, %d submissions", tt.args, e.Outcome, w.State().Len(AnswerCollection))
		}
	}
}

func TestSubmissionIsKeptAsSent(t *testing.T) {
	w := answerWorld(t)
	w.Call(world.Agent, AnswerTool, []byte(`{"total":"1.240,10 EUR","ids":["b","a"]}`))
	w.Call(world.Agent, AnswerTool, []byte(`{"outcome":"unclear","total":null}`))
	var got []string
	for r := range w.State().Records(AnswerCollection) {
		got = append(got, string(r.JSON()))
	}
	want := `{"total":"1.240,10 EUR","ids":["b","a"]} {"outcome":"unclear"}`
	if strings.Join(got, " ") != want {
		t.Errorf("submissions %s, want %s", got, want)
	}
	if coll, ok := w.Image().Collection(AnswerCollection); !ok || !coll.Internal {
		t.Error("submissions are part of the office")
	}
}

func TestAnswerSchema(t *testing.T) {
	offer, ok := answerWorld(t).Image().Offer(AnswerTool)
	if !ok {
		t.Fatal("not offered")
	}
	schema := string(value.Append(nil, offer.Tool.InputSchema()))
	for _, part := range []string{`"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"`, `"enum":["done","not_found","not_allowed","unclear"]`, `"ids":{"type":"array"`, `"required":[]`} {
		if !strings.Contains(schema, part) {
			t.Errorf("the schema lacks %s\n%s", part, schema)
		}
	}
}

// The answer is granted whatever else is.
func TestAnswerIsGranted(t *testing.T) {
	data := starterWith(t, "request:\n", "identity: {as: kim@northwind.test, grants: {todo: read}}\nrequest:\n")
	b, problems := bindOnly(t, data)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	w := newWorld(b)
	if e := w.Call(world.Agent, AnswerTool, []byte(`{"outcome":"not_allowed"}`)); !e.Succeeded() {
		t.Errorf("%s", e.Body)
	}
	if e := w.Call(world.Agent, "todo_update_task", []byte(`{"task_id":"TODO-1"}`)); e.Outcome != world.Denied {
		t.Errorf("%s", e.Body)
	}
	if e := w.Call(world.Agent, "todo_list_tasks", []byte(`{}`)); !e.Succeeded() {
		t.Errorf("%s", e.Body)
	}
	if o := b.Options(); o.As != "kim@northwind.test" || o.Zone.String() != "Europe/Berlin" {
		t.Errorf("options %+v", o)
	}
}
