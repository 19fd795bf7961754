package gate

import (
	"context"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/tui/screens"
)

type (
	certifyNow struct{}
	certified  struct {
		wrote    bool
		standing standing
		err      error
	}
)

// refuseCertify says why no certificate can be written or taken away now.
func (s *screen) refuseCertify() string {
	switch {
	case s.busy:
		return "the gate still runs"
	case s.report == nil || s.stopped:
		return "no run came to its end; r runs the gate"
	case s.standing.state == engine.CertificateHomeless:
		return "a task without a folder of its own has no certificate"
	case s.report.Certificate != nil && s.standing.state == engine.CertificateFresh:
		return "the certificate is there and holds"
	case s.report.Certificate == nil && s.standing.state == engine.CertificateMissing:
		return "the task is not certified, and there is no certificate to take away"
	}
	return ""
}

// askCertify asks before a file is written or taken away.
func (s *screen) askCertify() {
	file := filepath.Join(s.task.Folder(), engine.CertificateFile)
	q := screens.Question{Title: "Certificate", Text: "Every round passed. Write " + file + "?", Yes: "write it"}
	if s.report.Status != gate.Verified {
		q.Text, q.Yes = "The task is not certified. Take "+file+" away? It claims what no longer holds.", "take it away"
	}
	q.Then = func(a screens.Answer) screens.Msg {
		if a.Yes {
			return certifyNow{}
		}
		return nil
	}
	s.env.Host.Ask(q)
}

func (s *screen) certify() {
	if s.refuseCertify() != "" {
		return
	}
	env, l, r := s.env, s.task, s.report
	env.Host.Start(func(_ context.Context, tell func(screens.Msg)) {
		var out certified
		out.wrote, out.err = env.Engine.CertifySaved(l, r)
		out.standing.state, out.standing.why = env.Engine.Standing(l)
		tell(out)
	})
}

func (s *screen) certified(msg certified) {
	s.standing = msg.standing
	switch {
	case msg.err != nil:
		s.env.Host.Fail(msg.err)
	case msg.wrote:
		s.env.Host.Say("wrote " + engine.CertificateFile)
	default:
		s.env.Host.Say("took " + engine.CertificateFile + " away")
	}
}
