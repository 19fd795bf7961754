package synth

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
)

// AssetSum is the SHA-256 of the file that an asset's text gives; ok is false where none can be drawn.
func AssetSum(a task.Asset) (sum string, ok bool) {
	data, err := drawAsset(a.MediaType, a.Text)
	if err != nil {
		return "", false
	}
	return det.SHA256Hex(data), true
}
