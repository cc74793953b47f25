package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
)

// geminiStep is a question, a message with n calls, one with their results, and an answer.
// A call or result has the id that call or result gives it, none where that is "".
func geminiStep(n int, call, result func(i int) string, left func(i int) bool) []byte {
	var calls, results []string
	id := func(id string) string { return strings.Replace(fmt.Sprintf(`"id":%q,`, id), `"id":"",`, "", 1) }
	for i := range n {
		calls = append(calls, fmt.Sprintf(`{"functionCall":{%s"name":"f%d","args":{}}}`, id(call(i)), i))
		if left(i) {
			results = append(results, fmt.Sprintf(`{"functionResponse":{%s"name":"f%d","response":{"output":"x"}}}`, id(result(i)), i))
		}
	}
	return []byte(`{"role":"user","parts":[{"text":"go"}]}` + "\n" +
		`{"role":"model","parts":[` + strings.Join(calls, ",") + "]}\n" +
		`{"role":"user","parts":[` + strings.Join(results, ",") + "]}\n" +
		`{"role":"model","parts":[{"text":"so"}]}` + "\n")
}

// However many calls a message has, each result is that of the call with its id, or, where
// one of the two has none, with its name.
func TestManyCallsLikeFew(t *testing.T) {
	none := func(int) string { return "" }
	own := func(i int) string { return fmt.Sprintf("c%d", i) }
	other := func(i int) string { return fmt.Sprintf("d%d", i) }
	half := func(i int) string { return map[bool]string{true: own(i)}[i%2 == 0] }
	for _, n := range []int{2, 15, 16, 17, 40} {
		for _, c := range []struct {
			name         string
			call, result func(int) string
			paired       bool
		}{
			{"ids on both", own, own, true}, {"on neither", none, none, true}, {"on calls", own, none, true}, {"on results", none, own, true},
			{"on half of the calls", half, own, true}, {"others", own, other, false},
		} {
			data := geminiStep(n, c.call, c.result, func(int) bool { return true })
			o := run(t, pair.Options{}, data)
			if healthy := len(o.findings) == 0; healthy != c.paired || healthy != (string(o.out) == string(data)) {
				t.Errorf("%d calls, %s: %d findings", n, c.name, len(o.findings))
			}
			o = run(t, pair.Options{}, geminiStep(n, c.call, c.result, func(i int) bool { return i != 1 }))
			missing := 0
			for _, f := range o.findings {
				if f.Code == "missing-result" {
					missing++
				}
			}
			if missing != 1 && c.paired {
				t.Errorf("%d calls, %s, without the second result: %d are missing", n, c.name, missing)
			}
		}
	}
}
