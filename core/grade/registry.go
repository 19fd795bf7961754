package grade

import (
	"errors"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Registry is the set of kinds a program knows.
type Registry struct {
	kinds        []Kind
	prohibitions []ProhibitionKind
}

// NewRegistry checks the declarations and sorts them by name. A fault in them is the
// programmer's: fault.Internal.
func NewRegistry(kinds []Kind, prohibitions []ProhibitionKind) (*Registry, error) {
	r := &Registry{kinds: slices.Clone(kinds), prohibitions: slices.Clone(prohibitions)}
	slices.SortFunc(r.kinds, func(a, b Kind) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(r.prohibitions, func(a, b ProhibitionKind) int { return strings.Compare(a.Name, b.Name) })
	var errs []error
	for i, k := range r.kinds {
		if k.Name == "" || k.Version < 1 || k.Doc == "" || k.Compile == nil {
			errs = append(errs, fault.New(fault.Internal, "check kind %q lacks a name, a version, a description or a compiler", k.Name))
		}
		if i > 0 && r.kinds[i-1].Name == k.Name {
			errs = append(errs, fault.New(fault.Internal, "check kind %s is listed twice", k.Name))
		}
	}
	for i, k := range r.prohibitions {
		if k.Name == "" || k.Version < 1 || k.Doc == "" || k.Compile == nil {
			errs = append(errs, fault.New(fault.Internal, "prohibition %q lacks a name, a version, a description or a compiler", k.Name))
		}
		if i > 0 && r.prohibitions[i-1].Name == k.Name {
			errs = append(errs, fault.New(fault.Internal, "prohibition %s is listed twice", k.Name))
		}
	}
	return r, errors.Join(errs...)
}

// Kinds lists the check kinds by name; shared, read only.
func (r *Registry) Kinds() []Kind { return r.kinds }

// Prohibitions lists the kinds of prohibitions by name; shared, read only.
func (r *Registry) Prohibitions() []ProhibitionKind { return r.prohibitions }

// Kind returns the check kind of that name.
func (r *Registry) Kind(name string) (*Kind, bool) {
	for i := range r.kinds {
		if r.kinds[i].Name == name {
			return &r.kinds[i], true
		}
	}
	return nil, false
}

// Prohibition returns the prohibition of that name.
func (r *Registry) Prohibition(name string) (*ProhibitionKind, bool) {
	for i := range r.prohibitions {
		if r.prohibitions[i].Name == name {
			return &r.prohibitions[i], true
		}
	}
	return nil, false
}

func (r *Registry) kindNames() []string {
	names := make([]string, len(r.kinds))
	for i := range r.kinds {
		names[i] = r.kinds[i].Name
	}
	return names
}

func (r *Registry) prohibitionNames() []string {
	names := make([]string, len(r.prohibitions))
	for i := range r.prohibitions {
		names[i] = r.prohibitions[i].Name
	}
	return names
}
