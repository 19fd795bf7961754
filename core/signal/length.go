package signal

import "math"

// lengthSum pools reward and calls, centred inside each group, so that hard tasks being long does
// not look like a bias.
type lengthSum struct {
	rewardCalls, reward2, calls2 float64
	above, below                 []float64
}

func (l *lengthSum) add(g *Group, meanReward float64) {
	calls, n := 0.0, 0
	for _, m := range g.Members {
		if m.Reward == m.Reward {
			calls += float64(m.Calls)
			n++
		}
	}
	if n < 2 {
		return
	}
	meanCalls := calls / float64(n)
	for _, m := range g.Members {
		if m.Reward != m.Reward {
			continue
		}
		dr, dc := m.Reward-meanReward, float64(m.Calls)-meanCalls
		l.rewardCalls += dr * dc
		l.reward2 += dr * dr
		l.calls2 += dc * dc
		switch {
		case dr > minSpread:
			l.above = append(l.above, float64(m.Calls))
		case dr < -minSpread:
			l.below = append(l.below, float64(m.Calls))
		}
	}
}

func (l *lengthSum) report() LengthReport {
	var r LengthReport
	if l.reward2 > 0 && l.calls2 > 0 {
		r.Correlation = defined(l.rewardCalls / math.Sqrt(l.reward2*l.calls2))
	}
	r.CallsHigh, r.CallsLow = defined(momentsOf(l.above).mean), defined(momentsOf(l.below).mean)
	return r
}
