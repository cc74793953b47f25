# release.sh VERSION: give what is unreleased a version, such as 1.0.0: its heading in
# CHANGELOG.md, a commit, a tag, and in dist/ what the release publishes.
set -eu
case $1 in *[!0-9.]* | '' | .* | *.) echo "usage: make release VERSION=1.0.0" >&2; exit 2 ;; esac
[ -z "$(git status --porcelain)" ] || { echo "release: commit first" >&2; exit 1; }
sh testdata/changelog.sh "$1"
git commit -qam "Version $1"
git tag -a "v$1" -m "Version $1"
"${MAKE:-make}" dist VERSION="v$1"
