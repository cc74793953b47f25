package transcripttest

import (
	"fmt"
	"slices"
	"strings"
)

// Check says whether the provider accepts what every reader of the dialect
// would send of a file, in each of its threads.
func Check(d Dialect, data []byte) error { return d.accepts(d.Threads(data)) }

func (d Dialect) accepts(threads []Thread) error {
	for _, t := range threads {
		err := t.Err
		if err == nil {
			err = d.Rule(t.Items)
		}
		if err != nil {
			return fmt.Errorf("%s, reader %q, thread %q: %w", d.Name, t.Reader, t.Name, err)
		}
	}
	return nil
}

// CheckUsers says whether every reader gets the given user texts, once and in
// that order.
func CheckUsers(d Dialect, data []byte, want []int) error {
	for i, list := range d.Read(data) {
		if got := Users(list); fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("%s, reader %d: user texts %v, want %v", d.Name, i, got, want)
		}
	}
	return nil
}

// Users returns the numbers of the user texts of a history.
func Users(list []Item) []int {
	got := []int{}
	for _, it := range list {
		if strings.HasPrefix(it.Text, "user text") {
			got = append(got, numberOf(it.Text))
		}
	}
	return got
}

// CheckResults says whether every reader gets each of the given results once.
// They are named by their text. Where nothing is said about pairs it may be there
// several times, and Cursor's files have none.
func CheckResults(d Dialect, data []byte, want []Ref) error {
	if d.Name == "cursor" {
		return nil
	}
	for i, list := range d.Read(data) {
		count := map[string]int{}
		for _, it := range list {
			for _, r := range it.Results {
				count[strings.TrimRight(r.Text, "\ufffd")]++
			}
		}
		for _, r := range want {
			if n := count[resultText(Result, r)]; n != 1 && !(d.Free && n > 1) {
				return fmt.Errorf("%s, reader %d: result of %v is there %d times", d.Name, i, r, n)
			}
		}
	}
	return nil
}

// Notation reads a file back, as the newest reader sees it.
func Notation(d Dialect, data []byte) string {
	lists := d.Read(data)
	var events []Event
	for _, it := range lists[len(lists)-1] {
		events = append(events, eventsOf(it)...)
	}
	return Format(joinCalls(d, events))
}

func eventsOf(it Item) []Event {
	var list []Event
	for _, r := range it.Results {
		k := Result
		if standIns[r.Text] {
			k = Synthetic
		}
		list = append(list, Event{Kind: k, Refs: []Ref{{r.ID, tagOf(r.Text)}}})
	}
	switch {
	case len(it.Calls) > 0 || it.Text == words:
		e := Event{Kind: Call, Words: it.Text != ""}
		for _, c := range it.Calls {
			e.Refs = append(e.Refs, Ref{c.ID, tagOf(c.Args)})
		}
		return append([]Event{e}, list...)
	case it.Text != "":
		list = append(list, Event{Kind: kindOf(it), N: numberOf(it.Text)})
	}
	return list
}

func kindOf(it Item) Kind {
	switch {
	case it.Role != "assistant":
		return User
	case strings.HasPrefix(it.Text, "note"):
		return Note
	}
	return Final
}

// Split reports whether every call of a message is a record or an item of its own.
func (d Dialect) Split() bool {
	return slices.Contains([]string{"codex", "codex-ordinal", "openai-responses", "conv-input", "kimi-code", "kiro-ide", "letta"}, d.Name)
}

// joinCalls joins neighbouring items of one answer to the message that they
// are, where every call is an item of its own.
func joinCalls(d Dialect, events []Event) []Event {
	if !d.Split() {
		return events
	}
	var out []Event
	for _, e := range events {
		if n := len(out); e.Kind == Call && n > 0 && out[n-1].Kind == Call {
			out[n-1].Refs = append(out[n-1].Refs, e.Refs...)
			continue
		}
		out = append(out, e)
	}
	return out
}
