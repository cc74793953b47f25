package document_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"testing/iotest"

	"trtools/internal/document"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// TestFilter: lines and documents, in memory and as a stream that comes byte by byte, give
// the bytes and findings that the parts of this package give when each is called by itself.
func TestFilter(t *testing.T) {
	repair := document.Filter{Make: func(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) }, Mends: true}
	for _, d := range transcripttest.All() {
		for seed := range 3 {
			list := records(transcripttest.Damaged(d, uint64(seed)).Data)
			if !known(list) {
				continue
			}
			lines := append(bytes.Join(list, []byte("\n")), '\n')
			array := append(append([]byte("\xef\xbb\xbf[\n "), bytes.Join(list, []byte(",\n "))...), "\n]\n"...)
			for _, data := range [][]byte{lines, array, array[:len(array)-3]} {
				out, found, err := repair.Bytes(bytes.Clone(data))
				if err != nil {
					t.Fatal(err)
				}
				var streamed bytes.Buffer
				again, err := repair.Run(iotest.OneByteReader(bytes.NewReader(data)), &streamed)
				if err != nil || !bytes.Equal(out, streamed.Bytes()) || len(found) != len(again) {
					t.Errorf("%s: %v: %d findings and %q, as a stream %d and %q", d.Name, err, len(found), out, len(again), &streamed)
				}
			}
			repaired, _, _ := repair.Bytes(lines)
			document, found, _ := repair.Bytes(array)
			var elements []json.RawMessage
			err := json.Unmarshal(document, &elements)
			if err != nil || fmt.Sprintf("%s", elements) != fmt.Sprintf("%s", bytes.Split(bytes.TrimSpace(repaired), []byte("\n"))) || found[0].Code != transcript.BOM {
				t.Errorf("%s: %v: as lines\n%s, as an array\n%s", d.Name, err, repaired, document)
			}
		}
	}
}
