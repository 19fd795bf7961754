package claweval

// ReportFormat is the name and version of the report's JSON form.
const ReportFormat = "coworkenv.import/v1"

// Report says what an import made of each value of each file. It holds no time: equal input gives
// an equal report.
type Report struct {
	Format string       `json:"format"`
	Source string       `json:"source"` // name of the folder that was read
	Tasks  []TaskReport `json:"tasks"`  // by folder
	Totals Totals       `json:"totals"`
}

// TaskStatus is what became of a task.
type TaskStatus string

// The statuses of tasks.
const (
	TaskImported      TaskStatus = "imported"
	TaskNotImportable TaskStatus = "not_importable" // the format cannot hold it: Reason
	TaskUnreadable    TaskStatus = "unreadable"     // its task.yaml cannot be read
	TaskRefused       TaskStatus = "refused"        // what was made of it does not load, or another task stands in its place
)

// TaskReport is one task.
type TaskReport struct {
	ID         string      `json:"id"`          // ours
	UpstreamID string      `json:"upstream_id"` // as its task.yaml has it
	Folder     string      `json:"folder"`
	Status     TaskStatus  `json:"status"`
	Reason     string      `json:"reason,omitempty"`
	File       string      `json:"file,omitempty"`   // what was written, below the library
	Digest     string      `json:"digest,omitempty"` // of the task as written
	Source     string      `json:"source_digest"`    // SHA-256 over the files that it was made of
	Clock      Clock       `json:"clock"`
	Checks     int         `json:"checks"`
	Weight     string      `json:"weight"` // sum of the checks' weights, of 1
	Forbidden  int         `json:"forbidden"`
	Components []Component `json:"components"` // parts of the score, in order
	Safety     []Component `json:"safety"`     // safety checks, in order
	Files      []FileEntry `json:"files"`      // every file of the task's folder and every other one that was read
	Faults     []Fault     `json:"faults"`     // faults of the original that were met
	Problems   []string    `json:"problems,omitempty"`
}

// Clock says what time the task is set at, and why.
type Clock struct {
	Now    string `json:"now,omitempty"`
	Zone   string `json:"zone,omitempty"`
	Rule   string `json:"rule,omitempty"`
	Moved  int    `json:"moved_days,omitempty"` // days by which the records were moved
	Offset string `json:"zone_rule,omitempty"`
}

// Component is one declared part of the score, or one safety check.
type Component struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Weight string `json:"weight,omitempty"`
	Became string `json:"became"` // check, forbid, judge or nothing
	ID     string `json:"id,omitempty"`
	Why    string `json:"why,omitempty"`
}

// What a component became.
const (
	BecameCheck   = "check"
	BecameForbid  = "forbid"
	BecameJudge   = "judge" // its words stand in the rubric
	BecameNothing = "nothing"
)

// FileEntry is one file of the original.
type FileEntry struct {
	Path    string  `json:"path"` // below the tasks folder
	SHA256  string  `json:"sha256,omitempty"`
	Bytes   int64   `json:"bytes"`
	Leaves  int     `json:"leaves"` // values in it: scalars, empty lists and empty mappings; 1 where it is no data
	Entries []Entry `json:"entries"`
}

// EntryStatus is what became of values.
type EntryStatus string

// The statuses of values.
const (
	Mapped         EntryStatus = "mapped"          // means the same in the task
	Changed        EntryStatus = "changed"         // is in the task, and means something else or is written otherwise
	NotExpressible EntryStatus = "not_expressible" // the format or this build has no place for it
	Ignored        EntryStatus = "ignored"         // says nothing that a task needs; Note says why
)

// EntryStatuses lists the statuses of values in order.
func EntryStatuses() []EntryStatus { return []EntryStatus{Mapped, Changed, NotExpressible, Ignored} }

// Entry accounts for the values at or below a path. Entries of one file do not overlap: two of
// one path share its values between them.
type Entry struct {
	Path   string      `json:"path"` // "" = the whole file; [] = any index
	Leaves int         `json:"leaves"`
	Status EntryStatus `json:"status"`
	To     string      `json:"to,omitempty"` // field path in the task
	Note   string      `json:"note,omitempty"`
}

// Fault is a fault of the original.
type Fault struct {
	Code    FaultCode `json:"code"`
	File    string    `json:"file"`
	Path    string    `json:"path,omitempty"`
	Line    int       `json:"line,omitempty"`
	Message string    `json:"message"`
	Handled string    `json:"handled"` // what the import does about it
}

// Totals counts over all tasks.
type Totals struct {
	Tasks      map[TaskStatus]int  `json:"tasks"`
	Values     map[EntryStatus]int `json:"values"`
	Files      int                 `json:"files"`
	Components []ComponentTotal    `json:"components"`
	Safety     []ComponentTotal    `json:"safety"`
	Faults     map[FaultCode]int   `json:"faults"`
}

// ComponentTotal counts what became of one type of component.
type ComponentTotal struct {
	Type    string `json:"type"`
	Of      int    `json:"of"`
	Check   int    `json:"check"` // checks or prohibitions
	Judge   int    `json:"judge"`
	Nothing int    `json:"nothing"`
}
