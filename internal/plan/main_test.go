package plan

import (
	"testing"

	"trtools/internal/transcripttest"
)

func TestMain(m *testing.M) { transcripttest.Main(m, 100) }
