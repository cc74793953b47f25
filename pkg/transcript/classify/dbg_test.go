package classify

import ("testing";"os";"bufio";"fmt";"strings")

func TestDbg(t *testing.T) {
	f, err := os.Open("/tmp/cw/dbg.txt"); if err != nil { t.Skip() }
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		text := strings.ReplaceAll(sc.Text(), `\n`, "\n")
		vw := newView(text, false)
		fmt.Println("==", text)
		fmt.Println("  vetoed", vw.vetoed(), "framed", vw.framed(), frame().FindString(head(vw.low,600)), "status", statusIn(vw.low), "essay", vw.essay())
		low := lower(vw.source)
		for i := range vetoTable { v := &vetoTable[i]; if v.Scope==byText || v.Scope==byStart { if m := v.re().FindString(low); m != "" { fmt.Println("   veto", v.Name, m) } } }
		for _, r := range rules() {
			if !hasKey(vw.low, r.Keys) { continue }
			for _, m := range r.re().FindAllStringIndex(vw.low, 3) {
				s, e := vw.line(m[0])
				fmt.Printf("   %s [%s] allowed=%v alone=%v", r.Name, vw.low[m[0]:m[1]], vw.allows(m[0], m[1], r.Strength), vw.alone(m[0],m[1]))
				for i := range vetoTable { v := &vetoTable[i]
					switch v.Scope { case byLine: if x := v.re().FindString(vw.low[s:e]); x != "" { fmt.Print(" LINE ", v.Name, x) }
					case byLead: if x := v.re().FindString(lead(vw.low[s:m[0]])); x != "" { fmt.Print(" LEAD ", x) }
					case byTail: if x := v.re().FindString(head(vw.low[m[1]:], 80)); x != "" { fmt.Print(" TAIL ", x) } } }
				fmt.Println()
			}
		}
	}
}
