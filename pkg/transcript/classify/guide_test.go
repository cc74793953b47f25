package classify

import (
	"os"
	"strings"
	"testing"
)

// TestGuide: the guide's tables of classes and actions say what Meaning says of each, in the
// same order, and of no other.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../GUIDE.md")
	if err != nil {
		t.Fatal(err)
	}
	var classes, actions string
	for _, c := range Classes() {
		classes += "| " + string(c) + " | " + c.Meaning() + " |\n"
	}
	for _, a := range []Action{Shrink, ShrinkImages, DropReasoning, Repair, Wait, Retry, RaiseLimit, FixRequest, FixAccount, RefreshLogin, GiveUp} {
		actions += "| " + string(a) + " | " + a.Meaning() + " |\n"
	}
	plain := strings.ReplaceAll(string(guide), "`", "")
	for head, want := range map[string]string{"| Class | What it says |\n|---|---|\n": classes, "| Action | What a loop does |\n|---|---|\n": actions} {
		_, table, _ := strings.Cut(plain, head)
		if table, _, _ = strings.Cut(table, "\n\n"); table+"\n" != want {
			t.Errorf("GUIDE.md:\n%s\nwant:\n%s", table, want)
		}
	}
	if len(actionMeanings) != strings.Count(actions, "\n") {
		t.Errorf("%d actions have a meaning", len(actionMeanings))
	}
}
