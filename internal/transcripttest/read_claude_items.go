package transcripttest

// claudeItems makes the request of a path and of the records beside it: records
// of one message are merged where the first of them stands, results beside the
// path follow their call.
func claudeItems(path, beside []object) []Item {
	m := claudeMerge{at: map[string]int{}}
	for _, o := range path {
		m.add(o)
	}
	for _, o := range beside {
		if i, ok := m.at[messageID(o)]; ok && str(o, "type") == "assistant" {
			m.join(i, o)
		}
	}
	m.collect(beside)
	return m.list
}

type claudeMerge struct {
	list []Item
	at   map[string]int // message id: its item
}

func messageID(o object) string { return str(o, "message", "id") }

func (m *claudeMerge) add(o object) {
	typ := str(o, "type")
	if typ != "user" && typ != "assistant" {
		return
	}
	id := messageID(o)
	if i, ok := m.at[id]; ok && typ == "assistant" && id != "" {
		m.join(i, o)
		return
	}
	msg, _ := o["message"].(object)
	it, ok := anthropicItem(msg)
	if !ok {
		return
	}
	it.Meta = o["isMeta"] == true
	if typ == "assistant" {
		m.at[id] = len(m.list)
	}
	m.list = append(m.list, it)
}

func (m *claudeMerge) join(i int, o object) {
	msg, _ := o["message"].(object)
	it, _ := anthropicItem(msg)
	m.list[i].Calls = append(m.list[i].Calls, it.Calls...)
	m.list[i].say(it.Text)
}

// collect puts results that hang beside the path behind their calls, if the
// path has none.
func (m *claudeMerge) collect(beside []object) {
	have := map[string]bool{}
	for _, it := range m.list {
		for _, r := range it.Results {
			have[r.ID] = true
		}
	}
	for _, o := range beside {
		msg, _ := o["message"].(object)
		it, _ := anthropicItem(msg)
		for _, r := range it.Results {
			if !have[r.ID] {
				have[r.ID] = m.insert(r)
			}
		}
	}
}

func (m *claudeMerge) insert(r ResultItem) bool {
	for i, it := range m.list {
		for _, c := range it.Calls {
			if c.ID == r.ID {
				rest := append([]Item{{Role: "user", Results: []ResultItem{r}}}, m.list[i+1:]...)
				m.list = append(m.list[:i+1:i+1], rest...)
				return true
			}
		}
	}
	return false
}
