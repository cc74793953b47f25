package tokens

import (
	"strings"
	"testing"
)

var sampleText = []byte(strings.Repeat("func (s *Server) handle(w http.ResponseWriter, r *http.Request) error { // it answers\\n\\treturn nil }\\n", 200))

func BenchmarkJSON(b *testing.B) {
	b.SetBytes(int64(len(sampleText)))
	for b.Loop() {
		Calibrated.JSON(sampleText)
	}
}

func BenchmarkJSONOneLane(b *testing.B) {
	b.SetBytes(int64(len(sampleText)))
	for b.Loop() {
		steps.walk(sampleText, begin)
	}
}
