#!/bin/sh
# A stand-in API with a context window: it reads a history, and answers with a
# provider's error if that holds more than WINDOW tokens by the tokenizer TOKENIZER.
# The sizes of the requests go to $WORK/requests.
set -eu
here=$(dirname "$0")
cat >"$WORK/request"
size=$("$WORK/tokenfit" live "$WORK/request" | node "$here/measure.mjs" sum "$TOKENIZER")
echo "$size" >>"$WORK/requests"
[ "$size" -gt "$WINDOW" ] || exit 0
case $TOKENIZER in
claude) set -- 'prompt is too long: %d tokens > %d maximum' "$size" "$WINDOW" ;;
*) set -- "This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce the length of the messages." "$WINDOW" "$size" ;;
esac
# shellcheck disable=SC2059 # the format is the provider's sentence
printf "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"$1\"}}\n" "$2" "$3" >&2
exit 1
