package transcripttest

import "testing"

func TestMain(m *testing.M) { Main(m, 100) }
