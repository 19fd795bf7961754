package gate

import "testing"

// A certificate of an earlier format says what this gate may no longer say.
func TestCertificatesOfBefore(t *testing.T) {
	for format, want := range map[string]string{CertificateFormat: "", "coworkenv.certificate/v1": "the gate has changed"} {
		c := Certificate{Format: format, TaskDigest: "task"}
		c.Digest = c.digest()
		if why := c.Stale(&Gate{}, "task"); why != want {
			t.Errorf("%s: %q, want %q", format, why, want)
		}
	}
}
