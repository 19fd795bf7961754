// Package servicetest is the conformance suite of the services: what the engine and the gate
// take for granted of every service, tried on generated records and calls.
//
// It knows no service. Invariant: whatever it asks of one can be read off the declaration, so a
// new service is done when the suite and the golden catalogue pass.
package servicetest

import (
	"testing"

	"coworkenv.dev/coworkenv/core/world"
)

// tester is what the checks need of a *testing.T, so that their own test can see them fail.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Conform runs the suite over services that stand together in one office: what they refer to
// must be among them. Samples help where made records and calls seldom fit each other.
func Conform(t *testing.T, services []*world.Service, samples ...Sample) {
	o := newOffice(t, services, 1)
	o.addSamples(t, samples)
	for _, s := range services {
		t.Run(s.Name, func(t *testing.T) {
			t.Run("declaration", func(t *testing.T) { o.checkDeclaration(t, s) })
			t.Run("schemas", func(t *testing.T) { o.checkSchemas(t, s) })
			t.Run("reads", func(t *testing.T) { o.checkReads(t, s) })
			t.Run("effects", func(t *testing.T) { o.checkEffects(t, s) })
			t.Run("samples", func(t *testing.T) { o.checkSamples(t, s) })
			t.Run("refusals", func(t *testing.T) { o.checkRefusals(t, s) })
			t.Run("hostile", func(t *testing.T) { o.checkHostile(t, s) })
			t.Run("replay", func(t *testing.T) { o.checkReplay(t, s) })
			t.Run("audit", func(t *testing.T) { o.checkAudit(t, s) })
		})
	}
}
