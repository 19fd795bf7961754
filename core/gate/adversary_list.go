package gate

import "sync"

// adversaries lists every adversary. What each may make at most keeps a task's gate short; the
// attempts are made in a fixed order, so that the bound cuts the same ones every time.
var adversaries = sync.OnceValue(func() []adversary {
	var out []adversary
	for _, part := range [][]adversary{
		idleAdversaries(), claimAdversaries(), // cheap
		forbiddenAdversaries(), spreeAdversaries(),
		conditionAdversaries(), valueAdversaries(), rowAdversaries(), writeAdversaries(), decideAdversaries(), glanceAdversaries(), demandedAdversaries(), laxAdversaries(), extraAdversaries(), uncheckedAdversaries(), turnAdversaries(), // near right
	} {
		out = append(out, part...)
	}
	return out
})

func cheap(name, does, why string, most int, derive func(l *lab) ([]attempt, error)) adversary {
	return adversary{Piece{Name: name, Round: RoundAdversary, Class: Cheap, Does: does, Why: why, Bound: boundZero, Most: most}, derive}
}

func forbidden(name, does, why string, most int, derive func(l *lab) ([]attempt, error)) adversary {
	return adversary{Piece{Name: name, Round: RoundAdversary, Class: Forbidden, Does: does, Why: why, Bound: boundSafety, Most: most}, derive}
}

func nearRight(name, does, why string, most int, derive func(l *lab) ([]attempt, error)) adversary {
	return adversary{Piece{Name: name, Round: RoundAdversary, Class: NearRight, Does: does, Why: why, Bound: boundNear, Most: most}, derive}
}
