package query_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/query"
)

func columns() map[string]string {
	return map[string]string{
		"id": "id", "title": "title", "svc": "svc", "fam": "fam", "gate": "gate", "lang": "lang",
		"score": "score", "steps": "steps", "added": "added", "pass": "pass",
	}
}

// texts that are hard to compare: case beyond ASCII, letters that look like
// ASCII ones, signs of the languages involved, bytes that are no text.
var hardTexts = []string{
	"a", "A", "ab", "K", "k", "\u212a", "s", "ſ", "i", "İ", "ı", "é", "É", "E\u0301", "ß", "ẞ", "ss", "σ", "ς", "Σ", "ü", "Ü", "ж", "Ж",
	"发票", "a b", "%", "_", "a%", "'", `"`, `\`, `a"b`, "a,b", "]", "-x", "OR", "*", "crm", "CRM", "gmail", "x\xff", "\xc3", "\xe3Ü", "0", "1", "NULL",
}

func genRow(t *rapid.T) task {
	r := task{}
	put := func(name string, v any) {
		if rapid.IntRange(0, 4).Draw(t, name+"?") > 0 {
			r[name] = v
		}
	}
	text := rapid.SampledFrom(hardTexts)
	put("id", text.Draw(t, "id"))
	put("title", strings.Join(rapid.SliceOfN(text, 0, 3).Draw(t, "title"), ""))
	// JSON holds no broken UTF-8.
	list := rapid.SliceOfN(text.Filter(func(s string) bool { return s == strings.ToValidUTF8(s, "") }), 0, 3).Draw(t, "svc")
	put("svc", list)
	put("fam", rapid.SampledFrom([]string{"lookup", "triage", "escalation", "safety"}).Draw(t, "fam"))
	put("gate", rapid.SampledFrom([]string{"passed", "failed", "none"}).Draw(t, "gate"))
	put("lang", text.Draw(t, "lang"))
	put("score", rapid.Int64Range(-2, 3).Draw(t, "score")+500_000*rapid.Int64Range(0, 2).Draw(t, "half"))
	put("steps", rapid.OneOf(rapid.Int64Range(-2, 2), rapid.Int64()).Draw(t, "steps"))
	put("added", time.UnixMicro(1_773_100_800_000_000+rapid.SampledFrom([]int64{-1, 0, 1, 59_999_999, 60_000_000, 86_399_999_999, 86_400_000_000}).Draw(t, "added")))
	put("pass", rapid.Bool().Draw(t, "pass"))
	return r
}

func genQuery(t *rapid.T, depth int) string {
	pick := rapid.IntRange(0, 9).Draw(t, "node")
	if depth > 0 {
		switch pick {
		case 0, 1:
			return "(" + genQuery(t, depth-1) + " OR " + genQuery(t, depth-1) + ")"
		case 2, 3:
			return genQuery(t, depth-1) + " " + genQuery(t, depth-1)
		case 4:
			return "-(" + genQuery(t, depth-1) + ")"
		}
	}
	quoted := func() string {
		s := strings.ToValidUTF8(rapid.SampledFrom(hardTexts).Draw(t, "text"), "Ü")
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	}
	order := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "=", ":"})
	switch rapid.IntRange(0, 9).Draw(t, "leaf") {
	case 0:
		return quoted()
	case 1:
		return rapid.SampledFrom([]string{"id:", "lang:", "svc:", "title:", "title="}).Draw(t, "field") + quoted()
	case 2:
		return "svc:" + quoted()
	case 3:
		return "score" + order.Draw(t, "op") + rapid.SampledFrom([]string{"0.5", "0", "-0.000001", "0.5000005", "1.000001", "99999999999999999999"}).Draw(t, "n")
	case 4:
		return "steps" + order.Draw(t, "op") + rapid.SampledFrom([]string{"0", "-1", "0.5", "9223372036854775807", "-9223372036854775808", "-9223372036854775807.5", "9223372036854775807.5", "99999999999999999999"}).Draw(t, "n")
	case 5:
		return "added" + order.Draw(t, "op") + rapid.SampledFrom([]string{"2026", "2026-03", "2026-03-10", "2026-03-10T00:00", "2026-03-10T00:00:00", "2026-03-11"}).Draw(t, "t")
	case 6:
		return rapid.SampledFrom([]string{"pass:true", "pass:false"}).Draw(t, "bool")
	case 7:
		return rapid.SampledFrom([]string{"gate:failed", "gate:none", "fam:safety", "fam:lookup"}).Draw(t, "closed")
	case 8:
		return rapid.SampledFrom([]string{"id", "title", "svc", "fam", "lang", "score", "added", "pass"}).Draw(t, "field") + ":*"
	}
	return "-" + quoted()
}

