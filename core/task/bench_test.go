package task

import (
	"maps"
	"slices"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	files := examples(b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(files[name])))
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := Parse(name, files[name]); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}

func BenchmarkBind(b *testing.B) {
	files, cat := examples(b), toyCatalog(b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parsed, _ := Parse(name, files[name])
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := Bind(parsed, cat); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}
