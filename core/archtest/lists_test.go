package archtest

import (
	"path"
	"slices"
	"testing"
)

// unlisted returns the services whose package services/all does not import:
// nothing registers itself, so a service that is not listed does not exist.
func unlisted(all []source) []string {
	listed := map[string]bool{}
	services := map[string]bool{}
	for _, s := range all {
		switch {
		case s.isTest:
		case s.pkg() == "services/all":
			for _, imp := range s.imports() {
				listed[below(imp)] = true
			}
		case path.Dir(s.pkg()) == "services" && !isTestSupport(s.pkg()):
			services[s.pkg()] = true
		}
	}
	var out []string
	for folder := range services {
		if !listed[folder] {
			out = append(out, folder)
		}
	}
	slices.Sort(out)
	return out
}

func TestEveryServiceIsListed(t *testing.T) {
	for _, folder := range unlisted(sources(t)) {
		t.Errorf("%s is not in services/all: a service that is not listed does not exist", folder)
	}
}

func TestUnlistedSeesGaps(t *testing.T) {
	files := map[string]string{
		"services/all/all.go":           "package all\nimport _ \"" + module + "/services/gmail\"",
		"services/gmail/gmail.go":       "package gmail",
		"services/crm/crm.go":           "package crm",
		"services/crm/wire/wire.go":     "package wire",
		"services/draft/draft_test.go":  "package draft",
		"services/servicetest/suite.go": "package servicetest",
	}
	var all []source
	for name, src := range files {
		s, err := parse(name, name, src)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if got, want := unlisted(all), []string{"services/crm"}; !slices.Equal(got, want) {
		t.Errorf("unlisted = %v, want %v", got, want)
	}
}
