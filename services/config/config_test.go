package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/config"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const (
	payment = `{"integration_id":"INT-1","name":"Payment","service":"pay","status":"active","api_key":"key-1","api_secret":null,"last_verified":"2026-02-25T10:00:00Z","monthly_calls":45200,"error_rate":0.02,"notes":"keep"}`
	mail    = `{"integration_id":"INT-2","name":"Mail","service":"smtp","status":"degraded","last_verified":"2026-02-20","monthly_calls":5,"error_rate":1.0,"connection_string":"db://user:pw@host"}`
)

var register = map[string]string{"config.integrations": "[" + payment + "," + mail + "]"}

func TestIntegrations(t *testing.T) {
	w := servicetest.Start(t, config.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a list holds no credentials", Tool: "config_list_integrations", Args: `{"status":"active"}`, Shows: []string{"INT-1"},
			Want: `{"integrations":[{"integration_id":"INT-1","name":"Payment","service":"pay","status":"active","last_verified":"2026-02-25T10:00:00Z","monthly_calls":45200,"error_rate":0.02}],"total":1}`},
		{Name: "all", Tool: "config_list_integrations", Args: `{"status":""}`, Shows: []string{"INT-1", "INT-2"}},
		{Name: "none", Tool: "config_list_integrations", Args: `{"status":"Active"}`, Want: `{"integrations":[],"total":0}`},
		{Name: "there is no filter by type", Tool: "config_list_integrations", Args: `{"type":"pay"}`, Outcome: world.Invalid},
		{Name: "get holds everything", Tool: "config_get_integration", Args: `{"integration_id":"INT-2"}`, Want: mail, Shows: []string{"INT-2"}},
		{Name: "get nothing", Tool: "config_get_integration", Args: `{"integration_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Integration x not found"}`},
		{Name: "update", Tool: "config_update_integration", Args: `{"integration_id":"INT-1","status":"paused"}`, Shows: []string{"INT-1"},
			Want: `{"status":"updated","integration":` + strings.Replace(payment, `"active"`, `"paused"`, 1) + `}`},
		{Name: "an empty text is given, not dropped", Tool: "config_update_integration", Args: `{"integration_id":"INT-1","notes":""}`,
			Want: `{"status":"updated","integration":` + strings.NewReplacer(`"active"`, `"paused"`, `"keep"`, `""`).Replace(payment) + `}`},
		{Name: "update nothing", Tool: "config_update_integration", Args: `{"integration_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Integration x not found"}`},
		{Name: "notify", Tool: "config_send_notification", Args: `{"to":"ops@example.com","subject":"S","body":"B"}`,
			Want: `{"status":"sent","notification":{"to":"ops@example.com","subject":"S","body":"B","timestamp":"2026-03-16T09:00:00+00:00"}}`},
	})
	if got := servicetest.Records(w, "config.notifications"); len(got) != 1 {
		t.Errorf("notifications %v, want one", got)
	}
}

func TestCredentialsAreMarked(t *testing.T) {
	s := config.Service()
	c, _ := s.Collection("integrations")
	var secrets []string
	for _, f := range c.Fields {
		if f.Secret {
			secrets = append(secrets, f.Name)
		}
	}
	if diff := cmp.Diff([]string{"api_key", "api_secret", "connection_string"}, secrets); diff != "" {
		t.Errorf("secret fields (-want +got)\n%s", diff)
	}
}

// The wire takes an empty text for "not given", and its audit lists it all the same.
func TestWireUpdates(t *testing.T) {
	w := servicetest.StartWire(t, config.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "both empty", Tool: "config_update_integration", Args: `{"integration_id":"INT-1","status":"","notes":""}`, Want: `{"status":"updated","integration":` + payment + `}`},
		{Name: "one empty", Tool: "config_update_integration", Args: `{"integration_id":"INT-1","status":"off","notes":""}`,
			Want: `{"status":"updated","integration":` + strings.Replace(payment, `"active"`, `"off"`, 1) + `}`},
		{Name: "null", Tool: "config_update_integration", Args: `{"integration_id":"INT-1","status":null}`},
	})
	want := []string{
		`{"integration_id":"INT-1","changes":{"integration_id":"INT-1","status":"","notes":""},"timestamp":"2026-03-02T12:00:00+00:00"}`,
		`{"integration_id":"INT-1","changes":{"integration_id":"INT-1","status":"off","notes":""},"timestamp":"2026-03-02T12:00:00+00:00"}`,
		`{"integration_id":"INT-1","changes":{"integration_id":"INT-1"},"timestamp":"2026-03-02T12:00:00+00:00"}`,
	}
	var got []string
	for _, e := range w.Entries() {
		got = append(got, string(e.Ref.Audit.Entry(e)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("audit (-want +got)\n%s", diff)
	}
}
