package dialect

import "trtools/pkg/transcript/outline"

// runLog is a record of what a client writes beside its sessions: no history, and nothing to
// be judged. It is known so that a check of a client's whole directory passes over it.
var runLog = &format{
	rules: Rules{Name: "logs", Unjudged: true,
		What:   "what clients log beside their sessions: OpenClaw's trajectories and cron runs, wire.jsonl of kimi-cli, journal.jsonl of Claude Code's workflows",
		ReadBy: "no history is made from it"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		switch {
		case hasPrefix(rec.Get("traceSchema"), "openclaw-trajectory"), // *.trajectory.jsonl
			rec.Get("jobId").Kind() == outline.String && rec.Get("action").Kind() == outline.String && rec.Get("ts").Kind() == outline.Number, // cron/runs
			t.Is("metadata") && rec.Get("protocol_version").Exists() && !rec.Get("created_at").Exists(),                                       // kimi-cli
			t.IsAny("started", "result") && rec.Get("key").Kind() == outline.String && rec.Get("agentId").Kind() == outline.String:            // journal.jsonl
			return true
		}
		msg := rec.Get("message")
		return rec.Get("timestamp").Kind() == outline.Number && msg.Get("type").Kind() == outline.String && msg.Get("payload").Exists() && !t.Exists()
	},
	View: func(outline.Value, *View) {},
}
