package llm

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Class is the class of an endpoint's failure. It is decided by status and code fields; the words of
// a message decide only what no field says: that a prompt was too long, that a limit is the answer.
type Class string

// The classes.
const (
	Throttled   Class = "throttled"   // asked too often; later helps
	Overloaded  Class = "overloaded"  // the server failed; later may help
	Broken      Class = "broken"      // the response ended too soon
	Unreachable Class = "unreachable" // no response at all
	TimedOut    Class = "timed_out"   // no response in time
	Garbled     Class = "garbled"     // a response that cannot be read
	TooLong     Class = "too_long"    // the prompt does not fit into the model's window
	NoQuota     Class = "no_quota"    // the account is used up
	Unwelcome   Class = "unwelcome"   // the key is missing, wrong or may not do this
	Missing     Class = "missing"     // no such model or address
	BadRequest  Class = "bad_request" // the endpoint does not take this request
)

// Failure is what became of a request instead of a reply.
type Failure struct {
	Class      Class
	Status     int           // HTTP status, 0 where there was no response
	Code       string        // the server's code or type
	Message    string        // the server's words, clipped; foreign text
	RetryAfter time.Duration // what the server asked for, 0 = nothing
	Attempts   int           // how many were made
	Later      bool          // it asked for a longer silence than the profile waits: nobody is to ask now
}

// Error is one line.
func (f *Failure) Error() string {
	s := "the endpoint's failure is " + string(f.Class)
	if f.Status > 0 {
		s += fmt.Sprintf(" (status %d)", f.Status)
	}
	if f.Message != "" {
		s += ": " + f.Message
	}
	if f.Attempts > 1 {
		s += fmt.Sprintf(" (%d attempts)", f.Attempts)
	}
	return s
}

// FailureOf returns the failure that err wraps, nil where it is of another sort.
func FailureOf(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// mostMessage bounds a server's words in an error.
const mostMessage = 500

// classify decides the class by status and fields of the error object.
func classify(status int, e *value.Object) *Failure {
	f := &Failure{Status: status, Code: textOf(e, "code"), Message: clip(textOf(e, "message"), mostMessage)}
	codes := []string{f.Code, textOf(e, "type")}
	if f.Code == "" {
		f.Code = codes[1]
	}
	is := func(names ...string) bool {
		return slices.ContainsFunc(codes, func(c string) bool { return slices.Contains(names, c) })
	}
	switch {
	case is("insufficient_quota", "billing_hard_limit_reached", "billing_not_active") || status == http.StatusPaymentRequired:
		f.Class = NoQuota
	case is("context_length_exceeded", "exceed_context_size_error") || saysTooLong(status, f.Message):
		f.Class = TooLong
	case is("rate_limit_exceeded", "rate_limit_error", "too_many_requests") || status == http.StatusTooManyRequests:
		f.Class = Throttled
	default:
		f.Class = classOfStatus(status)
	}
	return f
}

func classOfStatus(status int) Class {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Unwelcome
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status == http.StatusGone:
		return Missing
	case status == http.StatusRequestTimeout || status == http.StatusTooEarly || status == http.StatusConflict || status >= 500:
		return Overloaded
	case status >= 300 && status < 400:
		return Missing // redirects are not followed: the address is not the endpoint's
	case status >= 300:
		return BadRequest
	}
	return Overloaded // an error in a response with a good status
}

// saysTooLong reads what many servers say in words alone, beside a status of a refused request.
func saysTooLong(status int, message string) bool {
	if status != http.StatusBadRequest && status != http.StatusRequestEntityTooLarge && status != http.StatusUnprocessableEntity {
		return false
	}
	m := strings.ToLower(message)
	return slices.ContainsFunc([]string{"maximum context length", "context length exceeded", "context window", "prompt is too long", "context size"},
		func(s string) bool { return strings.Contains(m, s) })
}

// retryAfter reads the header of that name: seconds or an HTTP date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	if s, err := strconv.ParseFloat(text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		if s > 0 {
			return time.Duration(min(s, mostSilence.Seconds()) * float64(time.Second))
		}
		return 0
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return min(at.Sub(now), mostSilence)
	}
	return 0
}

// mostSilence is the longest that is told apart; no profile waits as long.
const mostSilence = 30 * 24 * time.Hour

// policy says how often and after how long a class of failure is tried again.
type policy struct {
	attempts       int // 0 = the profile's
	first, longest time.Duration
}

// retries returns the policy of a class; ok is false where another attempt cannot help.
func retries(c Class) (p policy, ok bool) {
	switch c {
	case Throttled:
		return policy{0, time.Second, time.Minute}, true
	case Overloaded:
		return policy{0, time.Second / 2, 30 * time.Second}, true
	case Broken:
		return policy{0, time.Second / 2, 10 * time.Second}, true
	case Unreachable, TimedOut:
		return policy{5, time.Second / 2, 10 * time.Second}, true
	case Garbled:
		return policy{3, time.Second / 2, 5 * time.Second}, true
	}
	return policy{}, false
}

// wait is how long to wait before another attempt after n failed ones, and whether to make one.
func (f *Failure) wait(p *Profile, n int, j *jitter) (time.Duration, bool) {
	rule, ok := retries(f.Class)
	most := or(p.Attempts, defaultAttempts)
	if rule.attempts > 0 {
		most = min(most, rule.attempts)
	}
	f.Later = f.Later || f.RetryAfter > p.longestWait()
	if !ok || n >= most || f.Later {
		return 0, false
	}
	if f.RetryAfter > 0 {
		return f.RetryAfter + j.between(0, f.RetryAfter/10+time.Second), true
	}
	full := min(rule.first<<min(n-1, 20), rule.longest)
	return j.between(full/2, full), true
}

// fault is the failure as an error with a kind and a hint.
func (f *Failure) fault(p *Profile) error {
	wrap := func(kind fault.Kind) *fault.Error { return fault.Wrap(kind, f, "ask %s", p.Name) }
	if f.Later {
		return wrap(fault.Unavailable).WithHint("the endpoint wants no request for %s; resume then, or raise longest_wait_seconds of the profile", f.RetryAfter.Round(time.Second))
	}
	switch f.Class {
	case NoQuota:
		return wrap(fault.Exhausted).WithHint("raise the account's limit at the endpoint, then resume")
	case Unwelcome:
		if p.KeyEnv == "" {
			return wrap(fault.Denied).WithHint("name the variable that holds the key in the profile's key_env")
		}
		return wrap(fault.Denied).WithHint("check the key in $%s", p.KeyEnv)
	case Missing:
		return wrap(fault.NotFound).WithHint("check base_url and model of the profile; `coworkenv models check %s` asks the endpoint what it has", p.Name)
	case TooLong:
		return wrap(fault.Invalid).WithHint("send less, or use a model with a larger window")
	case BadRequest:
		return wrap(fault.Invalid).WithHint("the endpoint may need a dialect switch in the profile; `coworkenv models log` shows what was sent")
	case Throttled:
		return wrap(fault.Unavailable).WithHint("resume later, or lower concurrency and requests_per_minute of the profile")
	}
	return wrap(fault.Unavailable).WithHint("see that the endpoint runs at the profile's base_url, then resume")
}
