package engine

import (
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// Online makes a server of episodes of the tasks that can run; one that cannot is refused when it
// is asked for, with the reason. It listens nowhere yet.
func (e *Engine) Online(tasks []*Loaded, opts serve.OnlineOptions) *serve.Online {
	opts.Clock = e.Clock
	return serve.NewOnline(newTaskSource(tasks), opts)
}

// taskSource gives a server its tasks. It is immutable.
type taskSource struct {
	infos []serve.TaskInfo
	byID  map[string]*Loaded
}

func newTaskSource(tasks []*Loaded) *taskSource {
	s := &taskSource{infos: []serve.TaskInfo{}, byID: map[string]*Loaded{}}
	for _, l := range tasks {
		s.byID[l.ID()] = l
		if l.Ready == nil {
			continue
		}
		t := l.Task
		s.infos = append(s.infos, serve.TaskInfo{ID: t.ID, Digest: l.Ready.Digest, Title: t.Title, Family: string(t.Family), Language: t.Language,
			Difficulty: string(t.Difficulty), Services: t.Services, Capabilities: t.Capabilities})
	}
	return s
}

// Infos lists the tasks that can run, by id.
func (s *taskSource) Infos() []serve.TaskInfo { return s.infos }

// Prepared returns a task ready to run.
func (s *taskSource) Prepared(id string) (*episode.Prepared, error) {
	l := s.byID[id]
	if l == nil {
		return nil, fault.New(fault.NotFound, "there is no task %q", id).WithHint("GET /v1/tasks lists them")
	}
	return l.Runnable()
}
