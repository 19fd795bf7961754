package llm

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Config is the user's own models file. No task or library can bring one.
type Config struct {
	Profiles map[string]*Profile `json:"profiles"`
	Roles    map[Role]string     `json:"roles,omitempty"` // to the name of a profile
}

// Profile is one model at one endpoint, and how that endpoint wants to be spoken to.
type Profile struct {
	Name    string `json:"-"`
	BaseURL string `json:"base_url"`          // up to and without /chat/completions, e.g. http://127.0.0.1:8000/v1
	Model   string `json:"model"`             // as the endpoint names it
	KeyEnv  string `json:"key_env,omitempty"` // NAME of the variable that holds the key; "" = the endpoint wants none

	Concurrency       int `json:"concurrency,omitempty"`          // requests at once, 0 = 4
	RequestsPerMinute int `json:"requests_per_minute,omitempty"`  // requests started in a minute, 0 = no limit
	TokensPerMinute   int `json:"tokens_per_minute,omitempty"`    // estimated tokens asked for in a minute, 0 = no limit
	Attempts          int `json:"attempts,omitempty"`             // of one request, the first among them; 0 = 8
	Timeout           int `json:"timeout_seconds,omitempty"`      // of one attempt, 0 = 300
	LongestWait       int `json:"longest_wait_seconds,omitempty"` // a Retry-After beyond ends the request, 0 = 600

	MaxTokens     int           `json:"max_tokens,omitempty"`     // of a reply, where the request names none; 0 = the server's
	ContextTokens int           `json:"context_tokens,omitempty"` // window of the model; 0 = unknown
	Temperature   *float64      `json:"temperature,omitempty"`
	Price         *Price        `json:"price,omitempty"`
	Dialect       Dialect       `json:"dialect,omitzero"`
	Extra         *value.Object `json:"extra,omitempty"` // further members of every request's body
}

// Price is what a million tokens cost.
type Price struct {
	Currency string         `json:"currency"` // e.g. EUR
	Input    value.Decimal  `json:"input"`
	Cached   *value.Decimal `json:"cached_input,omitempty"` // nil = as Input
	Output   value.Decimal  `json:"output"`
}

// Dialect says where an endpoint departs from the official API. The zero Dialect is the official one,
// read tolerantly: whatever can be understood without a switch is.
type Dialect struct {
	EmptyContent  string `json:"empty_content,omitempty"`   // assistant turns without text: "string" (default), "null", "omit"
	EchoReasoning bool   `json:"echo_reasoning,omitempty"`  // send reasoning_content back with turns that call tools
	ThinkTags     bool   `json:"think_tags,omitempty"`      // <think> in the assistant's text is reasoning
	TextCalls     bool   `json:"text_calls,omitempty"`      // <tool_call>{...}</tool_call> in the assistant's text is a call
	Repair        bool   `json:"repair,omitempty"`          // arguments that are nearly JSON are repaired by the rules of ReadArguments
	Coerce        bool   `json:"coerce,omitempty"`          // arguments of another JSON type are turned into the declared one where that loses nothing
	StripPrefix   string `json:"strip_prefix,omitempty"`    // before a tool's name, e.g. "functions."
	Structured    string `json:"structured,omitempty"`      // "json_schema" (default), "json_object", "prompt"
	MaxTokensName string `json:"max_tokens_name,omitempty"` // "max_tokens" (default) or "max_completion_tokens"
	OneCall       bool   `json:"one_call,omitempty"`        // ask for one tool call a turn
	SystemRole    string `json:"system_role,omitempty"`     // "system" (default), "developer", "user"
	Stream        bool   `json:"stream,omitempty"`          // ask for streams
	NoSeed        bool   `json:"no_seed,omitempty"`         // the endpoint refuses seed
	Logprobs      bool   `json:"logprobs,omitempty"`        // ask for the log probabilities of what was said
}

// Where an unset limit stands.
const (
	defaultConcurrency = 4
	defaultAttempts    = 8
	defaultTimeout     = 300
	defaultLongestWait = 600
)

func (p *Profile) timeout() time.Duration {
	return time.Duration(or(p.Timeout, defaultTimeout)) * time.Second
}

func (p *Profile) longestWait() time.Duration {
	return time.Duration(or(p.LongestWait, defaultLongestWait)) * time.Second
}

func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// mostConfig bounds the models file.
const mostConfig = 1 << 20

// ReadConfig reads the models file; one that is not there has no profiles.
func ReadConfig(file string) (*Config, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Config{}, nil
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read the models file")
	}
	defer f.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(f, mostConfig+1))
	if err != nil {
		return nil, fault.Wrap("", err, "read the models file")
	}
	c, err := ParseConfig(data)
	if err != nil {
		return nil, fault.Wrap(fault.KindOf(err), err, "read %s", file).WithHint("%s", fault.HintOf(err))
	}
	return c, nil
}

