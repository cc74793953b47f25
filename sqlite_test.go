package trtools

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stores are databases as clients make them, each with a session s of which the result of a
// call is lost, but for OpenCode's, in which a result is long, and a session t.
var stores = map[string]struct{ schema, rows, query, want string }{
	"OpenClaw": {
		`CREATE TABLE session_windows (session_id TEXT NOT NULL PRIMARY KEY, session_key TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq),
  FOREIGN KEY (session_id) REFERENCES session_windows(session_id) ON DELETE CASCADE) STRICT;
CREATE TABLE transcript_event_identities (session_id TEXT NOT NULL, event_id TEXT NOT NULL, seq INTEGER NOT NULL, event_type TEXT, parent_id TEXT, message_idempotency_key TEXT,
  created_at INTEGER NOT NULL, PRIMARY KEY (session_id, event_id)) STRICT;`,
		`INSERT INTO session_windows VALUES('s','k',1,1),('t','k',1,1);
INSERT INTO transcript_events VALUES
('s',0,'{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}',5),
('s',1,'{"type":"message","id":"a1","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"ls","arguments":{}}],"api":"x","stopReason":"toolUse","timestamp":1}}',6),
('s',2,'{"type":"message","id":"a2","parentId":"a1","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"it''s on","timestamp":2}}',7),
('t',0,'{"type":"session","version":3,"id":"t","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}',5);
INSERT INTO transcript_event_identities VALUES('s','a1',1,'message',NULL,'key1',6),('s','a2',2,'message','a1',NULL,7);`,
		`SELECT e.session_id, e.seq, e.event_json ->> 'type', coalesce(e.event_json ->> '$.message.toolCallId', ''), coalesce(i.message_idempotency_key, ''), i.parent_id IS e.event_json ->> 'parentId'
FROM transcript_events e LEFT JOIN transcript_event_identities i USING (session_id, seq) ORDER BY 1, 2`,
		"s|0|session|||1\ns|1|message||key1|1\ns|2|message|c1||1\ns|3|message|||1\nt|0|session|||1\n",
	},
	"goose": {
		`CREATE TABLE sessions (id TEXT PRIMARY KEY, description TEXT NOT NULL DEFAULT '');
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id), role TEXT NOT NULL, content_json TEXT NOT NULL,
  created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, tokens INTEGER, metadata_json TEXT);`,
		`INSERT INTO sessions(id) VALUES('s'),('t');
INSERT INTO messages(session_id, role, content_json, created_timestamp, timestamp, tokens, metadata_json) VALUES
('s','user','[{"type":"text","text":"go"}]',1767225600,'2026-01-01 00:00:00',3,'{"userVisible":true,"agentVisible":true}'),
('s','assistant','[{"type":"toolRequest","id":"c1","toolCall":{"status":"success","value":{"name":"t","arguments":{}}}}]',1767225601,'2026-01-01 00:00:01',NULL,NULL),
('s','assistant','[{"type":"text","text":"so"}]',1767225602,'2026-01-01 00:00:02',NULL,NULL),
('t','user','[]',1,'2026-01-01 00:00:00',NULL,NULL);`,
		`SELECT session_id, role, content_json ->> '$[0].type', coalesce(tokens, ''), timestamp FROM messages ORDER BY session_id, timestamp, id`,
		"s|user|text|3|2026-01-01 00:00:00\ns|assistant|toolRequest||2026-01-01 00:00:01\ns|user|toolResponse||2026-01-01 00:00:01\ns|assistant|text||2026-01-01 00:00:02\nt|user|||2026-01-01 00:00:00\n",
	},
	"Hermes": {
		`CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id), role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT,
  tool_name TEXT, timestamp REAL NOT NULL, token_count INTEGER, reasoning TEXT);`,
		`INSERT INTO sessions(id) VALUES('s'),('t');
INSERT INTO messages(session_id, role, content, tool_calls, timestamp, reasoning) VALUES
('s','user','go',NULL,1.5,NULL),
('s','assistant',NULL,'[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]',2.5,'why'),
('t','user','other',NULL,1,NULL),
('s','user','and?',NULL,3.5,NULL);`,
		`SELECT session_id, role, coalesce(tool_call_id, ''), coalesce(reasoning, ''), timestamp FROM messages ORDER BY session_id, timestamp, id`,
		"s|user|||1.5\ns|assistant||why|2.5\ns|tool|c1||2.5\ns|user|||3.5\nt|user|||1.0\n",
	},
	"OpenCode": {
		`CREATE TABLE session (id TEXT PRIMARY KEY);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES session(id), time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL REFERENCES message(id), session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);`,
		`INSERT INTO session VALUES('s'),('t');
INSERT INTO message VALUES('m1','s',1,1,'{"role":"user","time":{"created":1}}'),('m2','s',2,2,'{"role":"assistant","time":{"created":2}}');
INSERT INTO part VALUES('p1','m1','s',1,1,'{"type":"text","text":"go"}'),
('p2','m2','s',2,2,json_object('type','tool','callID','c1','tool','bash','state',json_object('status','completed','input',json('{}'),'output',printf('%.30000c','x'),'title','t')));`,
		`SELECT id, data ->> 'type', length(data ->> '$.state.output') BETWEEN 1 AND 20000, data ->> 'id' IS NULL FROM part ORDER BY id`,
		"p1|text||1\np2|tool|1|1\n",
	},
}

// The recipes of docs/sqlite.md do what they say, leave other sessions as
// they are, keep a copy, and find nothing to repair when they run once more.
func TestSQLiteRecipes(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("there is no sqlite3 here")
	}
	for name, s := range stores {
		t.Run(name, func(t *testing.T) {
			recipe := recipeOf(t, name)
			dir := t.TempDir()
			db := filepath.Join(dir, "store.db")
			sqlite(t, db, s.schema+"\n"+s.rows)
			env := "set -e\nDB='" + db + "' S=s\n"
			if out := shell(t, dir, env+recipe); strings.Contains(out, "rror") {
				t.Fatal(out)
			}
			if got := sqlite(t, db, s.query); got != s.want {
				t.Errorf("got\n%s\nwant\n%s", got, s.want)
			}
			if _, err := os.Stat(db + ".bak"); err != nil {
				t.Error(err)
			}
			if got := shell(t, dir, "mv store.db.bak first.bak\n"+env+recipe); got != "" {
				t.Errorf("a second run says %s", got)
			}
			if got := sqlite(t, db, s.query+";PRAGMA integrity_check;PRAGMA foreign_key_check"); got != s.want+"ok\n" {
				t.Errorf("a second run leaves\n%s", got)
			}
		})
	}
}

// recipeOf returns the commands that docs/sqlite.md shows for a client.
func recipeOf(t *testing.T, client string) string {
	t.Helper()
	_, text, found := strings.Cut(readDoc(t, "docs/sqlite.md"), "\n## "+client+"\n")
	_, text, opened := strings.Cut(text, "```sh\n")
	text, _, closed := strings.Cut(text, "```\n")
	if !found || !opened || !closed {
		t.Fatalf("docs/sqlite.md has no recipe for %s", client)
	}
	return text
}

// sqlite runs statements on a database and returns what they print.
func sqlite(t *testing.T, db, statements string) string {
	t.Helper()
	cmd := exec.Command("sqlite3", "-bail", db)
	cmd.Stdin = strings.NewReader(statements + ";\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}
