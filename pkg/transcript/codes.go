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

// Rules is the table of all codes, in alphabetical order.
var Rules = []Rule{
	{APIError, Warning, Annotate, "an error of an API: the verdict says which one and what helps"},
	{AttemptsExhausted, Error, Keep, "recovery was tried as often as it may be: the history is left as it is"},
	{BadCacheControl, Error, Remove, "a cache_control that the API refuses: more than four, or on reasoning"},
	{BadCall, Error, Remove, "a tool call that the API rejects: no name, control characters in it, or arguments of the wrong kind"},
	{BadID, Error, Rename, "a call id that the API refuses: characters that it does not allow, or too long"},
	{BadImage, Error, Replace, "an image that the API refuses: no data, no image, of another type than it says, or where only text may stand"},
	{BadItemID, Error, Remove, "the id of an item that the API refuses: that of another kind, or of another item"},
	{BadName, Error, Rename, "a tool name that the API refuses: characters that it does not allow, too long, or none in a result that has to name its tool"},
	{BadOrdinal, Warning, Rename, "numbers of records with a gap or a double: Codex 0.153 shows nothing of the session, and does not fork it"},
	{BadReasoning, Error, Remove, "reasoning whose signature is missing or not base64: the API refuses it"},
	{BadRecord, Error, Remove, "a record that lacks a member without which its client crashes"},
	{BOM, Error, Remove, "a byte order mark: Codex and pi refuse the file, Gemini CLI deletes it"},
	{BrokenConversation, Error, Remove, "a whole conversation with errors: with --drop-broken it goes in place of being repaired"},
	{BrokenLink, Error, Relink, "a record whose parent is not in the file: clients lose the history before it"},
	{CannotFit, Error, Keep, "a history that is over its limit and cannot be made to fit: it is left as it is"},
	{Classification, Info, Remove, "a verdict of tr-classify that is removed again"},
	{DisplacedResult, Error, Move, "a tool result that does not stand where the API wants it"},
	{DoubtfulNumber, Warning, Keep, "a number in an API's error that does not fit the history: it is not used"},
	{DroppedMessages, Warning, Remove, "old messages that give way, so that the history fits"},
	{DuplicateCall, Error, Remove, "a tool call that is written twice"},
	{DuplicateRecord, Warning, Remove, "a record of a session that is written again; an error where Claude Code's has other bytes, and stays where it says something else"},
	{DuplicateResult, Error, Remove, "a second result of one tool call"},
	{EmptyContent, Error, Remove, "a message without content or a blank text: APIs answer 400"},
	{EmptyID, Error, Remove, "a tool call or result without an id"},
	{ExtraMember, Error, Remove, "a member that the API does not know, as only streams have it"},
	{GluedRecords, Error, Split, "several records on one line: clients lose at least one of them"},
	{HalfServerCall, Error, Remove, "half a call that a server of the provider answers: the API refuses one without the other"},
	{HeaderNotFirst, Error, Move, "the session header is not the first line: clients refuse or overwrite the file"},
	{InvalidString, Error, Replace, "bytes in a string that JSON forbids, such as a bad escape: some clients skip the record"},
	{LargeCopy, Warning, Truncate, "a client's own copy of a tool result that is over the limit for results"},
	{LargeImage, Warning, Keep, "an image over a size of the API, or more images than it takes"},
	{LargeResult, Warning, Truncate, "a tool result that is over the limit"},
	{LargeTurn, Warning, Truncate, "a tool result that makes its turn go over the limit"},
	{LineTooLong, Error, Keep, "a line over the limit for lines: it passes through unread"},
	{LoneReasoning, Error, Remove, "reasoning without the item that it belongs to: the API refuses it"},
	{LoneSurrogate, Error, Replace, "half a surrogate pair in a string: APIs answer 400"},
	{LongString, Warning, Keep, "a string that is longer than the API takes"},
	{LongText, Warning, Truncate, "a text over the limit of the level"},
	{MissingHeader, Error, Keep, "no session header: clients refuse the file"},
	{MissingMember, Error, Keep, "a member without which the API refuses the request"},
	{MissingReasoning, Error, Keep, "a tool call without the reasoning that the API wants with it"},
	{MissingResult, Error, Inject, "a tool call without a result: APIs answer 400"},
	{MissingSignature, Error, Keep, "a tool call without the signature that the API wants with it"},
	{MixedContent, Error, Replace, "parts that the API does not take in this message"},
	{NoRecords, Warning, Keep, "a file without one record of a known format: it is left as it is"},
	{NotRecoverable, Error, Keep, "an API's error that a smaller history does not cure: the history is left as it is"},
	{Notice, Info, Inject, "a message to the model that is inserted"},
	{NULBytes, Error, Remove, "a run of NUL bytes, as an interrupted write leaves it"},
	{NULCharacter, Error, Replace, "the character U+0000 in a string of a message: APIs answer 400"},
	{OldArguments, Warning, Truncate, "a large argument of an old tool call"},
	{OldImage, Warning, Replace, "an image in an old message, or one that the API refused"},
	{OldReasoning, Warning, Replace, "reasoning of a turn that is over"},
	{OldResult, Warning, Truncate, "a tool result that is large and old"},
	{OpenCall, Info, Keep, "the last call has no result yet, or is a label"},
	{OrphanResult, Error, Remove, "a tool result without a call: APIs answer 400"},
	{OversizedChunk, Warning, Keep, "a unit that is larger than a chunk may be: it is a chunk of its own"},
	{PartlyRead, Warning, Keep, "a file of a known format of which more than half of the lines are not understood: it may be another program's"},
	{Prefill, Error, Keep, "a request that ends with a message of the model, which this model does not continue"},
	{PrunedRecord, Info, Remove, "a record that goes with an old unit, so that the history fits, or with one that was named, or that no request holds (--dead)"},
	{ReusedID, Error, Rename, "a call id that another call of the same request has, where ids must be unique"},
	{RoleOrder, Error, Keep, "messages in an order of roles that the API refuses"},
	{SameResult, Warning, Replace, "an old tool result that a later one repeats"},
	{SpillFailed, Error, Keep, "a tool result that stays whole, because its full text cannot be kept in a file"},
	{SplitRecord, Error, Join, "one record over several lines: a raw line break inside a string"},
	{StaleRead, Warning, Replace, "an old result of reading a file that was read again or changed since"},
	{StrayValue, Error, Remove, "a line that is a bare value, such as null: some clients stop reading there"},
	{SummarizedRecord, Info, Replace, "a record in whose place a summary stands"},
	{TerminalNoise, Warning, Replace, "colours and overwritten lines of a terminal in an old tool result"},
	{TornRecord, Error, Remove, "a record that was cut off while it was written"},
	{Touched, Info, Replace, "a record that changes because of the repair of another one: a result is inserted into it, or it is linked to another record"},
	{TrailingSpace, Error, Replace, "a last message of the model that ends in white space: the API refuses it as the beginning of an answer"},
	{UnknownPin, Warning, Keep, "an id that is to stay or to go, and that no live message, record or call has"},
	{UnknownReference, Error, Keep, "a tool is named that the request does not have"},
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
