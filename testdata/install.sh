# install.sh BIN ROOT: copy the commands in BIN, and their man pages and
# completions, below ROOT.
set -eu
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
go run -C tools -trimpath ./manual "$pages"
put() { # put MODE DIRECTORY FILE...
	mode=$1 dir=$root/$2
	shift 2
	mkdir -p "$dir"
	for file; do install -m "$mode" "$file" "$dir"; done
}
root=$2
put 755 bin "$1"/tr-*
put 644 share/man/man1 "$pages"/man1/*
put 644 share/bash-completion/completions "$pages"/bash/*
put 644 share/zsh/site-functions "$pages"/zsh/*
put 644 share/fish/vendor_completions.d "$pages"/fish/*
put 644 share/tr-filters/powershell "$pages"/powershell/*
