// Package harbor writes tasks as directories that the Harbor framework runs, serves them inside a
// container, grades what was done there, and reads the results of Harbor's jobs.
//
// The container holds the public half of a task: request, records, user and faults. Checks,
// prohibitions, facts, solution and labels come with tests/ and solution/, which Harbor brings in
// when the agent has ended, or for the oracle. What the agent did is a record of its calls; the
// verifier does them over again on the whole task and grades that.
//
// Invariant: nothing that the agent's side can reach, as whichever user, says how the task is
// graded; and a reward is what replaying the record earns, or it is not there.
package harbor

// Names inside a task's directory and its container.
const (
	ServerName   = "office" // of the MCP server
	WorldDir     = "world"  // the public half, in environment/
	taskFile     = "task.yaml"
	scriptFile   = "solution.json"
	BinaryName   = "coworkenv-env"
	binaryPath   = "/opt/coworkenv/" + BinaryName
	startPath    = "/opt/coworkenv/start"
	worldPath    = "/var/lib/coworkenv/" + WorldDir
	recordPath   = "/var/lib/coworkenv/record.json"
	Address      = "127.0.0.1:8000"
	serverUser   = "coworkenv"
	agentUser    = "agent"
	manifestFile = "manifest.json"
)

// Format names the manifest of an export and its version.
const Format = "coworkenv.harbor/v1"
