package recover

// PayloadNotice tells the model what to do about the size of its requests.
const PayloadNotice = "[SYSTEM NOTICE - PAYLOAD LIMIT HIT] A proxy/gateway rejected the previous request due to body size. " +
	"History was compacted to recover. Going forward: (1) when reading files, prefer targeted reads with line ranges " +
	"(e.g. sed -n '100,200p' file, or read_file with offset+limit) instead of entire files; " +
	"(2) prefer grep/ripgrep with specific patterns over full-file reads; " +
	"(3) a large file read before is kept in full at the path shown in the tool-result preview: " +
	"re-read ranges from that file rather than repeating the read; " +
	"(4) summarize findings incrementally rather than accumulating raw tool output."

// DroppedNotice tells the model that a part of the history is gone. Requests
// that are left may be done already: agents have been seen to do the first one
// again.
const DroppedNotice = "[SYSTEM NOTICE - HISTORY SHORTENED] Older messages of this conversation were dropped to make the request fit. " +
	"Requests in the messages that remain may have been carried out already."

// Continuation asks for the rest of an answer that was cut off.
const Continuation = "Your response was cut off at the token limit. " +
	"Resume DIRECTLY from where you stopped -- do not repeat any content. " +
	"Continue the implementation or explanation from the exact point of interruption."

// How the notices begin: that is how they are found again.
const (
	payloadStart = "[SYSTEM NOTICE - PAYLOAD LIMIT HIT]"
	droppedStart = "[SYSTEM NOTICE - HISTORY SHORTENED]"
)
