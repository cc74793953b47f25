package transcripttest

// Item is one message of a history as a provider would get it, or one item of
// the Responses API.
type Item struct {
	Role    string // user, assistant, tool, system
	Calls   []CallItem
	Results []ResultItem
	Text    string
	Late    bool   // a result stands behind text
	Meta    bool   // a notice of the client
	ID      string // of the item itself, in the Responses API
	Lines   []int  // where it stands in the file, from 1

	said content
}

// CallItem is a call on the wire.
type CallItem struct{ ID, Name, Kind, Args string }

// ResultItem is a result on the wire.
type ResultItem struct{ ID, Name, Kind, Text string }

// Thread is what one reader would send of one thread of a file.
type Thread struct {
	Reader string // versions of the client that read so; "" if all do
	Name   string // of the sidechain, "" for the main thread
	Items  []Item
	Err    error // what the reader refuses or loses
}

// say adds a text to the item.
func (it *Item) say(text string) {
	if it.Text == "" {
		it.Text = text
	}
}

// result adds a result.
func (it *Item) result(r ResultItem) {
	it.Late = it.Late || it.Text != ""
	it.Results = append(it.Results, r)
}
