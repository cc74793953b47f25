package classify

import (
	"cmp"
	"strconv"
	"strings"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// errorOf returns the text to classify of a record that is itself an API error or an
// answer that was cut off, and false for any other record. A message that only talks
// about an error is not one.
func errorOf(rec outline.Value) (Input, bool) {
	msg, data := rec.Get("message"), rec.Get("data")
	switch {
	case rec.Kind() != outline.Object, isForeign(rec):
		return Input{}, false
	case rec.Get("customType").Is("openclaw:prompt-error"):
		return Input{Text: data.Get("error").Text()}, true
	case rec.Get("type").Is("session.error"): // of Copilot
		return Input{Text: cmp.Or(data.Get("message").Text(), data.Get("error").Text(), string(data.Raw())), Status: statusOf(data)}, true
	case rec.Get("isApiErrorMessage").True():
		return Input{Text: wordsOf(msg.Get("content")), Status: statusOf(rec)}, true
	case rec.Get("type").Is("event_msg"):
		return eventOf(rec.Get("payload"))
	case msg.Get("stopReason").Is("error"):
		return Input{Text: msg.Get("errorMessage").Text(), Status: statusOf(msg)}, true
	case rec.Get("stopReason").Is("error"):
		return Input{Text: rec.Get("errorMessage").Text(), Status: statusOf(rec)}, true
	case rec.Get("type").Is("error"), rec.Get("type").Is("response.failed"), isErrorBody(rec):
		return Input{Text: bodyOf(rec), Status: statusOf(rec)}, true
	case rec.Get("type").Is("result") && rec.Get("is_error").True(): // the last line of an SDK's stream
		return Input{Text: cmp.Or(rec.Get("result").Text(), string(rec.Get("errors").Raw())), Status: statusOf(rec)}, true
	}
	return cutAnswer(rec)
}

// eventOf is errorOf for an event of Codex. A stream_error does not count, because the
// client itself tries again after one.
func eventOf(payload outline.Value) (Input, bool) {
	if t := payload.Get("type"); !t.Is("error") && !t.Is("stream_error") {
		return Input{}, false
	}
	return Input{Text: string(payload.Raw()), Status: statusOf(payload)}, true
}

// isErrorBody reports whether a record is the body of an API's answer, or holds
// one in place of a message. Ollama and text-generation-inference send
// {"error":"text"}, with a type at most.
func isErrorBody(rec outline.Value) bool {
	e := rec.Get("error")
	if rec.Get("role").Exists() || rec.Get("tool_use_id").Exists() || rec.Get("message").Get("role").Exists() {
		return false
	}
	short := rec.Len() == 1 || rec.Len() == 2 && (rec.Get("error_type").Exists() || rec.Get(dialect.VerdictMember).Exists())
	return e.Kind() == outline.Object || e.Kind() == outline.String && !e.Blank() && short
}

// bodyOf returns a record without the verdict that an earlier run put into it.
func bodyOf(rec outline.Value) string {
	if dialect.IsBareError(rec, 2) || dialect.IsBareError(rec, 3) {
		return rec.Path("error", "message").Text()
	}
	raw := rec.Raw()
	if !rec.Get(dialect.VerdictMember).Exists() {
		return string(raw)
	}
	start, _ := rec.Span()
	edits := dialect.StripVerdict(rec)
	for i := range edits {
		edits[i].Start, edits[i].End = edits[i].Start-start, edits[i].End-start
	}
	return string(outline.Splice(raw, edits))
}

// statusOf returns the HTTP status in a record's own member, 0 if it has none.
func statusOf(rec outline.Value) int {
	for _, v := range []outline.Value{
		rec.Get("status"), rec.Get("statusCode"), rec.Get("status_code"), rec.Get("apiErrorStatus"), rec.Path("error", "status"),
	} {
		if n, err := strconv.Atoi(string(v.Raw())); err == nil && n >= 400 && n < 600 {
			return n
		}
	}
	return 0
}

// wordsOf returns the text of a message's content.
func wordsOf(content outline.Value) string {
	if content.Kind() == outline.String {
		return content.Text()
	}
	var texts []string
	for b := range content.All() {
		texts = append(texts, b.Get("text").Text())
	}
	return strings.Join(texts, "\n")
}

// cutAnswer is errorOf for an answer: it returns the reason why the answer ended, if that
// means that it was cut off.
func cutAnswer(rec outline.Value) (Input, bool) {
	why := ""
	if isMessage(rec) || rec.Get("incomplete_details").Exists() {
		why = outcome(rec)
	}
	_, reason, _ := strings.Cut(why, ": ")
	switch strings.ToLower(reason) {
	case "length", "max_tokens", "max_output_tokens", "max_token":
		return Input{Text: why}, true
	}
	return Input{}, false
}
