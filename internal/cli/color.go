package cli

import "os"

// useColor decides whether text on a stream is coloured: the flag wins, then
// FORCE_COLOR, then NO_COLOR and TERM=dumb, then whether it is a terminal. The
// variables count when they are not empty, whatever they hold.
func useColor(mode string, terminal bool) bool {
	switch {
	case mode != "auto":
		return mode == "always"
	case os.Getenv("FORCE_COLOR") != "":
		return true
	case os.Getenv("TERM") == "dumb" || os.Getenv("NO_COLOR") != "":
		return false
	}
	return terminal
}
