package serve

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// ServeStdio makes an episode and serves its tools over MCP on a pair of streams, one client,
// until it goes or ctx ends. Then the episode is closed and scored.
func (o *Online) ServeStdio(ctx context.Context, task string, start Start, in io.ReadCloser, out io.WriteCloser) (*grade.Score, *trace.Trajectory, error) {
	s, err := o.start(task, start)
	if err != nil {
		return nil, nil, err
	}
	defer o.sessions.Close(s.ID)
	server, err := o.newMCP(s)
	if err != nil {
		return nil, nil, err
	}
	err = server.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
		return nil, nil, fault.Wrap(fault.Invalid, err, "serve MCP")
	}
	var score *grade.Score
	var course *trace.Trajectory
	err = o.sessions.Do(s.ID, func(s *Session) (err error) {
		s.episode.Close(trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: "the client has gone"})
		course = s.episode.Trajectory()
		score, err = s.Score()
		return err
	})
	return score, course, err
}
