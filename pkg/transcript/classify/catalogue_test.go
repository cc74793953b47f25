package classify

import "testing"

// A line of a catalogue gives a text of some words to a key that no error has.
func TestEntries(t *testing.T) {
	for line, want := range map[string]bool{
		`    "413": "sorry, your request is too large",`: true, `  toolarge: 'sorry, your request is too large',`: true, `"exceeded.window" : "请求过长"`: true,
		`    "message": "sorry, your request is too large",`: false, `"error_message": "sorry, your request is too large",`: false, `"lasterror": "请求过长",`: false,
		`    'content-type': 'text/html; charset=utf-8',`: false, `    date: 'thu, 13 nov 2025 10:51:38 gmt',`: false, `"limit": 413,`: false, `the "413": "sorry, your request is too large"`: false,
		`    "413": "sorry, your request is too large"`: true, `    "413": "sorry", "414": 2`: false,
	} {
		if isEntry(line) != want {
			t.Errorf("%s: %t", line, !want)
		}
	}
}

// One text with a key, or two, may be the members of an error.
func TestCataloguedPlaces(t *testing.T) {
	const a, b, c, d = "\"e413\": \"Sorry, your «prompt is too long»\",\n", "\"e414\": \"Sorry, the page is lost\",\n", "\"e415\": \"Sorry, the server is tired\",\n", "{\n"
	for text, want := range map[string]bool{
		a: false, a + b: false, a + b + c: true, b + c + a: true, b + a + c: true, b + a + d + c: true, a + d + d + d + b + c: false, b + c + d + d + d + a: false,
		b + d + d + a + c: true, b + c + "message: «prompt is too long»\n" + b: false,
	} {
		vw, p := marked(t, text)
		if got := vw.isCatalogued(p); got != want {
			t.Errorf("%t: %s", got, text)
		}
	}
}

// A catalogue may be one line. A body is one, too.
func TestPackedCatalogues(t *testing.T) {
	const a, b, c, d = `"e413":"Your «prompt is too long»",`, `"e414":"Sorry, the page is lost",`, `"e415":"Sorry, the server is tired",`, `"e416":"Sorry, the range is odd",`
	for text, want := range map[string]bool{
		`{` + a + `"e":1}`: false, `{` + a + b + c + `"e":1}`: false, `{` + a + b + c + d + `"e":1}`: true, `{"r":{` + b + c + d + a + `"e":1}}`: true,
		`{` + b + c + d + b + `"message":"Your «prompt is too long»"}`: false, b + c + d + b + "\n" + a: false,
	} {
		vw, p := marked(t, text)
		if got := vw.isPacked(p); got != want {
			t.Errorf("%t: %s", got, text)
		}
	}
}
