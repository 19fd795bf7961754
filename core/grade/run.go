package grade

import "coworkenv.dev/coworkenv/core/world"

// Run is the evidence of one episode.
type Run struct {
	World    *world.World
	Ends     []StageEnd // stages that ran, in order; the last one may still run
	Revealed []Reveal   // what the simulated user gave away, in order
	Said     []Said     // plain messages of the agent, in order
	Complete bool       // the episode has ended
}

// StageEnd is the moment a stage ended.
type StageEnd struct {
	Stage string       // "" in tasks without stages
	State *world.State // the records then
	Seq   int          // the last audit entry of the stage; 0 = nothing had happened
}

// Reveal is a knows entry that the simulated user gave away.
type Reveal struct {
	ID  string
	Seq int // the last audit entry before it
}

// Said is a plain message of the agent.
type Said struct {
	Text  string
	Stage string
	Seq   int // the last audit entry before it
}
