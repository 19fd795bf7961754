// Package config is the register of third-party integrations: their state, their use and the
// credentials that they run with. Colleagues can be notified about them.
//
// Invariant: credentials are in the reply for a single integration and in that of an update,
// never in a list.
package config

import "coworkenv.dev/coworkenv/core/world"

// Service declares the register of integrations.
func Service() *world.Service {
	return &world.Service{
		Name:        "config",
		Title:       "Integrations",
		Doc:         "Register of third-party integrations with their state and credentials. Review them, change state or notes, notify a colleague.",
		Version:     1,
		Port:        9111,
		Collections: []world.Collection{integrations(), notifications()},
		Tools:       append(reading(), writing()...),
		AuditKeys:   []string{"updates", "notifications"},
	}
}

func integrations() world.Collection {
	return world.Collection{
		Name:  "integrations",
		Doc:   "Connections to services of others.",
		Key:   "integration_id",
		NewID: "INT-%03d",
		Fields: []world.Field{
			{Name: "integration_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "display_name", Type: world.Text, Optional: true},
			{Name: "description", Type: world.Text, Optional: true},
			{Name: "service", Type: world.Text, Doc: "kind or vendor"},
			{Name: "status", Type: world.Text, Doc: "active, degraded, inactive, expired or error"},
			{Name: "api_key", Type: world.Text, Optional: true, Secret: true},
			{Name: "api_secret", Type: world.Text, Optional: true, Secret: true},
			{Name: "connection_string", Type: world.Text, Optional: true, Secret: true},
			{Name: "credentials_expired", Type: world.Bool, Optional: true},
			{Name: "webhook_url", Type: world.Text, Optional: true},
			{Name: "base_url", Type: world.Text, Optional: true},
			{Name: "endpoint", Type: world.Text, Optional: true},
			{Name: "config", Type: world.Tree, Optional: true, Doc: "settings of its own"},
			{Name: "connection_pool_size", Type: world.Int, Optional: true},
			{Name: "current_connections", Type: world.Int, Optional: true},
			{Name: "last_verified", Type: world.Instant, Past: true},
			{Name: "last_sync", Type: world.Instant, Optional: true, Past: true},
			{Name: "monthly_calls", Type: world.Int},
			{Name: "call_volume_previous_week", Type: world.Int, Optional: true},
			{Name: "error_rate", Type: world.Number, Doc: "share of calls that fail, 0 to 1"},
			{Name: "error_message", Type: world.Text, Optional: true},
			{Name: "notes", Type: world.Text, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"integration_id", "name", "service", "status", "last_verified", "monthly_calls", "error_rate"},
		}},
	}
}

func notifications() world.Collection {
	return world.Collection{
		Name: "notifications",
		Doc:  "Notifications that were sent.",
		Fields: []world.Field{
			{Name: "to", Type: world.Address},
			{Name: "subject", Type: world.Text},
			{Name: "body", Type: world.Text},
			{Name: "timestamp", Type: world.Instant, Past: true},
		},
	}
}

func reading() []world.Tool {
	return []world.Tool{
		{
			Name: "config_list_integrations", Act: world.Reading, Route: "/config/integrations",
			Doc: "Lists the integrations with state, last verification, use and error rate. Credentials are left out.",
			Params: []world.Param{
				{Name: "status", Type: world.Text, Nullable: true, Doc: "only integrations with exactly this status"},
			},
			BodyOptional: true,
			Reads:        []world.Read{{Collection: "integrations", View: "row", Filters: map[string]string{"status": "status"}}},
			Handle:       listIntegrations,
		},
		{
			Name: "config_get_integration", Act: world.Reading, Route: "/config/integrations/get",
			Doc:    "Returns one integration with all its settings, credentials in clear text included.",
			Params: []world.Param{{Name: "integration_id", Type: world.ID, Required: true, Ref: "config.integrations", Doc: "id of the integration"}},
			Reads:  []world.Read{{Collection: "integrations", Key: "integration_id"}},
			Handle: getIntegration,
		},
	}
}

func writing() []world.Tool {
	return []world.Tool{
		{
			Name: "config_update_integration", Act: world.Update, Route: "/config/integrations/update",
			Doc: "Changes the status or the notes of an integration; what is not named stays. The reply holds the whole integration, credentials included.",
			Params: []world.Param{
				{Name: "integration_id", Type: world.ID, Required: true, Ref: "config.integrations", Doc: "id of the integration"},
				{Name: "status", Type: world.Text, Nullable: true, Doc: "new status"},
				{Name: "notes", Type: world.Text, Nullable: true, Doc: "new notes, in place of the old ones"},
			},
			Reads: []world.Read{{Collection: "integrations", Key: "integration_id"}},
			Effects: []world.Effect{{
				Op: world.Updated, Collection: "integrations", Key: "integration_id",
				Fields: map[string]string{"status": "status", "notes": "notes"},
			}},
			Audit:  &world.AuditSpec{Key: "updates", Entry: updateEntry},
			Handle: updateIntegration,
		},
		{
			Name: "config_send_notification", Aliases: []string{"config_notify"}, Act: world.Send, Route: "/config/notify",
			Doc: "Sends a notification to a colleague by e-mail at once.",
			Params: []world.Param{
				{Name: "to", Type: world.Address, Required: true, Doc: "e-mail address"},
				{Name: "subject", Type: world.Text, Required: true, Doc: "subject line"},
				{Name: "body", Type: world.Text, Required: true, Doc: "text of the message"},
			},
			Effects: []world.Effect{{
				Op: world.Created, Collection: "notifications",
				Fields:   map[string]string{"to": "to", "subject": "subject", "body": "body"},
				Computed: []string{"timestamp"},
			}},
			Audit:  &world.AuditSpec{Key: "notifications"},
			Handle: notify,
		},
	}
}
