// Package app is the composition root: it puts the engine together from the lists of services,
// check kinds and the shipped library. main, tests and the workbench all build the same thing.
package app

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
)

// New builds the engine.
func New(clock det.Clock) (*engine.Engine, error) {
	catalog, err := services.Catalog()
	if err != nil {
		return nil, err
	}
	checks, err := graders.Registry()
	if err != nil {
		return nil, err
	}
	capabilities, err := library.Capabilities()
	if err != nil {
		return nil, err
	}
	plans, err := library.Plans()
	if err != nil {
		return nil, err
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: clock, Shipped: library.Tasks(), Starters: library.Starters(),
		Scenarios: scenarios.All(), Lexicon: lexicons.For, Capabilities: capabilities, Plans: plans}, nil
}
