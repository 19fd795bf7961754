package pdftext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
)

// show writes operands as a reader would: strings quoted, lists in brackets.
func show(args operands) string {
	parts := make([]string, len(args))
	for i, a := range args {
		switch {
		case a.isText:
			parts[i] = fmt.Sprintf("%q", a.text)
		case a.list != nil:
			parts[i] = "[" + show(a.list) + "]"
		default:
			parts[i] = fmt.Sprint(a.number)
		}
	}
	return strings.Join(parts, " ")
}

func TestScanner(t *testing.T) {
	tests := []struct{ program, want string }{
		{"", ""},
		{"1 -.5 +2. /Name (a) Tf", `1 -0.5 2 "Name" "a" Tf;`},
		{"q Q\tBT%comment\n(x)Tj", `q; Q; BT; "x" Tj;`},
		{`(a(b)c\)\(\n\101\7\\) Tj`, `"a(b)c)(\nA\a\\" Tj;`},
		{"(a\\\r\nb\\\nc\\zd) '", `"abczd" ';`},
		{"<48 65 6c6> \"", `"Hel` + "`" + `" ";`},
		{"[(a) -200 <62> /N] TJ", `["a" -200 "b" "N"] TJ;`},
		{"/P <</MCID 0>> BDC", `"P" "MCID" 0 BDC;`},
		{"BI /W 1 ID \x00(EI<[ EI (x) Tj", `BI; "x" Tj;`},
		{"ID no end", ""},
		{"(never closed Tj", ""},
		{"(trailing backslash \\", ""},
		{"<41 Tj", ""},
		{"[1 2 Tj", ""},
		{"] ) } > 5 Tj", "5 Tj;"},
		{"--5 1e Tj", "0 0 Tj;"},
		{"1 2", ""},
	}
	for _, tt := range tests {
		var got strings.Builder
		s := scanner{rest: []byte(tt.program)}
		for op, args := s.next(); op != ""; op, args = s.next() {
			got.WriteString(strings.TrimLeft(show(args)+" "+op+"; ", " "))
		}
		if diff := cmp.Diff(tt.want, strings.TrimRight(got.String(), " ")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.program, diff)
		}
	}
}

func FuzzContent(f *testing.F) {
	f.Add([]byte("BT /F1 12 Tf 1 0 0 1 72 700 Tm [(a) -300 <62>] TJ T* (x\\051) ' ET"))
	f.Add([]byte("q 1 0 0 1 0 0 cm BI ID x EI /X1 Do Q"))
	f.Fuzz(func(t *testing.T, program []byte) {
		defer func() {
			if x := recover(); x != nil {
				if err, _ := x.(error); fault.KindOf(err) != fault.Exhausted {
					t.Errorf("panic: %v", x)
				}
			}
		}()
		p := painter{doc: &document{}, known: map[string]decoder{}, font: plain, where: position{page: unit, line: unit}}
		p.run(program)
		if p.text.Len() > 2*len(program)+maxTarget {
			t.Errorf("%d bytes of text from %d of content", p.text.Len(), len(program))
		}
	})
}
