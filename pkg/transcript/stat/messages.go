package stat

import (
	"slices"

	"trtools/internal/history"
	"trtools/pkg/transcript"
)

// Message is what is told of one message. It stands where its first record does.
type Message struct {
	File    string `json:"file"`
	Line    int64  `json:"line"`
	Offset  int64  `json:"offset"`
	Number  int    `json:"number,omitempty"` // in a conversation that is one line, from 1
	Records int    `json:"records"`          // lines that it is written on
	Bytes   int64  `json:"bytes"`            // of these

	Role   string `json:"role"`   // system, user, assistant, tool, unknown
	Thread string `json:"thread"` // main, sidechain, or the id of a sub-agent
	Live   bool   `json:"live"`   // the next request holds it
	Why    string `json:"why"`    // it does not: see the constants
	Age    *int64 `json:"age"`    // turns since: assistant messages of its thread after it; nil if that does not hold it either

	Calls   []Call   `json:"calls"`
	Results []Result `json:"results"`

	Chars   int64 `json:"chars"`   // code points of text, call arguments and results
	Tokens  int64 `json:"tokens"`  // estimated
	Payload int64 `json:"payload"` // bytes of the message values in a request
	Copies  int64 `json:"copies"`  // bytes of the results that its client keeps once more to show them

	Usage *Usage `json:"usage,omitempty"` // what the API counted of the request that it is the answer to

	Findings []transcript.Code `json:"findings"` // of tr-pair, about its records
}

// Why a message is dead.
const (
	Compacted  = "compacted"    // a compaction replaced it
	RolledBack = "rolled-back"  // a rollback took it back
	Replaced   = "replaced"     // a later record has its id
	Branch     = "other-branch" // the conversation goes on from an earlier message
	Root       = "other-root"   // it hangs on nothing that the conversation hangs on
	Sidechain  = "sidechain"    // a sub-agent's conversation
	Duplicate  = "duplicate"    // the same record is written once more
)

func why(f history.Fate) string {
	return [...]string{"", Compacted, RolledBack, Replaced, Branch, Root, Sidechain}[f]
}

// Call is a tool call.
type Call struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// Result is the result of a tool call. Its line is that of its own record.
type Result struct {
	ID       string `json:"id"`
	Tool     string `json:"tool"`
	Line     int64  `json:"line"`
	Chars    int64  `json:"chars"`
	Tokens   int64  `json:"tokens"`
	Failed   bool   `json:"failed"`                // the tool reported an error
	Duration int64  `json:"duration_ms,omitempty"` // milliseconds from the call's record to this one, where both say when they were written
}

// note adds the code of a finding, once.
func (m *Message) note(c transcript.Code) {
	if !slices.Contains(m.Findings, c) {
		m.Findings = append(m.Findings, c)
	}
}
