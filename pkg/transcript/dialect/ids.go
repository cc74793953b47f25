package dialect

import "trtools/pkg/transcript/outline"

// IDs returns what a record can be named by: its own id, that of its message,
// those of its calls and results.
func (v *View) IDs(rec outline.Value) []outline.Value {
	ids := []outline.Value{v.ID, v.MessageID, rec.Get("id"), rec.Path("payload", "id"), rec.Path("message", "id")}
	for i := range v.Calls {
		ids = append(ids, v.Calls[i].ID)
	}
	for i := range v.Results {
		ids = append(ids, v.Results[i].ID)
	}
	return ids
}

// Setting reports whether a record that is no message changes how the session
// goes on: pi reads the model, the level of thinking and the labels of a session
// from entries on the path.
func (v *View) Setting(rec outline.Value) bool {
	return v.Class != Message && isOne(rec.Get("type"), "model_change", "thinking_level_change", "session_info", "label")
}

// Alternates reports whether the API refuses two messages of one role in a row:
// Converse answers "A conversation must alternate between user and assistant
// roles". The others join them.
func (r *Rules) Alternates() bool { return r.Name == converseRules.Name }
