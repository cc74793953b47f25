package mend

import "strings"

// signatures are the beginnings of files that are no text in UTF-8, with what to
// do about each. Text in UTF-16 may lack its mark: then NUL bytes stand beside the
// first bracket.
var signatures = []struct{ begin, why string }{
	{"\xff\xfe\x00\x00", "file is UTF-32; convert it first: iconv -f UTF-32 -t UTF-8"},
	{"\x00\x00\xfe\xff", "file is UTF-32; convert it first: iconv -f UTF-32 -t UTF-8"},
	{"\xff\xfe", "file is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "file is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"},
	{"{\x00\"\x00", "file is UTF-16; convert it first: iconv -f UTF-16LE -t UTF-8"},
	{"[\x00{\x00", "file is UTF-16; convert it first: iconv -f UTF-16LE -t UTF-8"},
	{"\x00{\x00\"", "file is UTF-16; convert it first: iconv -f UTF-16BE -t UTF-8"},
	{"\x00[\x00{", "file is UTF-16; convert it first: iconv -f UTF-16BE -t UTF-8"},
	{"\x1f\x8b", "file is compressed; unpack it first: gzip -dc"},
	{"\x28\xb5\x2f\xfd", "file is compressed; unpack it first: zstd -dc"},
	{"\xfd7zXZ\x00", "file is compressed; unpack it first: xz -dc"},
	{"BZh", "file is compressed; unpack it first: bzip2 -dc"},
	{"PK\x03\x04", "file is an archive; unpack it first: unzip -p"},
	{"SQLite format 3\x00", "file is an SQLite database, not lines of JSON"},
}

// sniff returns what a file is whose first bytes no transcript has, and what to do
// about it, or "".
func sniff(first []byte) string {
	for _, s := range signatures {
		if strings.HasPrefix(string(first[:min(len(first), len(s.begin))]), s.begin) {
			return s.why
		}
	}
	return ""
}
