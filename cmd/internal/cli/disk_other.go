//go:build !linux && !darwin

package cli

import "errors"

// freeBytes is not known on this platform.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
