package transcript

import (
	_ "embed"
	"strings"
	"sync"
)

// Code names a kind of finding. Codes are part of the interface: they never
// change their meaning.
type Code string

// Rule is what is known of a code: how bad it is, what is done by default,
// and one sentence for the reader of a report.
type Rule struct {
	Code     Code
	Severity Severity
	Action   Action
	Help     string
}

// Codes of lines and bytes.
const (
	BadRecord      Code = "bad-record"
	BadOrdinal     Code = "bad-ordinal"
	BOM            Code = "bom"
	GluedRecords   Code = "glued-records"
	HeaderNotFirst Code = "header-not-first"
	InvalidString  Code = "invalid-string"
	LineTooLong    Code = "line-too-long"
	LoneSurrogate  Code = "lone-surrogate"
	MissingHeader  Code = "missing-header"
	NoRecords      Code = "no-records"
	NULBytes       Code = "nul-bytes"
	PartlyRead     Code = "partly-read"
	SplitRecord    Code = "split-record"
	StrayValue     Code = "stray-value"
	TornRecord     Code = "torn-record"
	UnreadableLine Code = "unreadable-line"
)

// Codes of calls and results.
const (
	BadCall            Code = "bad-call"
	BadID              Code = "bad-id"
	BadName            Code = "bad-name"
	BrokenConversation Code = "broken-conversation"
	BrokenLink         Code = "broken-link"
	DisplacedResult    Code = "displaced-result"
	DuplicateCall      Code = "duplicate-call"
	DuplicateRecord    Code = "duplicate-record"
	DuplicateResult    Code = "duplicate-result"
	EmptyContent       Code = "empty-content"
	EmptyID            Code = "empty-id"
	MissingResult      Code = "missing-result"
	OpenCall           Code = "open-call"
	OrphanResult       Code = "orphan-result"
	ReusedID           Code = "reused-id"
	Touched            Code = "touched"
	TrailingSpace      Code = "trailing-space"
)

// Codes of what an API refuses although every call has its result.
const (
	BadCacheControl  Code = "bad-cache-control"
	BadImage         Code = "bad-image"
	BadItemID        Code = "bad-item-id"
	BadReasoning     Code = "bad-reasoning"
	ExtraMember      Code = "extra-member"
	HalfServerCall   Code = "half-server-call"
	LargeImage       Code = "large-image"
	LoneReasoning    Code = "lone-reasoning"
	LongString       Code = "long-string"
	MissingMember    Code = "missing-member"
	UnknownReference Code = "unknown-reference"
	MissingReasoning Code = "missing-reasoning"
	MissingSignature Code = "missing-signature"
	MixedContent     Code = "mixed-content"
	NULCharacter     Code = "nul-character"
	Prefill          Code = "prefill"
	RoleOrder        Code = "role-order"
)

// Codes of sizes and ages.
const (
	LargeCopy     Code = "large-copy"
	LargeResult   Code = "large-result"
	LargeTurn     Code = "large-turn"
	OldArguments  Code = "old-arguments"
	OldImage      Code = "old-image"
	OldReasoning  Code = "old-reasoning"
	OldResult     Code = "old-result"
	SameResult    Code = "same-result"
	StaleRead     Code = "stale-read"
	TerminalNoise Code = "terminal-noise"
	SpillFailed   Code = "spill-failed"
)

// Codes of errors and of what is done about them.
const (
	APIError          Code = "api-error"
	AttemptsExhausted Code = "attempts-exhausted"
	CannotFit         Code = "cannot-fit"
	Classification    Code = "classification"
	DoubtfulNumber    Code = "doubtful-number"
	DroppedMessages   Code = "dropped-messages"
	LongText          Code = "long-text"
	NotRecoverable    Code = "not-recoverable"
	Notice            Code = "notice"
)

// Codes of histories that are cut or shortened.
const (
	OversizedChunk   Code = "oversized-chunk"
	PrunedRecord     Code = "pruned-record"
	SummarizedRecord Code = "summarized-record"
	UnknownPin       Code = "unknown-pin"
)

// Rules returns the table of all codes, in alphabetical order.
func Rules() []Rule { return rules() }

//go:embed codes.tsv
var rulesTable string

var rules = sync.OnceValue(func() (list []Rule) {
	for row := range strings.Lines(rulesTable) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		list = append(list, Rule{Code(f[0]), Severity(f[1]), Action(f[2]), f[3]})
	}
	return list
})

// RuleOf returns the table's row for a code. Unknown codes give a zero Rule.
func RuleOf(c Code) Rule {
	for _, r := range rules() {
		if r.Code == c {
			return r
		}
	}
	return Rule{}
}
