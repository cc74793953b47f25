package outline

import "testing"

// wide holds every kind of token, opened and skipped.
const wide = `{"type":"user","message":{"content":[{"text":"a \"quoted\" word and \\ more than sixteen bytes"},-12.5e+3,` +
	`true,false,null,{},[]]},"a name of more than sixteen bytes":[1,{"x":"y","z":[0.5]}],"e":"\u00e9\\"}`

// Every prefix is cut off, and the error knows whether inside a string: tr-pair
// decides by it between a torn record and a raw line break.
func TestCut(t *testing.T) {
	var d Doc
	inside, escaped := false, false
	for n := range len(wide) {
		err, _ := d.Parse([]byte(wide[:n])).(*SyntaxError)
		if err == nil || !err.Cut || err.Offset != n || err.Inside != inside || !Cut([]byte(wide[:n])) {
			t.Fatalf("Parse(%q) = %+v, want Cut, Inside %v", wide[:n], err, inside)
		}
		switch c := wide[n]; {
		case escaped:
			escaped = false
		case inside && c == '\\':
			escaped = true
		case c == '"':
			inside = !inside
		}
	}
	if err := d.Parse([]byte(wide)); err != nil || Cut([]byte(wide)) {
		t.Error(err)
	}
}

// A number at the top may be complete at any digit; where it cannot be, it is
// cut and not wrong.
func TestCutNumber(t *testing.T) {
	var d Doc
	for text, cut := range map[string]bool{
		`-`: true, `1.`: true, `1e`: true, `1e-`: true, `1`: false, `-0`: false, `1.5`: false, `1e5`: false,
		`[1`: true, `[-`: true, `[1.`: true, `{"a":1e`: true, `{"a":1e5`: true,
	} {
		err, _ := d.Parse([]byte(text)).(*SyntaxError)
		if (err != nil) != cut || cut && (!err.Cut || err.Inside) || Cut([]byte(text)) != cut {
			t.Errorf("Parse(%q) = %+v, want cut: %v", text, err, cut)
		}
	}
}

// A text that is wrong before its end is not cut, even if it is cut as well.
func TestWrongBeforeCut(t *testing.T) {
	var d Doc
	for _, text := range []string{`{"a" "b`, `[1 "`, `{"a":x,"`, `{"x":[}"`, `]`, `trx`, `{"a":1}"`} {
		err, _ := d.Parse([]byte(text)).(*SyntaxError)
		if err == nil || err.Cut || err.Inside || Cut([]byte(text)) {
			t.Errorf("Parse(%q) = %+v, want no Cut", text, err)
		}
	}
}
