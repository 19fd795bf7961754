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
	"syscall"
	_ "time/tzdata" // zones must be known on machines without their own data

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/cmd/internal/cli"
	_ "coworkenv.dev/coworkenv/tui/term/early"
)

func main() {
	app.CollectRarely()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	code := cli.Main(ctx, cli.System(), os.Args[1:])
	stop()
	os.Exit(code)
}
