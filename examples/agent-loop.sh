#!/bin/sh
# Sends a history to a model until it has answered, and mends it in between:
#
#     agent-loop.sh HISTORY COMMAND [ARG...]
#
# COMMAND sends one request. It gets the history as JSONL on standard input and, if it is set,
# the limit of the answer in $MAX_TOKENS. When the model has answered, it prints the message as
# one line in the history's format and exits 0; with another status all that it prints is the
# error. The answer is appended to HISTORY and printed.
#
# Before each request old results are shortened, large ones cut, and every call gets its
# result; full texts are kept in HISTORY.tool-results. Set TR_MAX_PAYLOAD to the limit of a
# proxy. After an error the history gets smaller where that helps, three times at most, or
# is sent again after a while. An answer that was cut is asked for again with twice the limit,
# up to $MAX_TOKENS_CAP, and after that continued. Status 1: there is no answer, the error is
# printed. HISTORY is only ever replaced as a whole.
set -u
if [ $# -lt 2 ]; then
	echo "usage: agent-loop.sh HISTORY COMMAND [ARG...]" >&2
	exit 2
fi
history=$1
shift
work=$(mktemp -d "$history.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

waits=0 raised=0 continued=0
: >"$work/verdicts" # since the model's last answer, as records of a transcript
[ -z "$(tail -c 1 "$history")" ] || echo >>"$history"

# stop MESSAGE... ends the loop without an answer.
stop() {
	echo "agent-loop: $*" >&2
	exit 1
}

# filter TOOL [OPTION...] edits the history. Status 1 tells of damage that stays as it is.
filter() {
	"$@" -q -w --no-backup "$history" || [ $? -eq 1 ] || stop "$1 failed"
}

prepare() {
	filter tr-microcompact
	filter tr-budget
	filter tr-pair
	if [ -n "${TR_MAX_PAYLOAD-}" ]; then
		filter tr-recover
	fi
}

# verdict OPTION... notes what tr-classify says of the last record of its input.
verdict() {
	tr-classify -q --only -o "$work/verdict" "$@" || stop "tr-classify failed"
	verdict=$(tail -n 1 "$work/verdict")
}

# of MEMBER prints a member of the verdict, nothing if it is null.
of() {
	printf '%s\n' "$verdict" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p' | grep -vx null
}

# rejected writes the history with the verdicts behind it: they tell how often it was mended.
rejected() {
	cat "$history" "$work/verdicts" >"$work/rejected" || exit 3
}

# recover makes the history smaller after the error, or ends the loop.
recover() {
	rejected
	if ! tr-recover -q --spill-dir "$history.tool-results" -o "$work/next" "$work/rejected"; then
		cat "$work/error" >&2
		exit 1
	fi
	mv "$work/next" "$history" || exit 3
}

# pause waits as long as the API says, or else twice as long as the last time.
pause() {
	seconds=$(of retry_after_s)
	[ -n "$seconds" ] || seconds=$((1 << waits))
	waits=$((waits + 1))
	if [ $waits -gt 6 ]; then
		cat "$work/error" >&2
		stop "$waits requests failed"
	fi
	sleep "$seconds"
}

# refused STATUS does what the error of a failed request asks for.
refused() {
	cat "$work/answer" >>"$work/error"
	[ -s "$work/error" ] || echo "unexpected EOF: status $1, and nothing said" >"$work/error"
	rejected
	verdict --error-file "$work/error" "$work/rejected"
	printf '{"type":"classification","classification":%s}\n' "$verdict" >>"$work/verdicts"
	case $(of action) in
	wait | retry) pause ;;
	*) recover ;;
	esac
}

# answered appends the answer to the history, and reports whether it is whole.
answered() {
	verdict --attempt $((raised + 1)) ${MAX_TOKENS:+--max-tokens $MAX_TOKENS} ${MAX_TOKENS_CAP:+--max-tokens-cap $MAX_TOKENS_CAP} "$work/answer"
	larger=$(of next_max_tokens)
	if [ -n "$larger" ]; then
		export MAX_TOKENS=$larger
		raised=$((raised + 1))
		return 1
	fi
	cat "$history" "$work/answer" >"$work/next" && mv "$work/next" "$history" || exit 3
	: >"$work/verdicts"
	cat "$work/answer"
	if [ "$(of class)" != output_truncated ] || [ $continued -eq 2 ]; then
		return 0
	fi
	continued=$((continued + 1))
	filter tr-recover --continue
	return 1
}

while prepare; do
	if "$@" <"$history" >"$work/answer" 2>"$work/error"; then
		answered && exit 0
	else
		refused $?
	fi
done
