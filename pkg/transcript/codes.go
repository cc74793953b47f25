package transcript

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
	BOM            Code = "bom"
	GluedRecords   Code = "glued-records"
	HeaderNotFirst Code = "header-not-first"
	LineTooLong    Code = "line-too-long"
	LoneSurrogate  Code = "lone-surrogate"
	MissingHeader  Code = "missing-header"
	NULBytes       Code = "nul-bytes"
	SplitRecord    Code = "split-record"
	StrayValue     Code = "stray-value"
	TornRecord     Code = "torn-record"
	UnreadableLine Code = "unreadable-line"
)

// Codes of calls and results.
const (
	BadCall         Code = "bad-call"
	BrokenLink      Code = "broken-link"
	DisplacedResult Code = "displaced-result"
	DuplicateCall   Code = "duplicate-call"
	DuplicateResult Code = "duplicate-result"
	EmptyID         Code = "empty-id"
	MissingResult   Code = "missing-result"
	OpenCall        Code = "open-call"
	OrphanResult    Code = "orphan-result"
	ReusedID        Code = "reused-id"
)

// Codes of sizes and ages.
const (
	LargeCopy   Code = "large-copy"
	LargeResult Code = "large-result"
	LargeTurn   Code = "large-turn"
	OldResult   Code = "old-result"
	SpillFailed Code = "spill-failed"
)

// Rules is the table of all codes, in alphabetical order.
var Rules = []Rule{
	{BadCall, Error, Remove, "a tool call that the API rejects: no name, control characters in it, or arguments of the wrong kind"},
	{BOM, Error, Remove, "a byte order mark: Codex and pi refuse the file, Gemini CLI deletes it"},
	{BrokenLink, Error, Relink, "a record whose parent is not in the file: clients lose the history before it"},
	{DisplacedResult, Error, Move, "a tool result that does not stand where the API wants it"},
	{DuplicateCall, Error, Remove, "a tool call that is written twice"},
	{DuplicateResult, Error, Remove, "a second result of one tool call"},
	{EmptyID, Error, Remove, "a tool call or result without an id"},
	{GluedRecords, Error, Split, "several records on one line: clients lose at least one of them"},
	{HeaderNotFirst, Error, Move, "the session header is not the first line: clients refuse or overwrite the file"},
	{LargeCopy, Warning, Truncate, "a client's own copy of a tool result that is over the limit for results"},
	{LargeResult, Warning, Truncate, "a tool result that is over the limit"},
	{LargeTurn, Warning, Truncate, "a tool result that makes its turn go over the limit"},
	{LineTooLong, Error, Keep, "a line over --max-line: it passes through unread"},
	{LoneSurrogate, Error, Replace, "half a surrogate pair in a string: APIs answer 400"},
	{MissingHeader, Error, Keep, "no session header: clients refuse the file"},
	{MissingResult, Error, Inject, "a tool call without a result: APIs answer 400"},
	{NULBytes, Error, Remove, "a run of NUL bytes, as an interrupted write leaves it"},
	{OldResult, Warning, Truncate, "a tool result that is large and old"},
	{OpenCall, Info, Keep, "the last call has no result yet, or is a label"},
	{OrphanResult, Error, Remove, "a tool result without a call: APIs answer 400"},
	{ReusedID, Error, Rename, "a call id that another call of the same request has, where ids must be unique"},
	{SpillFailed, Error, Keep, "a tool result that stays whole, because its full text cannot be kept in a file"},
	{SplitRecord, Error, Join, "one record over several lines: a raw line break inside a string"},
	{StrayValue, Error, Remove, "a line that is a bare value, such as null: some clients stop reading there"},
	{TornRecord, Error, Remove, "a record that was cut off while it was written"},
	{UnreadableLine, Error, Keep, "a line that is not JSON: it stays where it is"},
}

// RuleOf returns the table's row for a code. Unknown codes give a zero Rule.
func RuleOf(c Code) Rule {
	for _, r := range Rules {
		if r.Code == c {
			return r
		}
	}
	return Rule{}
}
