package classify

import (
	"cmp"
	"slices"
)

// Class names the kind of an API error: see Meaning.
type Class string

// The classes.
const (
	ContextOverflow  Class = "context_overflow"
	PayloadTooLarge  Class = "payload_too_large"
	WAFBlock         Class = "waf_block"
	StreamCut        Class = "stream_cut"
	OutputTruncated  Class = "output_truncated"
	InvalidMaxTokens Class = "invalid_max_tokens"
	RateLimit        Class = "rate_limit"
	Quota            Class = "quota"
	Auth             Class = "auth"
	Overloaded       Class = "overloaded"
	ServerError      Class = "server_error"
	Timeout          Class = "timeout"
	Pairing          Class = "pairing"
	MalformedHistory Class = "malformed_history"
	ContentFilter    Class = "content_filter"
	ModelNotFound    Class = "model_not_found"
	InvalidRequest   Class = "invalid_request"
	None             Class = "none"
)

// classes are the classes in the order of a report, each with its usual action and what an
// error of it is. None has repair: a row must name what tr-pair mends.
var classes = []classRow{
	{ContextOverflow, Shrink, "the request has more tokens than the model takes, those for the answer counted in"},
	{PayloadTooLarge, Shrink, "the request has more bytes than the API or a gateway takes"},
	{WAFBlock, Shrink, "a firewall or a content network refused the request with a page or words of its own"},
	{StreamCut, Retry, "the connection broke before the whole answer was there"},
	{OutputTruncated, RaiseLimit, "the answer ended at its limit of tokens"},
	{InvalidMaxTokens, FixRequest, "the limit asked for the answer, max_tokens, is not one that this model takes"},
	{RateLimit, Wait, "more requests or tokens at once, in a minute, an hour or a day than are allowed"},
	{Quota, FixAccount, "credit, a balance or what a plan allows is used up"},
	{Auth, RefreshLogin, "a key, a token or a login is missing, wrong or expired, or does not allow this, or not from this region"},
	{Overloaded, Wait, "the provider has no capacity at present"},
	{ServerError, Retry, "the provider, a gateway or a local server failed, or cannot be reached"},
	{Timeout, Retry, "something took too long"},
	{Pairing, FixRequest, "tool calls and tool results of the history do not match each other"},
	{MalformedHistory, FixRequest, "messages have another shape than the API takes: roles, order, empty content, reasoning, types of blocks, ids and names"},
	{ContentFilter, GiveUp, "the request or the answer was refused for what it says"},
	{ModelNotFound, FixRequest, "the model does not exist, is retired, or is not there for this account or endpoint"},
	{InvalidRequest, FixRequest, "another thing about the request is refused: a parameter, a tool, a feature that the model lacks, an image or a file"},
	{None, GiveUp, "not the error of an API"},
}

type classRow struct {
	Class
	usual   Action
	meaning string
}

func (c Class) row() (row classRow) {
	if i := slices.IndexFunc(classes, func(r classRow) bool { return r.Class == c }); i >= 0 {
		row = classes[i]
	}
	return row
}

// Meaning says in one line what an error of a class is.
func (c Class) Meaning() string { return c.row().meaning }

// Classes lists every class, in the order of a report.
func Classes() (list []Class) {
	for _, row := range classes {
		list = append(list, row.Class)
	}
	return list
}

// Action is what a loop does after an error. Each is a promise: what it names changes
// something about the request or its sender that made the request fail: see Meaning.
type Action string

// The actions.
const (
	Shrink        Action = "shrink"
	ShrinkImages  Action = "shrink_images"
	DropReasoning Action = "drop_reasoning"
	Repair        Action = "repair"
	Wait          Action = "wait"
	Retry         Action = "retry"
	RaiseLimit    Action = "raise_limit"
	FixRequest    Action = "fix_request"
	FixAccount    Action = "fix_account"
	RefreshLogin  Action = "refresh_login"
	GiveUp        Action = "give_up"
)

// Recovers reports whether tr-recover does what the action asks for: the history gets smaller,
// or loses what this API cannot take.
func (a Action) Recovers() bool { return a == Shrink || a == ShrinkImages || a == DropReasoning }

// Meaning says in one line what a loop does for an action.
func (a Action) Meaning() string { return actionMeanings[a] }

