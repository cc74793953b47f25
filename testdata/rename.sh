# rename.sh PATH: give the module a home, such as example.org/tools, so that go
# install and imports find it there.
set -eu
case $1 in *[!A-Za-z0-9./_-]* | '') echo "usage: rename.sh example.org/PATH" >&2; exit 2 ;; esac
old=$(go list -m)
go mod edit -module "$1"
for module in tools beam; do
	(cd $module && go mod edit -module "$1/$module" -droprequire "$old" -dropreplace "$old" -require "$1@v0.0.0" -replace "$1=../")
done
find . -name '*.go' -exec sed -i.renamed "s|\"$old/|\"$1/|; s|\"$old\"|\"$1\"|; s|-X $old/|-X $1/|" {} +
sed -i.renamed "s|-X $old/|-X $1/|" Makefile
sed -i.renamed "s|https://example.org/tools tr-tools|https://$1 tr-tools|; s|https://$old tr-tools|https://$1 tr-tools|" README.md INSTALL.md
find . -name '*.renamed' -exec rm {} +
gofmt -w $(find . -name '*.go') # imports are sorted by path
