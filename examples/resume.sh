# Repairs the newest session of this directory, then resumes it with its client:
#
#     . resume.sh
#     resume claude        # or codex, or pi; more arguments go to the client
#
# A session that cannot be repaired whole is named, and the client is not started.

# claude_name makes a directory's name the one that Claude Code has for it: every character is
# a dash but ASCII letters and digits, and two dashes where UTF-16 needs two units.
claude_name() {
	LC_ALL=C tr -d '\200-\277' | LC_ALL=C sed "s/[$(printf '\360-\367')]/--/g; s/[^A-Za-z0-9]/-/g"
}

# newest_session CLIENT prints the newest session that CLIENT has of this directory.
newest_session() {
	case $1 in
	claude)
		dir=${CLAUDE_CONFIG_DIR:-$HOME/.claude}/projects/$(pwd -P | claude_name)
		find "$dir" -maxdepth 1 -name '*.jsonl' -exec ls -t {} + 2>/dev/null | head -n 1 ;;
	pi)
		dir=${PI_CODING_AGENT_DIR:-$HOME/.pi/agent}/sessions/--$(pwd -P | sed 's|^/||; s|[/\\:]|-|g')--
		find "$dir" -maxdepth 1 -name '*.jsonl' -exec ls -t {} + 2>/dev/null | head -n 1 ;;
	codex)
		# The first line of a session names its directory; the names sort by time.
		find "${CODEX_HOME:-$HOME/.codex}/sessions" -name 'rollout-*.jsonl' 2>/dev/null | sort -r |
			while IFS= read -r file; do
				if head -n 1 "$file" | grep -qF "\"cwd\":\"$(pwd -P)\""; then
					printf '%s\n' "$file"
					break
				fi
			done ;;
	*)
		echo "resume: unknown client: $1" >&2
		return 2 ;;
	esac
}

resume() {
	client=$1
	file=$(newest_session "$client") || return
	shift
	if [ -z "$file" ]; then
		echo "resume: no session of $client in this directory" >&2
		return 1
	fi
	tr-pair -w "$file" || return
	case $client in
	claude) claude --continue "$@" ;;
	pi) pi --continue "$@" ;;
	codex) codex resume --last "$@" ;;
	esac
}
