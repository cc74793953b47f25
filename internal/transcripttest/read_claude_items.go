package transcripttest

// claudeItems makes the request of a path and of the records beside it: records
// of one message are merged where the first of them stands, results beside the
// path follow their call.
func claudeItems(path, beside []record) []Item {
	m := claudeMerge{at: map[string]int{}}
	for _, r := range path {
		m.add(r)
	}
	for _, r := range beside {
		if i, ok := m.at[messageID(r)]; ok && r.str("type") == "assistant" {
			m.join(i, r)
		}
	}
	m.collect(beside)
	return m.list
}

type claudeMerge struct {
	list []Item
	at   map[string]int // message id: its item
}

func messageID(r record) string { return r.str("message", "id") }

// itemOf reads the message of a record.
func itemOf(r record) (Item, bool) {
	msg, _ := r.object["message"].(object)
	it, ok := anthropicItem(msg)
	it.Lines = []int{r.line}
	return it, ok
}

func (m *claudeMerge) add(r record) {
	typ := r.str("type")
	if typ != "user" && typ != "assistant" {
		return
	}
	id := messageID(r)
	if i, ok := m.at[id]; ok && typ == "assistant" && id != "" {
		m.join(i, r)
		return
	}
	it, ok := itemOf(r)
	if !ok {
		return
	}
	it.Meta = r.object["isMeta"] == true
	if typ == "assistant" {
		m.at[id] = len(m.list)
	}
	m.list = append(m.list, it)
}

func (m *claudeMerge) join(i int, r record) {
	it, _ := itemOf(r)
	m.list[i].Calls = append(m.list[i].Calls, it.Calls...)
	m.list[i].Lines = append(m.list[i].Lines, r.line)
	m.list[i].say(it.Text)
}

// collect puts results that hang beside the path behind their calls. Of two
// results of one call the client sends the one that was written first.
func (m *claudeMerge) collect(beside []record) {
	for _, o := range beside {
		it, _ := itemOf(o)
		for _, r := range it.Results {
			if at, k := m.result(r.ID); at < 0 {
				m.insert(r, it.Lines)
			} else if have := &m.list[at]; o.line < have.Lines[0] && len(have.Results) == 1 {
				have.Results[k], have.Lines = r, it.Lines
			}
		}
	}
}

// result finds the result of a call: its item and its place there.
func (m *claudeMerge) result(id string) (item, place int) {
	for i, it := range m.list {
		for k, r := range it.Results {
			if r.ID == id {
				return i, k
			}
		}
	}
	return -1, -1
}

func (m *claudeMerge) insert(r ResultItem, lines []int) {
	for i, it := range m.list {
		for _, c := range it.Calls {
			if c.ID == r.ID {
				rest := append([]Item{{Role: "user", Results: []ResultItem{r}, Lines: lines}}, m.list[i+1:]...)
				m.list = append(m.list[:i+1:i+1], rest...)
				return
			}
		}
	}
}
