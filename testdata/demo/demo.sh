#!/bin/sh
# Repairs a sample session in front of the reader. $1 is the folder with the
# commands.
set -eu
bin=$(cd "$1" && pwd)
samples=$(cd "$(dirname "$0")/../samples" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$samples"/*.jsonl "$samples"/*.txt "$dir"
cd "$dir"
PATH=$bin:$PATH

say() { printf '\n'; printf '# %s\n' "$@"; }
show() {
	printf '$ %s\n' "$*"
	"$@" 2>&1 || printf '(exit status %s)\n' "$?"
}

say 'A Claude Code session that the API answers with a 400 for ever: one result' \
	'of two parallel calls was lost, and the last line was cut off. What is wrong?'
show tr-pair --check session.jsonl
say 'Repair it. The old file is kept.'
show tr-pair --write session.jsonl
say 'Nothing is left to repair, and healthy files are never touched.'
show tr-pair --check session.jsonl
say 'The same for messages of a chat API: a result stands behind a user message.'
show tr-pair --diff chat.jsonl
say 'A dataset of conversations, one a line, in CI:'
show tr-pair --check --format github dataset.jsonl
say 'Before a request, the history of an agent loop goes through a pipe:'
printf '$ tr-microcompact loop.jsonl | tr-budget | tr-pair | wc -c\n'
tr-microcompact loop.jsonl | tr-budget --spill-dir spill | tr-pair | wc -c
say 'After an error: which one is it? And the history that fits again.'
show tr-classify --text error.txt
printf '$ tr-classify --error-file error.txt loop.jsonl | tr-recover | wc -c\n'
tr-classify -q --error-file error.txt loop.jsonl | tr-recover --spill-dir spill | wc -c
