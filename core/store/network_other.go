//go:build !linux

package store

// networkFileSystem is known on Linux only; elsewhere every folder counts as
// local.
func networkFileSystem(string) string { return "" }
