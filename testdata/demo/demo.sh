#!/bin/sh
# Repairs a sample session in front of the reader. $1 is the folder with the
# commands.
set -eu
bin=$(cd "$1" && pwd)
samples=$(cd "$(dirname "$0")/../samples" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$samples"/*.jsonl "$dir"
cd "$dir"
PATH=$bin:$PATH

say() { printf '\n# %s\n' "$*"; }
show() {
	printf '$ %s\n' "$*"
	"$@" 2>&1 || printf '(exit status %s)\n' "$?"
}

say 'A Claude Code session that the API answers with a 400 for ever: one result'
say 'of two parallel calls was lost, and the last line was cut off. What is wrong?'
show tr-pair --check session.jsonl
say 'Repair it. The old file is kept.'
show tr-pair --write session.jsonl
say 'Nothing is left to repair, and healthy files are never touched.'
show tr-pair --check session.jsonl
say 'The same for messages of a chat API: a result stands behind a user message.'
show tr-pair --diff chat.jsonl
say 'A dataset of conversations, one a line, in CI:'
show tr-pair --check --format github dataset.jsonl
