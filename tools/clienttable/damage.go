package main

import (
	"bytes"
	"fmt"
	"slices"
)

// input is a session file that clients are given.
type input struct {
	family string // of the clients that read it: claude, codex, pi or gemini
	name   string
	data   []byte
}

// harms are what happens to one line of a session. Lines keep their ends.
var harms = []struct {
	name string
	do   func(lines [][]byte, i int) [][]byte
}{
	{"lost", func(l [][]byte, i int) [][]byte { return slices.Delete(l, i, i+1) }},
	{"doubled", func(l [][]byte, i int) [][]byte { return slices.Insert(l, i, l[i]) }},
	{"torn", func(l [][]byte, i int) [][]byte { l[i] = slices.Concat(l[i][:len(l[i])/2], []byte("\n")); return l }},
	{"torn and glued", func(l [][]byte, i int) [][]byte { l[i] = l[i][:len(l[i])/2]; return l }},
	{"glued", func(l [][]byte, i int) [][]byte { l[i] = bytes.TrimRight(l[i], "\n"); return l }},
	{"late", func(l [][]byte, i int) [][]byte {
		late := l[i]
		return slices.Insert(slices.Delete(l, i, i+1), min(i+3, len(l)-1), late)
	}},
}

// wholes are what happens to a session as a whole.
var wholes = []struct {
	name string
	do   func(lines [][]byte) [][]byte
}{
	{"healthy", func(l [][]byte) [][]byte { return l }},
	{"twice", func(l [][]byte) [][]byte { return slices.Concat(l, l) }},
	{"tail twice", func(l [][]byte) [][]byte { return slices.Concat(l, l[len(l)/2:]) }},
	{"head cut", func(l [][]byte) [][]byte { return l[len(l)/3:] }},
	{"tail cut", func(l [][]byte) [][]byte { return append(l[:len(l)/2], l[len(l)/2][:len(l[len(l)/2])/2]) }},
	{"byte order mark", func(l [][]byte) [][]byte { return slices.Concat([][]byte{[]byte("\xef\xbb\xbf")}, l) }},
	{"garbage line", func(l [][]byte) [][]byte { return slices.Insert(l, len(l)/2, []byte("[debug] retry\n")) }},
}

// damaged returns a session as it is, damaged as a whole, and damaged at up to n
// lines that hold messages, spread over the file.
func damaged(family, name string, data []byte, n int) (list []input) {
	add := func(how string, lines [][]byte) {
		list = append(list, input{family, name + ", " + how, bytes.Join(lines, nil)})
	}
	lines := slices.Collect(bytes.Lines(data))
	for _, w := range wholes {
		add(w.name, w.do(slices.Clone(lines)))
	}
	for _, i := range spread(messages(lines), n) {
		for _, h := range harms {
			add(fmt.Sprintf("line %d %s", i+1, h.name), h.do(slices.Clone(lines), i))
		}
	}
	return list
}

// messages returns the lines that hold something of a conversation.
func messages(lines [][]byte) (list []int) {
	for i, line := range lines {
		for _, word := range []string{`"tool_use"`, `"tool_result"`, `"toolCall"`, `"toolResult"`, `"toolCalls"`, `"function_call`, `"custom_tool_call`, `"role":"assistant"`, `"role":"user"`} {
			if bytes.Contains(line, []byte(word)) {
				list = append(list, i)
				break
			}
		}
	}
	return list
}

// spread returns up to n members of a list, the first and the last among them.
func spread(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	var some []int
	for k := range n {
		some = append(some, list[k*(len(list)-1)/max(n-1, 1)])
	}
	return some
}
