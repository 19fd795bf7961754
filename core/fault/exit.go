package fault

// ExitCode is the exit status of a command that ended with err. The numbers
// are documented in the help and are part of the interface:
//
//	0  ok                     6  invalid or unsupported input
//	1  failure                7  denied
//	2  wrong usage            8  unavailable, try later
//	3  gate failed            9  conflict
//	4  partly done           10  exhausted (disk, budget)
//	5  not found            130  canceled
func ExitCode(err error) int {
	if err == nil {
		return 0
	}
	switch KindOf(err) {
	case Usage:
		return 2
	case GateFailed:
		return 3
	case Partial:
		return 4
	case NotFound:
		return 5
	case Invalid, Unsupported:
		return 6
	case Denied:
		return 7
	case Unavailable:
		return 8
	case Conflict:
		return 9
	case Exhausted:
		return 10
	case Canceled:
		return 130
	}
	return 1
}

// KindOfExit is a kind whose errors end a command with that status, as the end of a process tells
// no more: Invalid for 6, Internal for what no kind has.
func KindOfExit(status int) Kind {
	for _, k := range Kinds() {
		if ExitCode(New(k, "")) == status {
			return k
		}
	}
	return Internal
}
