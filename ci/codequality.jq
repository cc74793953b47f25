# Findings of -f json as a GitLab code quality report: jq -s -f codequality.jq
map({
  description: .message,
  check_name: .code,
  fingerprint: ([.file, .code, .id, .sha256, .offset] | @json | @base64),
  severity: {error: "major", warning: "minor", info: "info"}[.severity],
  location: {path: .file, lines: {begin: ([.line, 1] | max)}}
})