// ParseConfig reads the text of a models file.
func ParseConfig(data []byte) (*Config, error) {
	if len(data) > mostConfig {
		return nil, fault.New(fault.Invalid, "it is larger than 1 MB").WithHint("docs/models.md shows what it holds")
	}
	if name := namesKey(data); name != "" {
		return nil, fault.New(fault.Denied, "it has a member %q: keys are not kept in files", name).
			WithHint(`put the key into an environment variable and name that: "key_env": "MY_KEY"`)
	}
	var c Config
	if err := value.Strictly(bytes.NewReader(data), &c); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "it is not the models' JSON").WithHint("docs/models.md shows what it holds")
	}
	return &c, c.check()
}

// keyMember finds members that people put keys into.
var keyMember = regexp.MustCompile(`(?i)"(key|api[_-]?key|token|secret|password|authorization|bearer)"\s*:`)

func namesKey(data []byte) string {
	if m := keyMember.FindSubmatch(data); m != nil {
		return string(m[1])
	}
	return ""
}

func (c *Config) check() error {
	for _, name := range c.Names() {
		p := c.Profiles[name]
		if p == nil || name == "" {
			return fault.New(fault.Invalid, "profile %q is empty", name).WithHint("give it base_url and model")
		}
		p.Name = name
		if err := p.check(); err != nil {
			return fault.Wrap(fault.KindOf(err), err, "profile %s", name).WithHint("%s", fault.HintOf(err))
		}
	}
	for _, role := range Roles() {
		if name, ok := c.Roles[role]; ok && c.Profiles[name] == nil {
			return fault.New(fault.Invalid, "role %s names profile %q, which is not there", role, name).WithHint("%s", c.known())
		}
	}
	var strange []string
	for role := range c.Roles {
		if !slices.Contains(Roles(), role) {
			strange = append(strange, string(role))
		}
	}
	if len(strange) > 0 {
		slices.Sort(strange)
		return fault.New(fault.Invalid, "there is no role %s", strings.Join(strange, ", ")).WithHint("roles are generator, discriminator, solver, teacher, student, user, judge")
	}
	return nil
}

var envName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,99}$`)

func (p *Profile) check() error {
	u, err := url.Parse(p.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fault.New(fault.Invalid, "base_url is no http or https address").WithHint("write it like http://127.0.0.1:8000/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fault.New(fault.Denied, "base_url holds more than an address").WithHint("a key belongs into an environment variable that key_env names")
	case p.Model == "":
		return fault.New(fault.Invalid, "model is missing").WithHint("name the model as the endpoint does")
	case p.KeyEnv != "" && !envName.MatchString(p.KeyEnv):
		// The text is not repeated: it may be a key.
		return fault.New(fault.Denied, "key_env is no name of an environment variable").WithHint(`give the variable's name in capitals, e.g. "key_env": "MY_KEY", never the key`)
	}
	return errors.Join(p.checkNumbers(), p.checkDialect(), p.checkExtra())
}

func (p *Profile) checkNumbers() error {
	for _, f := range []struct {
		name string
		n    int
	}{
		{"concurrency", p.Concurrency}, {"requests_per_minute", p.RequestsPerMinute}, {"tokens_per_minute", p.TokensPerMinute}, {"attempts", p.Attempts},
		{"timeout_seconds", p.Timeout}, {"longest_wait_seconds", p.LongestWait}, {"max_tokens", p.MaxTokens}, {"context_tokens", p.ContextTokens},
	} {
		if f.n < 0 || f.n > 1<<30 {
			return fault.New(fault.Invalid, "%s is %d", f.name, f.n).WithHint("give a number from 0 up; 0 is the default")
		}
	}
	if pr := p.Price; pr != nil {
		if _, err := value.MoneyOf(value.DecimalOf(1), pr.Currency); err != nil {
			return fault.Wrap(fault.Invalid, err, "price").WithHint(`write it like {"currency": "USD", "input": 0.25, "output": 2}`)
		}
		if pr.Input.Sign() < 0 || pr.Output.Sign() < 0 || pr.Cached != nil && pr.Cached.Sign() < 0 {
			return fault.New(fault.Invalid, "a price is negative").WithHint("give what a million tokens cost")
		}
	}
	return nil
}

func (p *Profile) checkDialect() error {
	d := p.Dialect
	for _, s := range []struct {
		name, is string
		may      []string
	}{
		{"empty_content", d.EmptyContent, []string{"", "string", "null", "omit"}},
		{"structured", d.Structured, []string{"", structuredSchema, structuredObject, structuredPrompt}},
		{"max_tokens_name", d.MaxTokensName, []string{"", "max_tokens", "max_completion_tokens"}},
		{"system_role", d.SystemRole, []string{"", "system", "developer", "user"}},
	} {
		if !slices.Contains(s.may, s.is) {
			return fault.New(fault.Invalid, "dialect %s is %q", s.name, s.is).WithHint("choose one of %s", strings.Join(s.may[1:], ", "))
		}
	}
	return nil
}

func (p *Profile) checkExtra() error {
	for _, m := range p.Extra.Members() {
		if slices.Contains([]string{"model", "messages", "tools", "stream", "stream_options", "n"}, m.Name) {
			return fault.New(fault.Invalid, "extra may not set %s", m.Name).WithHint("the request sets it")
		}
	}
	return nil
}
