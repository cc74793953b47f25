package mend

import (
	"testing"

	"trtools/internal/transcripttest"
)

func TestMain(m *testing.M) { transcripttest.Main(m, 100) }
