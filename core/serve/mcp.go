package serve

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// ReplyTool is the tool by which an agent on MCP, which has no messages, talks to the user of a
// task that has turns: it asks, or says that it is done with what was asked.
const ReplyTool = "reply_to_user"

// mcpRoutes serve an episode's tools over MCP's streamable HTTP. MCP knows no reset and no
// reward: the episode is made and graded by the trainer's side, and the path holds its agent
// token.
func (o *Online) mcpRoutes() []endpoint {
	h := mcp.NewStreamableHTTPHandler(o.mcpServer, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody,
		DisableLocalhostProtection: o.opts.Token != ""})
	return []endpoint{{"/mcp/{token}", acting, h.ServeHTTP}}
}

// mcpServer finds the episode of a request and the MCP server over it, which is made once. Nil,
// which is answered with 400, where there is none.
func (o *Online) mcpServer(req *http.Request) (server *mcp.Server) {
	token := req.PathValue("token")
	err := o.sessions.DoAgent(token, func(s *Session) (err error) {
		if s.mcp == nil {
			s.mcp, err = o.newMCP(s)
		}
		server = s.mcp
		return err
	})
	if err != nil {
		return nil
	}
	return server
}

// newMCP offers the tools of the session's episode.
func (o *Online) newMCP(s *Session) (*mcp.Server, error) {
	open := s.episode.Opening()
	server := mcp.NewServer(&mcp.Implementation{Name: "coworkenv", Version: o.opts.Version},
		&mcp.ServerOptions{Instructions: open.System + "\n\n" + open.Say, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	for _, offer := range open.Tools {
		schema, err := schemaOf(offer)
		if err != nil {
			return nil, err
		}
		server.AddTool(&mcp.Tool{Name: offer.Name, Description: offer.Tool.Doc, InputSchema: schema}, o.mcpCall(s.Token, offer.Name))
	}
	if Talks(s.episode.Prepared()) {
		server.AddTool(&mcp.Tool{Name: ReplyTool, Description: "Say something to the user who made the request: ask a question, or report that it is done. Returns what the user says next.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"message":{"type":"string"}},"required":["message"],"additionalProperties":false}`)}, o.mcpReply(s.Token))
	}
	return server, nil
}

// Talks tells whether a task has a user to talk to, or more than one request.
func Talks(p *episode.Prepared) bool {
	t := p.Bound.Task
	return t.User != nil || len(t.Requests) > 1
}

// mcpCall makes a tool's handler: each call is a step of its own, since MCP shows no messages.
// Whatever the agent does wrong is a result with isError, never an error of the protocol.
func (o *Online) mcpCall(token, tool string) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args := []byte(req.Params.Arguments)
		if len(args) == 0 {
			args = []byte("{}")
		}
		t, err := o.agentStep(token, episode.Action{Calls: []episode.Call{{ID: "call_1", Tool: tool, Args: args}}})
		if err != nil {
			return mcpError(err), nil
		}
		obs := t.Observations[0]
		ok := obs.Entry != nil && obs.Entry.Outcome == world.OK
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(obs.Body)}}, IsError: !ok}, nil
	}
}

func (o *Online) mcpReply(token string) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args struct {
			Message string `json:"message"`
		}
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil || args.Message == "" {
			return mcpError(fault.New(fault.Invalid, "message is missing or no text")), nil
		}
		t, err := o.agentStep(token, episode.Action{Text: args.Message})
		if err != nil {
			return mcpError(err), nil
		}
		text := "The user has nothing to add: the task is over."
		if t.User != nil {
			text = t.User.Text
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

func mcpError(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}
}

// agentStep takes a step for the agent's side. An episode that has ended takes none: the agent is
// told so.
func (o *Online) agentStep(token string, a episode.Action) (t *Turn, err error) {
	began := o.opts.Clock.Now()
	err = o.sessions.DoAgent(token, func(s *Session) error {
		if end, done := s.episode.Done(); done {
			return fault.New(fault.Conflict, "the task is over (%s)", overFor(end))
		}
		t, err = s.Step(a)
		return err
	})
	if err == nil {
		o.metrics.stepped(t, o.opts.Clock.Now().Sub(began))
	}
	return t, err
}

// overFor says how an episode ended in words that tell the agent nothing of its grading.
func overFor(end trace.End) string {
	if end.Kind == trace.Terminated {
		return "done"
	}
	return end.Reason
}
