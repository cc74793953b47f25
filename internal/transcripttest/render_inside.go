package transcripttest

// inside writes the whole conversation on one line, under the given name.
func inside(name string, render func([]Event) []Line) func([]Event) []Line {
	return func(events []Event) []Line {
		var raw []string
		for _, l := range render(events) {
			if l.Kind != Meta {
				raw = append(raw, l.Raw)
			}
		}
		return []Line{{Kind: Meta, Raw: `{"id":7,"` + name + `":` + list(raw...) + `,"temperature":0.10}`}}
	}
}
