package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"trtools/internal/history"
	"trtools/internal/transcripttest"
)

// foldedChat draws a chat of Gemini CLI in which messages are written again, are taken back, and
// are put in place of all others.
func foldedChat(t *rapid.T) []byte {
	var out bytes.Buffer
	n := 0
	message := func() string {
		n++
		id := rapid.IntRange(1, n).Draw(t, "id")
		typ, content := "user", fmt.Sprintf(`"words %d"`, n)
		if rapid.Bool().Draw(t, "model") {
			typ = "gemini"
		}
		return fmt.Sprintf(`{"id":"m%d","timestamp":"2026-01-01T00:00:00Z","type":%q,"content":%s}`, id, typ, content)
	}
	for range rapid.IntRange(1, 30).Draw(t, "records") {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			fmt.Fprintf(&out, `{"$rewindTo":"m%d"}`+"\n", rapid.IntRange(1, n+1).Draw(t, "to"))
		case 1:
			var list []string
			for range rapid.IntRange(0, 4).Draw(t, "messages") {
				list = append(list, message())
			}
			fmt.Fprintf(&out, `{"$set":{"messages":[%s]}}`+"\n", strings.Join(list, ","))
		default:
			out.WriteString(message() + "\n")
		}
	}
	return out.Bytes()
}

// A history of Gemini CLI is what the client sends: of messages with one id the last one, in the
// place of the first, without what was taken back and what a list took the place of.
func TestFolds(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		data := foldedChat(t)
		var want, got []string
		for _, it := range transcripttest.Named("gemini-cli").Threads(data)[0].Items {
			want = append(want, fmt.Sprintf("%s of %d chars on %v", it.Role, len(it.Text), it.Lines))
		}
		h, _ := read(outer, data)
		for i, m := range h.All() {
			for node := range m.Nodes() {
				role := map[bool]string{true: "user", false: "assistant"}[h.Message(i).User]
				line := bytes.Count(data[:h.Index.Node(node).Ref()], []byte("\n")) + 1
				got = append(got, fmt.Sprintf("%s of %d chars on [%d]", role, m.Size().Chars, line))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s\nis\n%s\nwant\n%s", data, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if fates := h.Fates(); len(got) > 0 && !slices.Contains(fates, history.Sent) {
			t.Fatalf("%v", fates)
		}
	})
}
