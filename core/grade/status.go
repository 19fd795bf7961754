package grade

// Status says whether a number is a score at all. Whatever the agent causes (time-out, crash,
// refusal, malformed answer) is scored with what was earned.
type Status string

// The statuses.
const (
	Scored        Status = "scored"
	EnvError      Status = "env_error"      // the environment failed: no score
	EndpointError Status = "endpoint_error" // the model's endpoint failed: no score
	GraderError   Status = "grader_error"   // a check could not be decided: no score
)
