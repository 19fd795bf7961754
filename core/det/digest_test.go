package det_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
)

// slowSum is Sum written as its definition, without the stack buffer.
func slowSum(parts ...[]byte) (d det.Digest) {
	var buf bytes.Buffer
	for _, p := range parts {
		if err := binary.Write(&buf, binary.LittleEndian, uint64(len(p))); err != nil {
			panic(err)
		}
		buf.Write(p)
	}
	full := sha256.Sum256(buf.Bytes())
	copy(d[:], full[:16])
	return d
}

func TestSumFollowsItsDefinitionAtEverySize(t *testing.T) {
	for _, n := range []int{0, 1, 63, 1007, 1008, 1009, 1016, 1017, 5000} {
		part := bytes.Repeat([]byte{7}, n)
		if got, want := det.Sum(part, []byte("x")), slowSum(part, []byte("x")); got != want {
			t.Errorf("%d bytes: Sum = %v, want %v", n, got, want)
		}
	}
	if det.Sum([]byte("ab"), []byte("c")) == det.Sum([]byte("a"), []byte("bc")) {
		t.Error("parts are not framed")
	}
	if got, want := det.SHA256Hex([]byte("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("SHA256Hex(abc) = %s, want %s", got, want)
	}
}

func TestSetDigest(t *testing.T) {
	a, b, c := det.Sum([]byte("a")), det.Sum([]byte("b")), det.Sum([]byte("c"))
	if a.Add(b).Add(c) != c.Add(a).Add(b) {
		t.Error("order matters")
	}
	if a.Add(b).Sub(b) != a || a.Sub(b).Add(b) != a || a.Sub(a) != (det.Digest{}) {
		t.Error("Sub does not undo Add")
	}
	if a.Add(a) == (det.Digest{}) {
		t.Error("a member counted twice cancels out, as with exclusive or")
	}
	one, top := det.Digest{1}, det.Digest{}
	for i := range top {
		top[i] = 0xff
	}
	if top.Add(one) != (det.Digest{}) || (det.Digest{}).Sub(one) != top {
		t.Error("carry over all 128 bits is lost")
	}
	low := det.Digest{}
	copy(low[:8], top[:8])
	if got := low.Add(one); got != (det.Digest{8: 1}) {
		t.Errorf("carry into the high word: %v", got)
	}
}

func TestDigestText(t *testing.T) {
	d := det.Sum([]byte("x"))
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back det.Digest
	if err := json.Unmarshal(raw, &back); err != nil || back != d {
		t.Errorf("round trip of %s gives %v, %v", raw, back, err)
	}
	for _, bad := range []string{"", "00", d.String() + "00", "zz" + d.String()[2:]} {
		if err := back.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("UnmarshalText(%q) succeeds", bad)
		}
	}
	if back != d {
		t.Error("a failed read changed the digest")
	}
}

func TestSumAllocates(t *testing.T) {
	rec := bytes.Repeat([]byte("r"), 700)
	key := []byte("gmail.messages/msg_001")
	if n := testing.AllocsPerRun(100, func() { det.Sum(key, rec) }); n != 0 {
		t.Errorf("Sum of a record allocates %v times", n)
	}
}

func TestID(t *testing.T) {
	if got, want := det.ID("run_", "a", "b"), "run_"+slowSum([]byte("a"), []byte("b")).String()[:12]; got != want {
		t.Errorf("ID = %s, want %s", got, want)
	}
	if det.ID("x", "ab", "c") == det.ID("x", "a", "bc") {
		t.Error("parts of an id are not framed")
	}
}

func BenchmarkSum(b *testing.B) {
	key := []byte("gmail.messages/msg_001")
	for _, n := range []int{64, 700, 8192} {
		rec := bytes.Repeat([]byte("r"), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(n))
			for b.Loop() {
				det.Sum(key, rec)
			}
		})
	}
}

func BenchmarkAddSub(b *testing.B) {
	x, y := det.Sum([]byte("x")), det.Sum([]byte("y"))
	for b.Loop() {
		x = x.Sub(y).Add(y)
	}
}
