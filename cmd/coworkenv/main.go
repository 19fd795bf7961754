// Command coworkenv makes, checks and runs training environments for office
// co-worker agents.
//
// It holds no logic. Invariant: early is imported here, so that no terminal is
// asked anything before main runs.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	_ "time/tzdata" // zones must be known on machines without their own data

	"coworkenv.dev/coworkenv/cmd/internal/cli"
	_ "coworkenv.dev/coworkenv/tui/term/early"
)

// collectAt lets the heap grow to five times what is in use before it is collected. Gating and
// synthesis make much that is soon gone beside little that stays, and at the default of 100 they
// spend a third of their time on collecting.
const collectAt = 400

func main() {
	if os.Getenv("GOGC") == "" { // who sets it knows better
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	code := cli.Main(ctx, cli.System(), os.Args[1:])
	stop()
	os.Exit(code)
}
