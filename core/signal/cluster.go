package signal

// Row names one step of one rollout of a group.
type Row struct{ Rollout, Step int }

// Clusters puts the rows of a group that share an anchor together, in order of first sight. With
// a similarity above 0 a row joins the first cluster whose first member is at least so alike.
func Clusters(group [][]RolloutStep, similarity float64) [][]Row {
	var clusters [][]Row
	var firsts []string
	place := map[string]int{}
	for i, steps := range group {
		for t, s := range steps {
			at, known := place[s.Anchor]
			if !known && similarity > 0 {
				at, known = alike(firsts, s.Anchor, similarity)
			}
			if !known {
				at = len(clusters)
				place[s.Anchor] = at
				clusters, firsts = append(clusters, nil), append(firsts, s.Anchor)
			}
			clusters[at] = append(clusters[at], Row{i, t})
		}
	}
	return clusters
}

func alike(firsts []string, anchor string, similarity float64) (int, bool) {
	for i, first := range firsts {
		if Ratio(anchor, first) >= similarity {
			return i, true
		}
	}
	return 0, false
}

// ClusterSizes sums up how steps share anchors.
type ClusterSizes struct {
	Rows       int `json:"rows"`
	Clusters   int `json:"clusters"`
	Singletons int `json:"singletons"` // clusters of one row: no step credit
}

// Add counts the clusters of one more group.
func (c *ClusterSizes) Add(clusters [][]Row) {
	for _, rows := range clusters {
		c.Rows += len(rows)
		c.Clusters++
		if len(rows) == 1 {
			c.Singletons++
		}
	}
}

// Mean is the mean size of a cluster, 0 without any.
func (c ClusterSizes) Mean() float64 { return share(c.Rows, c.Clusters) }

// SingletonShare is the share of rows that are alone with their anchor, 0 without rows.
func (c ClusterSizes) SingletonShare() float64 { return share(c.Singletons, c.Rows) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
