//go:build countscans

package outline

import "sync/atomic"

var scans atomic.Int64

// counted is told of every scan of a text.
func counted() { scans.Add(1) }

// Scans returns how many texts were scanned so far. It is there for tests that want to
// know how often a stage looks at a line, and only with the build tag countscans.
func Scans() int64 { return scans.Load() }
