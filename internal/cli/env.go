package cli

// fromEnv returns the text that the environment gives for the flag and the
// variable that holds it: the first of its variables that is set. An empty
// variable counts as not set, as people unset one by writing X= before a
// command.
func fromEnv(f *Flag, env func(string) (string, bool)) (text, variable string, ok bool) {
	for _, name := range f.Env {
		if s, ok := env(name); ok && s != "" {
			return s, name, true
		}
	}
	return "", "", false
}

// noEnv is an empty environment.
func noEnv(string) (string, bool) { return "", false }

// isSet reports whether the variable is there and not empty.
func isSet(env func(string) (string, bool), name string) bool {
	s, ok := env(name)
	return ok && s != ""
}
