package value

import "testing"

// An id is the same for an eye in whatever letters and digits it is written.
func TestBare(t *testing.T) {
	for _, s := range []string{"SHP-1648", "shp 1648", "ＳＨＰ－１６４８", "SHP-١٦٤٨", "SHP-१६४८", "SHP-𝟏𝟔𝟒𝟖", "SHP-①⑥④⑧", "S\u0301H\u0308P-1648", "ŚĦP-1648", "ЅНР-1648", "SΗΡ-1648", "S\u200bHP\u00ad1648"} {
		want := "shp1648"
		if s == "ŚĦP-1648" {
			want = "sħp1648" // a stroke is part of its letter
		}
		if got := Bare(s); got != want {
			t.Errorf("Bare(%q) = %q", s, got)
		}
	}
	if got := Bare("Größe 12,5 大"); got != "große125大" {
		t.Errorf("Bare = %q", got)
	}
	if got := PlainDigits("١٢٬٣٤٥٫٦ ½"); got != "12,345.6 ½" {
		t.Errorf("PlainDigits = %q", got)
	}
}
