package transcript

// Severity ranks a finding.
type Severity string

const (
	// Error: the API or the client rejects the transcript, or loses history.
	Error Severity = "error"
	// Warning: damage that is survived.
	Warning Severity = "warning"
	// Info: legal but worth knowing.
	Info Severity = "info"
)

// Action says what is done about a finding.
type Action string

const (
	Keep    Action = "keep" // nothing is done
	Inject  Action = "inject"
	Move    Action = "move"
	Remove  Action = "remove"
	Rename  Action = "rename"
	Relink  Action = "relink"
	Split   Action = "split"
	Join    Action = "join"
	Replace Action = "replace"

	Truncate  Action = "truncate"  // head and tail of a text stay
	Summarize Action = "summarize" // one line says what it was
	Annotate  Action = "annotate"  // the record gets a verdict
)

// Finding is one fact about one place of a transcript. Message never holds
// record content; ids and other untrusted text in it are quoted.
type Finding struct {
	Tool     string   `json:"tool"`
	File     string   `json:"file"`
	Line     int64    `json:"line"`
	Offset   int64    `json:"offset"` // of the first byte concerned, in the file
	Length   int64    `json:"length"` // bytes concerned
	SHA256   string   `json:"sha256"` // of those bytes, in hex
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	Action   Action   `json:"action"`
	ID       string   `json:"id"` // of the call, or of the record; "" if none
	Message  string   `json:"message"`

	// Number is that of the message concerned, from 1, where a line holds a whole
	// conversation; 0 if it is none or more than one.
	Number int `json:"number,omitempty"`

	// Column and EndColumn are where those bytes begin and end in their line, in
	// code points from 1; the end is the first that does not belong to them. 0 is
	// unknown: stages leave them to a program that can look into the file.
	Column    int64 `json:"column,omitempty"`
	EndColumn int64 `json:"end_column,omitempty"`
}

// Open reports whether the finding is an error that is left in the output.
func (f Finding) Open() bool { return f.Severity == Error && f.Action == Keep }

// Counts reports whether the finding makes a check fail.
func (f Finding) Counts() bool { return f.Severity != Info }
