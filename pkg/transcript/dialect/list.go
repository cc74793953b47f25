package dialect

import "trtools/pkg/transcript/outline"

// ListOf returns the messages of a record that is a whole conversation; they do
// not exist in any other.
func ListOf(rec outline.Value) outline.Value { return messagesOf(rec) }
