package dialect

import "trtools/pkg/transcript/outline"

// entire is the compact transcript that Entire (entireio/cli) stores beside a
// commit, of any agent's session. No client reads it back: a call holds its
// result, one without is what the agent's own file had, and none is made up. Ids
// may be redacted, so that several calls share one
// (docs/formats-more.md section 2, counted in 85 files).
var entire = &format{
	rules: Rules{Name: "entire", AnyJSON: true, Inline: true,
		What: "compact transcripts of Entire", ReadBy: "nothing reads them back"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("v").Kind() == outline.Number && rec.Get("agent").Kind() == outline.String &&
			rec.Get("cli_version").Exists() && rec.Get("type").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		v.Time = rec.Get("ts")
		switch t := rec.Get("type"); {
		case t.IsAny("user", "assistant"):
			v.Class, v.Role, v.Body = Message, roleOf(t), rec.Get("content")
		default:
			return
		}
		v.Text = v.Body.Kind() == outline.String && !v.Body.Blank()
		for b := range v.Body.All() {
			if !b.Get("type").Is("tool_use") {
				v.Text = true
				continue
			}
			c := Call{Item: b, In: v.Body, ID: b.Get("id"), Name: b.Get("name"), Args: b.Get("input"), NoID: b.Get("id").Blank(), Answered: true}
			if res := b.Get("result"); res.Exists() {
				v.inline(&c, Result{Item: res, In: b, ID: c.ID, Name: c.Name, NoID: c.NoID, Content: res.Get("output"), Failed: res.Get("status").Is("error")})
			}
			v.Calls = append(v.Calls, c)
		}
	},
	part:    `{"text":"$text"}`, // in a message of the user it has no type
	message: `{"v":"$.v 1","agent":"$.agent \"\"","cli_version":"$.cli_version \"\"","type":"user","ts":"$time ts","content":"$parts"}`,
}
