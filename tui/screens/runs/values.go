package runs

import (
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	switch s.view {
	case viewTrials:
		p := screens.Place{Screen: Name, Of: strings.TrimPrefix(s.trials.base, "run:"), Filter: s.trials.where, Cursor: s.trials.want}
		if t := s.trials.row(); t != nil {
			p.Cursor = t.ID
		}
		return p
	case viewLog:
		return screens.Place{Screen: Name, Of: s.log.id}
	case viewModels, viewText:
		return screens.Place{Screen: Name, Of: "models"}
	}
	p := screens.Place{Screen: Name, Filter: s.acts.where, Cursor: s.acts.want, More: map[string]string{"list": "true"}}
	if a := s.acts.row(); a != nil {
		p.Cursor = a.ID
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{}
	switch s.view {
	case viewList:
		if a := s.acts.row(); a != nil {
			out["id"] = a.ID
			if into := writtenInto(a); into != "" {
				out["written"] = into
			}
			if a.Job {
				out["job"] = a.ID
			} else {
				out["where"] = "run:" + a.ID
			}
		}
	case viewTrials:
		out["where"] = s.trials.whole()
		if t := s.trials.row(); t != nil {
			out["trial"], out["task"] = t.ID, t.TaskID
		}
	case viewLog:
		out["job"] = s.log.id
	case viewModels:
		if x := s.models.row(); x != nil {
			out["exchange"] = x.ID
		}
	}
	return out
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	a := s.acts.row()
	switch action {
	case actOpen, actLog, actCancel:
		if a == nil {
			return "there is nothing here"
		}
		if action == actLog && !a.Job {
			return "a run has no log of its own; its job has one"
		}
		if action == actCancel {
			return cannotCancel(a)
		}
	case actRounds:
		if writtenInto(a) == "" {
			return "only a job of `synth --by model --into LIBRARY` has rounds"
		}
	case actCancelLog:
		if s.log.of == nil {
			return "the job is not read yet"
		}
		return cannotCancel(s.log.of)
	case actTrial, actTask:
		if s.trials.row() == nil {
			return "there is no trial here"
		}
	case actExchange:
		if s.models.row() == nil {
			return "nothing was sent to a model"
		}
	case actCopy:
		if s.named() == "" {
			return "there is nothing here"
		}
	}
	return ""
}

// cannotCancel is why something cannot be asked to stop.
func cannotCancel(a *engine.Activity) string {
	switch {
	case !a.Job:
		return "a run is stopped by its job, or with ctrl-C where it was started"
	case !a.Open():
		return "it has ended: " + a.Status
	case a.Asked:
		return "it is asked already"
	}
	return ""
}

// writtenInto is the library that a job has models write into, "" for other work.
func writtenInto(a *engine.Activity) string {
	if a == nil || !a.Job || len(a.Command) == 0 || a.Command[0] != "synth" {
		return ""
	}
	value := func(flag string) string {
		for i, arg := range a.Command {
			if arg == flag && i+1 < len(a.Command) {
				return a.Command[i+1]
			}
			if v, ok := strings.CutPrefix(arg, flag+"="); ok {
				return v
			}
		}
		return ""
	}
	if value("--by") != "model" {
		return ""
	}
	return value("--into")
}
