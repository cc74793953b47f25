package cli

// useColor decides whether text on a stream is coloured: the flag wins, then
// FORCE_COLOR, then NO_COLOR and TERM=dumb, then whether it is a terminal. The
// variables count when they are not empty, whatever they hold.
func useColor(mode string, env func(string) (string, bool), terminal bool) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	if isSet(env, "FORCE_COLOR") {
		return true
	}
	if term, _ := env("TERM"); term == "dumb" || isSet(env, "NO_COLOR") {
		return false
	}
	return terminal
}
