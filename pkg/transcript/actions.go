package transcript

// Actions on results that are too large or old.
const (
	Truncate  Action = "truncate"  // head and tail stay
	Summarize Action = "summarize" // one line says what it was
)
