package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

func TestBodyRoundTrip(t *testing.T) {
	r := det.NewRand(1)
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint64())
		}
		return b
	}
	p := newPacker()
	for _, n := range []int{0, 1, 2, 100, minPack - 1, minPack, minPack + 1, 30_000, 1 << 20} {
		for name, body := range map[string][]byte{"equal": bytes.Repeat([]byte("a"), n), "noise": noise(n), "json": bytes.Repeat([]byte(`{"id":"x"},`), n/11)} {
			packed, err := p.pack(body)
			check(t, err)
			if len(packed) > len(body)+11 || name == "equal" && n >= minPack && len(packed) > n/8 {
				t.Errorf("%d bytes of %s become %d", n, name, len(packed))
			}
			got, err := unpack(packed)
			check(t, err)
			if !bytes.Equal(got, body) {
				t.Errorf("%d bytes of %s come back as %d others", n, name, len(got))
			}
		}
	}
	if _, err := p.pack(make([]byte, MaxBody+1)); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a body above the limit: %v", err)
	}
}

// Blocks put together by hand from the format's description.
func TestLZ4Blocks(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 300)
	tests := []struct {
		name, block, want string
	}{
		{"literals", "\x30abc", "abc"},
		{"copy", "\x42abcd\x04\x00\x10!", "abcdabcdab!"},
		{"copy into itself", "\x1fa\x01\x00\x03\x10!", "a" + strings.Repeat("a", 22) + "!"},
		{"long literals", "\xf0\xff\x1e" + string(long), string(long)},
	}
	for _, tt := range tests {
		got, ok := lzUnpack([]byte(tt.block), len(tt.want))
		if !ok || string(got) != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
	for name, block := range map[string]string{
		"ends after a copy": "\x42abcd\x04\x00", "before the beginning": "\x42abcd\x05\x00\x10!", "no distance": "\x42abcd\x00\x00\x10!",
		"cut literals": "\x40abc", "cut distance": "\x42abcd\x04", "cut length": "\xf0\xff",
	} {
		if got, ok := lzUnpack([]byte(block), 11); ok {
			t.Errorf("%s gives %q", name, got)
		}
	}
	var table lzTable
	if got := lzPack(nil, []byte("abcdefgh abcdefgh abcdefgh, the end"), &table); len(got) >= 30 {
		t.Errorf("a text that repeats itself takes %d bytes: %q", len(got), got)
	}
}

func TestDamagedBodies(t *testing.T) {
	p := newPacker()
	packed, err := p.pack(bytes.Repeat([]byte("invoice "), 1000))
	check(t, err)
	longer := append(frame(codingLZ4, 8001, 0), packed[3:]...)
	shorter := append(frame(codingLZ4, 7999, 0), packed[3:]...)
	huge := append(frame(codingLZ4, MaxBody, 0), packed[3:]...)
	tests := map[string][]byte{
		"empty": {}, "only coding": {codingRaw}, "coding": append([]byte{9}, packed[1:]...), "raw length": {codingRaw, 3, 'a'},
		"no length": {codingRaw, 0xff}, "length over limit": frame(codingLZ4, MaxBody+1, 0), "cut": packed[:len(packed)/2],
		"absurd length": append(binary.AppendUvarint([]byte{codingLZ4}, 1<<63), packed[3:]...), "too long": longer, "too short": shorter, "huge": huge,
	}
	for name, b := range tests {
		_, err := unpack(b)
		if fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := testing.AllocsPerRun(1, func() { _, _ = unpack(huge) }); n > 50 {
		t.Errorf("%v allocations for a false length", n)
	}
}

func FuzzUnpack(f *testing.F) {
	p := newPacker()
	for _, body := range []string{"", "a", `{"a":1}`, string(bytes.Repeat([]byte("invoice "), 1000))} {
		packed, err := p.pack([]byte(body))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		body, err := unpack(data)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("error %v", err)
			}
			return
		}
		packed, err := p.pack(body)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := unpack(packed); err != nil || !bytes.Equal(again, body) {
			t.Fatalf("round trip of %d bytes: %v", len(body), err)
		}
	})
}

// The short way of reading a list reads what the JSON decoder reads.
func TestListColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"", "crm", "a,b", `"`, `","`, `\`, "]", "[", "\x00", "\n", "ü", " ", "<&>", "\u2028"})
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return part.Draw(t, "a") + part.Draw(t, "b")
		}), 0, 4).Draw(t, "list")
		column, err := listColumn(list)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseList(column)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 && len(got) == 0 {
			return
		}
		if diff := cmp.Diff(list, got); diff != "" {
			t.Fatalf("%s: %s", column, diff)
		}
	})
	for _, text := range []string{"", "x", "{}", `["a]`, `["a"`, `["a",1]`, `[]x`, `["a""b"]`, `["a"x"b"]`, `["a" ,"b"]`, `["\u0061"]`, `["a"]]`, `["]`, `[""]`, `["",""]`} {
		got, err := parseList(text)
		var want []string
		wantErr := json.Unmarshal([]byte(text), &want)
		if (err == nil) != (wantErr == nil) || err == nil && !cmp.Equal(want, got) {
			t.Errorf("%s: %q, %v; JSON: %q, %v", text, got, err, want, wantErr)
		}
	}
}
