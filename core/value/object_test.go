package value

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func names(o *Object) []string {
	var out []string
	for _, m := range o.Members() {
		out = append(out, m.Name)
	}
	return out
}

func TestObject(t *testing.T) {
	var o Object
	o.Set("b", Int(1))
	o.Set("a", nil)
	o.Set("c", "x")
	o.Set("b", Int(2))
	o.Delete("c")
	o.Delete("no such name")
	if got, want := o.String(), `{"b":2,"a":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if v, ok := o.Get("a"); v != nil || !ok {
		t.Errorf("Get(a) = %v, %v; want null that is there", v, ok)
	}
	if v, ok := o.Get("c"); v != nil || ok {
		t.Errorf("Get(c) = %v, %v after Delete", v, ok)
	}
	if o.Len() != 2 {
		t.Errorf("Len = %d", o.Len())
	}
}

func TestObjRepeatedName(t *testing.T) {
	o := Obj(Member{"a", true}, Member{"b", true}, Member{"a", false})
	if got, want := o.String(), `{"a":false,"b":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNilObjectReadsAsEmpty(t *testing.T) {
	var o *Object
	if _, ok := o.Get("a"); ok || o.Len() != 0 || o.Members() != nil {
		t.Error("a nil object has something in it")
	}
	if got := string(Append(nil, o)); got != "{}" {
		t.Errorf("Append = %s", got)
	}
	c := o.Clone()
	c.Set("a", nil)
	if !o.Equal(&Object{}) || o.Equal(c) {
		t.Error("a nil object equals the empty one alone")
	}
}

// Above indexAbove members another way of looking names up is used.
func TestLargeObject(t *testing.T) {
	for _, size := range []int{indexAbove - 1, indexAbove, indexAbove + 1, 500} {
		text := []byte("{")
		for i := range size {
			text = fmt.Appendf(text, `"n%d":%d,`, i, i)
		}
		text = append(text, `"n0":"again"}`...)
		v, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		o := v.(*Object)
		built := Obj(o.Members()...)
		if o.Len() != size || !o.Equal(built) {
			t.Fatalf("%d members: parsed %d, equal %v", size, o.Len(), o.Equal(built))
		}
		c := o.Clone()
		for i := 0; i < size; i += 2 {
			c.Delete(fmt.Sprintf("n%d", i))
		}
		c.Set("n0", "back")
		c.Set("n1", "set")
		for i := range size {
			name := fmt.Sprintf("n%d", i)
			want := any(Int(int64(i)))
			if i == 0 {
				want = "again"
			}
			if got, ok := o.Get(name); !ok || got != want {
				t.Fatalf("%d members: %s is %v, want %v: the clone is not apart", size, name, got, want)
			}
			if _, ok := c.Get(name); ok != (i%2 == 1 || i == 0) {
				t.Fatalf("%d members: clone has %s: %v", size, name, ok)
			}
		}
		if v, _ := c.Get("n1"); v != "set" {
			t.Fatalf("%d members: n1 of the clone is %v", size, v)
		}
		if got := names(c); got[len(got)-1] != "n0" {
			t.Fatalf("%d members: a name set again after Delete stands at the end, have %v", size, got)
		}
	}
}

func TestMembersCannotGrowTheObject(t *testing.T) {
	o := Obj(Member{"a", nil}, Member{"b", nil})
	o.Delete("b")
	_ = append(o.Members(), Member{"x", nil})
	o.Set("c", nil)
	if diff := cmp.Diff([]string{"a", "c"}, names(o)); diff != "" {
		t.Error(diff)
	}
}
