package tokens

import (
	"strings"
	"testing"
)

var sampleText = []byte(strings.Repeat("func (s *Server) handle(w http.ResponseWriter, r *http.Request) error { // it answers\\n\\treturn nil }\\n", 200))

func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		newTable(true)
	}
}

func BenchmarkJSON(b *testing.B) {
	b.SetBytes(int64(len(sampleText)))
	for b.Loop() {
		Calibrated.JSON(sampleText)
	}
}

func BenchmarkJSONOneLane(b *testing.B) {
	b.SetBytes(int64(len(sampleText)))
	t := spelled.tabled()
	for b.Loop() {
		walk(t, sampleText, 0)
	}
}

func BenchmarkStepwise(b *testing.B) {
	b.SetBytes(int64(len(sampleText)))
	for b.Loop() {
		spelled.stepwise(sampleText)
	}
}
