package batch

import (
	"slices"
	"testing"

	"trtools/pkg/transcript"
)

// reported are the findings of a part that begins at line 10, as they are told.
func reported(unread bool, list ...transcript.Finding) (told []transcript.Finding, held int) {
	var f findings
	for _, x := range list {
		f.add(x, unread)
	}
	f.tell(func(x transcript.Finding) { told = append(told, x) }, Place{Lines: 10, Bytes: 1000})
	return told, len(f.list)
}

// What is read is told as it came, moved to where the part stands.
func TestFindings(t *testing.T) {
	told, _ := reported(false, transcript.Finding{Line: 1, Offset: 5, Message: "a"}, transcript.Finding{Line: 2, Offset: 7, Message: "b"})
	want := []transcript.Finding{{Line: 11, Offset: 1005, Message: "a"}, {Line: 12, Offset: 1007, Message: "b"}}
	if !slices.Equal(told, want) {
		t.Errorf("%v", told)
	}
}

// What nobody reads is told as often, by code, severity and action, and takes no room.
func TestUnreadFindings(t *testing.T) {
	var list []transcript.Finding
	want := map[transcript.Finding]int{}
	for i := range 300 {
		f := transcript.Finding{Code: transcript.Notice, Severity: transcript.Info, Action: transcript.Inject, Line: int64(i)}
		switch i % 3 {
		case 1:
			f.Severity = transcript.Error
		case 2:
			f.Action = transcript.Keep
		}
		list = append(list, f)
		f.Line = 0
		want[f]++
	}
	told, held := reported(true, list...)
	for _, f := range told {
		f.Line, f.Offset = 0, 0
		want[f]--
	}
	for f, n := range want {
		if n != 0 {
			t.Errorf("%v: %d are missing", f, n)
		}
	}
	if len(told) != len(list) || held != 3 {
		t.Errorf("%d are told, %d held", len(told), held)
	}
}
