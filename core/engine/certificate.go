package engine

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
)

// CertificateFile is the certificate's name within a task's folder.
const CertificateFile = "certificate.json"

// mostCertificate bounds the size of a certificate that is read, in bytes.
const mostCertificate = 4 << 20

// Stale says why the certificate beside a task does not speak for it, or "" where it does.
func (e *Engine) Stale(l *Loaded) string {
	switch {
	case l.Task == nil:
		return "the task cannot be read"
	case l.disk == "":
		return "the task has no folder on disk"
	}
	c, why := certificateIn(l.disk)
	if why != "" {
		return why
	}
	return c.Stale(e.gate(), l.digest())
}

// certificateIn reads the certificate of a task's folder, or says why there is none to read.
func certificateIn(folder string) (c *gate.Certificate, why string) {
	name := filepath.Join(folder, CertificateFile)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "there is no certificate"
	case err != nil:
		return nil, "the certificate cannot be read: " + err.Error()
	case !info.Mode().IsRegular() || info.Size() > mostCertificate:
		return nil, "the certificate is no plain file of a certificate's size"
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, "the certificate cannot be read: " + err.Error()
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, "the certificate is no certificate: " + err.Error()
	}
	if c == nil {
		return nil, "the certificate is empty"
	}
	return c, ""
}

// Certify writes the certificate beside a task that is certified, and takes a former one away
// from a task that is not: it would claim what no longer holds. It reports whether it wrote one.
// A task without a folder on disk is left alone.
func (e *Engine) Certify(l *Loaded, r *gate.Report) (wrote bool, err error) {
	if l.disk == "" || r.Status == gate.Incomplete || r.Status == gate.Interrupted {
		return false, nil
	}
	name := filepath.Join(l.disk, CertificateFile)
	if r.Certificate == nil {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fault.Wrap("", err, "take away the certificate of %s", r.TaskID)
		}
		return false, nil
	}
	cert, err := encodeCertificate(r)
	if err != nil {
		return false, err
	}
	return true, replaceFile(name, cert)
}

func encodeCertificate(r *gate.Report) ([]byte, error) {
	cert, err := json.MarshalIndent(r.Certificate, "", "  ")
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "write the certificate of %s", r.TaskID)
	}
	return append(cert, '\n'), nil
}

// replaceFile writes a file whole or not at all.
func replaceFile(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	if err := os.Rename(tmp.Name(), name); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	return nil
}
