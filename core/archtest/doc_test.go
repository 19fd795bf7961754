// Package archtest holds the architecture as tests: which package may import
// which, what may be done in one place only, and how large a file may grow.
//
// It is tests alone and reads the source without compiling it, so that files
// of every platform and packages that do not build are judged as well.
// Invariant: every rule says why in its failure, and has a case that breaks it.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "coworkenv.dev/coworkenv"

// source is one parsed file of the module; name is its path below the module.
type source struct {
	name   string
	isTest bool
	fset   *token.FileSet
	file   *ast.File
}

// pkg is the folder of the file below the module.
func (s source) pkg() string { return path.Dir(s.name) }

// imports lists the import paths of the file.
func (s source) imports() []string {
	var out []string
	for _, imp := range s.file.Imports {
		out = append(out, strings.Trim(imp.Path.Value, "`\""))
	}
	return out
}

func parse(name, file string, src any) (source, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	return source{name: name, isTest: strings.HasSuffix(name, "_test.go"), fset: fset, file: parsed}, err
}

var parseOnce = sync.OnceValues(func() ([]source, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, err
	}
	var out []source
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(d.Name(), ".go"):
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		s, err := parse(filepath.ToSlash(rel), file, nil)
		out = append(out, s)
		return err
	})
	return out, err
})

func sources(t *testing.T) []source {
	t.Helper()
	all, err := parseOnce()
	if err != nil {
		t.Fatalf("parse the module: %v", err)
	}
	if !slices.ContainsFunc(all, func(s source) bool { return s.name == "core/archtest/doc_test.go" }) {
		t.Fatalf("this file is not among the %d found: the rules would hold of nothing", len(all))
	}
	return all
}

// below is the folder of an import path of the module.
func below(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

func inModule(importPath string) bool { return within(importPath, module) }

// within tells whether p is one of the folders or lies below one.
func within(p string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") })
}

// isTestSupport tells whether a package exists for tests only: by convention
// its name ends in "test".
func isTestSupport(folder string) bool { return strings.HasSuffix(folder, "test") }
