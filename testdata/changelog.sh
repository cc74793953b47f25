# changelog.sh VERSION: give what is unreleased in CHANGELOG.md a version, such as 1.0.0.
set -eu
case $1 in *[!0-9.]* | '' | .* | *.) echo "usage: make changelog VERSION=1.0.0" >&2; exit 2 ;; esac
grep -q '^## Unreleased$' CHANGELOG.md || { echo "changelog: CHANGELOG.md has nothing that is unreleased" >&2; exit 1; }
sed -i.old "s/^## Unreleased\$/## $1/" CHANGELOG.md && rm CHANGELOG.md.old