func openRows(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := db.Exec(`CREATE TABLE rows (n INTEGER PRIMARY KEY, id TEXT, title TEXT, svc TEXT, fam TEXT, gate TEXT, lang TEXT,
		score INTEGER, steps INTEGER, added INTEGER, pass INTEGER) STRICT`); err != nil {
		t.Fatal(err)
	}
	return db
}

func insert(db *sql.DB, n int, r task) error {
	args := []any{n}
	for _, f := range schema().Fields {
		v := r[f.Name]
		switch x := v.(type) {
		case []string:
			raw, err := json.Marshal(x)
			if err != nil {
				return err
			}
			v = string(raw)
		case time.Time:
			v = x.UnixMicro()
		}
		args = append(args, v)
	}
	_, err := db.Exec("INSERT INTO rows VALUES (?,?,?,?,?,?,?,?,?,?,?)", args...)
	return err
}

func selected(db *sql.DB, q *query.Query) ([]int, error) {
	where, args := q.SQL(columns())
	rows, err := db.Query("SELECT n FROM rows WHERE "+where+" ORDER BY n", args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	defer rows.Close()
	var out []int
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// Match and SQL select the same rows, and so does the canonical form.
func TestSQLSelectsWhatMatchDoes(t *testing.T) {
	db := openRows(t)
	rapid.Check(t, func(t *rapid.T) {
		if _, err := db.Exec("DELETE FROM rows"); err != nil {
			t.Fatal(err)
		}
		rows := rapid.SliceOfN(rapid.Custom(genRow), 1, 6).Draw(t, "rows")
		src := genQuery(t, 3)
		q, err := query.Parse(src, schema())
		if err != nil {
			t.Fatalf("parse %s: %v", src, err)
		}
		again, err := query.Parse(q.String(), schema())
		if err != nil || again.String() != q.String() {
			t.Fatalf("%s: canonical form %s gives %v, %v", src, q, again, err)
		}
		var want []int
		for n, r := range rows {
			if err := insert(db, n, r); err != nil {
				t.Fatal(err)
			}
			holds := q.Match(r.get)
			if again.Match(r.get) != holds {
				t.Fatalf("%s and its canonical form %s differ of %v", src, q, r)
			}
			if holds {
				want = append(want, n)
			}
		}
		got, err := selected(db, q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			where, _ := q.SQL(columns())
			t.Fatalf("%s\n%s\nMatch - SQL + %s", src, where, diff)
		}
	})
}

func TestSQLShape(t *testing.T) {
	tests := []struct {
		src, where string
		args       []any
	}{
		{"", "TRUE", nil},
		{"gate:failed", "gate = ?", []any{"failed"}},
		{"score<0.5", "score <= ?", []any{int64(499_999)}},
		{"score<0.5 -gate:none", "(score <= ? AND ((gate = ?) IS NOT TRUE))", []any{int64(499_999), "none"}},
		{"title:Ü", "instr(replace(lower(title), ?, ?), ?) > 0", []any{"ü", "Ü", "Ü"}},
	}
	for _, tt := range tests {
		q, err := query.Parse(tt.src, schema())
		if err != nil {
			t.Fatal(err)
		}
		where, args := q.SQL(columns())
		if where != tt.where {
			t.Errorf("%s: %s, want %s", tt.src, where, tt.where)
		}
		if diff := cmp.Diff(tt.args, args); diff != "" {
			t.Errorf("%s: %s", tt.src, diff)
		}
	}
	q, err := query.Parse("lang:en OR -lang:en", schema())
	if err != nil {
		t.Fatal(err)
	}
	if where, _ := q.SQL(nil); where != "(FALSE OR ((FALSE) IS NOT TRUE))" {
		t.Errorf("without a column: %s", where)
	}
}

// The largest query that parses must also run.
func TestSQLOfTheLargestQuery(t *testing.T) {
	db := openRows(t)
	deep := strings.Repeat("-(x ", 15) + "y" + strings.Repeat(")", 15)
	wide := strings.TrimSpace(strings.Repeat("-svc:ä ", query.MaxTerms))
	for _, src := range []string{deep, wide, strings.ReplaceAll(wide, " ", " OR "), "title:\"" + strings.Repeat("äöüéèêñçßåøæœ", 20) + "\""} {
		q, err := query.Parse(src, schema())
		if err != nil {
			t.Fatalf("%.60s: %v", src, err)
		}
		if _, err := selected(db, q); err != nil {
			t.Errorf("%.60s: %v", src, err)
		}
	}
}
