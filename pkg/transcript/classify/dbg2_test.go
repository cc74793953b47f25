package classify

import ("testing";"os";"fmt")

func TestDbgHold(t *testing.T) {
	f, err := os.Open(os.Getenv("DBGF")); if err != nil { t.Skip() }
	all, _ := readLabelled(f)
	for _, l := range all {
		v := Classify(Input{Text: l.text, HistoryChars: l.history})
		if v.Class != None || l.label == None { continue }
		vw := newView(l.text, false)
		low := lower(vw.source)
		fmt.Print(l.label, " len ", len(l.text) > 400, " framed ", vw.framed(), " essay ", vw.essay())
		for i := range vetoTable { vv := &vetoTable[i]; if vv.Scope==byText || vv.Scope==byStart { if m := vv.re().FindString(low); m != "" { fmt.Print(" veto:", vv.Name) } } }
		for _, r := range rules() {
			if !hasKey(vw.low, r.Keys) { continue }
			for _, m := range r.re().FindAllStringIndex(vw.low, 3) {
				s, e := vw.line(m[0])
				fmt.Printf(" rule:%s allowed=%v", r.Name, vw.allows(m[0], m[1], r.Strength))
				for i := range vetoTable { v := &vetoTable[i]
					switch v.Scope { case byLine: if x := v.re().FindString(vw.low[s:e]); x != "" { fmt.Print(" LINE ", v.Name) }
					case byLead: if x := v.re().FindString(lead(vw.low[s:m[0]])); x != "" { fmt.Print(" LEAD ") }
					case byTail: if x := v.re().FindString(head(vw.low[m[1]:], 80)); x != "" { fmt.Print(" TAIL ") } } }
			}
		}
		fmt.Println()
	}
}
