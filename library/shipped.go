package library

import (
	"embed"
	"io/fs"

	"coworkenv.dev/coworkenv/core/cover"
)

//go:embed capabilities.yaml
var capabilities []byte

//go:embed plans
var plans embed.FS

// Capabilities are the shipped capabilities.
func Capabilities() ([]cover.Capability, error) { return cover.ParseCapabilities(capabilities) }

// Plans are the shipped plans, NAME.yaml.
func Plans() (fs.FS, error) { return fs.Sub(plans, "plans") }