var actionMeanings = map[Action]string{
	Shrink:        "make the history smaller (tr-recover), then send it again",
	ShrinkImages:  "take the oldest images out (tr-recover), then send it again",
	DropReasoning: "take out reasoning that this API cannot take, and put a note where it wants some (tr-recover), then send it again",
	Repair:        "mend the history (tr-pair -w), then send it again",
	Wait:          "wait retry_after_s, or a while if that is null, then repeat the request",
	Retry:         "repeat the request, a few times",
	RaiseLimit:    "ask for the rest of the answer, or again with next_max_tokens",
	FixRequest:    "change the request: a parameter, a tool, the model, or a message that tr-pair does not mend",
	FixAccount:    "stop: credit, a plan or access is missing",
	RefreshLogin:  "log in again or set the key, then repeat the request",
	GiveUp:        "stop, and show the error to a person",
}

// Name is a name in a verdict that may be unknown: the empty name is null in JSON.
type Name string

// MarshalJSON writes null for the empty name. Names come from the table of
// rules, so they never need escapes.
func (n Name) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("null"), nil
	}
	return []byte(`"` + string(n) + `"`), nil
}

// Verdict says what a text is. Unknown numbers are nil, unknown names empty.
type Verdict struct {
	Class        Class    `json:"class"`
	Recoverable  bool     `json:"recoverable"` // a change of the history that tr-recover makes cures it: see Action.Recovers
	Action       Action   `json:"action"`
	Provider     Name     `json:"provider"`
	Status       *int     `json:"status"`
	LimitTokens  *int64   `json:"limit_tokens"`
	ActualTokens *int64   `json:"actual_tokens"`
	LimitBytes   *int64   `json:"limit_bytes"` // of a request's body, or of one image where Action is ShrinkImages
	RetryAfterS  *float64 `json:"retry_after_s"`
	IDs          []string `json:"ids"`  // of tool calls that a pairing or shape error names; never nil
	Line         *int64   `json:"line"` // of the transcript; Classify cannot know it
	Rule         Name     `json:"rule"`
	Confidence   float64  `json:"confidence"`
	Attempt      *int     `json:"attempt"`

	// ReservedTokens is how many of ActualTokens were reserved for the answer, where
	// the text says so.
	ReservedTokens *int64 `json:"reserved_tokens,omitempty"`

	// NextMaxTokens is set when an answer was cut and Input says what its
	// limit was.
	NextMaxTokens *int64 `json:"next_max_tokens,omitempty"`

	// Places are positions in the request that the text names.
	Places []Place `json:"-"`
}

// Place is a position that an error names, such as messages.4.content.1.
type Place struct {
	List  string // "messages", "input" or "contents"
	Index int    // in that list
}

// Input is a text to classify, and what else is known. Only Text is required.
type Input struct {
	Text         string
	Status       int    // HTTP status, 0 if unknown
	RetryAfter   string // value of the Retry-After header: seconds
	HistoryBytes int64  // size of the history that was sent, 0 if unknown

	// For the escalation of a cut answer; MaxTokens 0 asks for none.
	MaxTokens    int64
	MaxTokensCap int64
	Attempt      int
	Escalations  int // how often it is doubled; 0: twice, negative: never
}

// bigHistory is the size in bytes from which a broken stream is blamed on the size of
// the request.
const bigHistory = 500_000

// maxEscalations is how often a cut answer's limit is doubled by default.
const maxEscalations = 2

// decide sets the members that follow from the class, the row and the input.
func (v *Verdict) decide(in Input, row *tableRow) {
	v.Action = v.Class.row().usual
	if row != nil && row.Does != "" {
		v.Action = row.Does
	}
	switch v.Class {
	case StreamCut:
		if in.HistoryBytes > bigHistory {
			v.Action = Shrink
		}
	case RateLimit:
		if v.LimitTokens != nil && v.ActualTokens != nil && *v.LimitTokens < *v.ActualTokens && v.Action == Wait {
			v.Action = Shrink // one request alone is over what a minute may have
		}
	case OutputTruncated:
		v.NextMaxTokens = in.escalate()
	}
	v.Recoverable = v.Action.Recovers()
	if in.Attempt > 0 {
		v.Attempt = &in.Attempt
	}
}

// escalate returns the next limit for an answer that was cut: doubled, up to
// the cap, a few times at most. Nil means that it cannot grow.
func (in Input) escalate() *int64 {
	times := cmp.Or(in.Escalations, maxEscalations)
	if in.MaxTokens <= 0 || times < 0 || in.Attempt > times || in.MaxTokens > 1<<40 {
		return nil
	}
	next := in.MaxTokens * 2
	if in.MaxTokensCap > 0 {
		next = min(next, in.MaxTokensCap)
	}
	if next <= in.MaxTokens {
		return nil
	}
	return &next
}
