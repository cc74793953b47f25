package dialect

import (
	"slices"

	"trtools/pkg/transcript/outline"
)

// Aside says what a record is for that no request holds.
type Aside uint8

const (
	Unsaid    Aside = iota
	Shown           // the client shows what stands in other records, too
	Underway        // how a call that runs is getting on
	Snapshots       // what files were before the client changed them
)

// Aside says what the record is for, Unsaid of what a request may hold.
func (v *View) Aside(rec outline.Value) Aside {
	if v.Class != Other || v.List.Exists() {
		return Unsaid
	}
	switch typ := rec.Get("type"); v.Format {
	case claudeCode:
		switch {
		case v.Progress:
			return Underway
		case typ.IsAny("file-history-snapshot", "file-history-delta"):
			return Snapshots
		}
	case codex:
		if typ.Is("event_msg") {
			return Shown
		}
	}
	return Unsaid
}

// Needless reports whether no request holds a record and its client loads the session
// without it, as was tried with the client (docs/dead.md). What an aside is to a client that was not
// tried is not known.
func (a Aside) Needless() bool { return a == Underway || a == Snapshots }

// LoadsWithout reports whether it was tried what the client of a format's sessions loads them
// without (docs/dead.md). Of some that is nothing.
func LoadsWithout(f Format) bool {
	switch f {
	case claudeCode, codex, geminiCLI, pi:
		return true
	}
	return false
}

// ListsOnly reports whether a record says nothing but which messages there are, and when: it
// may go where later records say that of each of them.
func (v *View) ListsOnly(rec outline.Value) bool {
	if v.Format != geminiCLI || v.Class != Boundary || rec.Len() > 1 {
		return false
	}
	for m := range rec.Get("$set").All() {
		if key := string(m.Key()); key != "messages" && key != "lastUpdated" {
			return false
		}
	}
	return true
}

// NeedlessCopies returns the strings among a record's display copies that are a whole file: a
// document that was read or edited, an image or other base64. The client loads the session
// with empty ones.
func (v *View) NeedlessCopies(rec outline.Value) []outline.Value {
	if v.Format != claudeCode {
		return nil
	}
	shown := rec.Get("toolUseResult")
	list := filesIn(nil, shown)
	for _, s := range []outline.Value{shown.Get("originalFile"), shown.Path("file", "content")} {
		if s.Kind() == outline.String && len(s.Raw()) > len(`""`) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b outline.Value) int {
		x, _ := a.Span()
		y, _ := b.Span()
		return x - y
	})
	return list
}

// filesIn adds the strings in a value that are a file as base64.
func filesIn(list []outline.Value, in outline.Value) []outline.Value {
	for m := range in.All() {
		switch key := string(m.Key()); {
		case m.Kind() != outline.String:
			list = filesIn(list, m)
		case len(m.Raw()) == len(`""`):
		case key == "base64", key == "blob", key == "data" && in.GetAny("media_type", "mimeType").Exists():
			list = append(list, m)
		}
	}
	return list
}

// DisplayCopies returns the members in which a client keeps results once more for its own
// display.
func (v *View) DisplayCopies(rec outline.Value) (list []outline.Value) {
	switch v.Format {
	case claudeCode:
		list = append(list, rec.Get("toolUseResult"))
	case qwenCode:
		list = append(list, rec.Path("toolCallResult", "resultDisplay"))
	case pi:
		list = append(list, rec.Path("message", "details"))
	case copilot:
		list = append(list, rec.Path("data", "result", "detailedContent"))
	case geminiCLI:
		for c := range rec.Get("toolCalls").All() {
			list = append(list, c.Get("resultDisplay"))
		}
	case aiSDKUI: // of version 4, beside the parts
		for c := range rec.Get("toolInvocations").All() {
			list = append(list, c.Get("result"))
		}
	}
	return slices.DeleteFunc(list, func(c outline.Value) bool { return !c.Exists() })
}
