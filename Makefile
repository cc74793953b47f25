# Everything here needs Go and make only, except lint, dist and bench.

COMMANDS := $(notdir $(wildcard cmd/tr-*))
BUILD    := -trimpath -tags urfave_cli_no_docs
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
STATIC   := honnef.co/go/tools/cmd/staticcheck@v0.8.2
EPOCH    := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || echo 0))
PREFIX   ?= /usr/local
MUTANTS  := github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
ACTIONS  := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

# A tool of tools/, a module of its own, built and run where make runs.
tool = go build -C tools -o ../bin/tools/ ./$(1) && bin/tools/$(1)

.PHONY: pictures build demo test race scope lint fuzz search golden bench bench-check classify-report type-report freed-report mutate clients web beam install dist changelog release rename clean

build: ## build all commands into bin/
	@mkdir -p bin
	@test -e bin/tr-pair || echo 'building; the first time this compiles all libraries, which takes minutes'
	@for c in $(COMMANDS); do \
		go build $(BUILD) -ldflags '-s -w -X trtools/internal/cli.Version=$(VERSION)' -o bin/$$c ./cmd/$$c || exit 1; \
	done

demo: build ## repair a sample session in front of the reader
	@sh testdata/demo/demo.sh bin

test: ## all tests
	go test -timeout 30m ./...
	cd tools && go test -timeout 30m ./...
	go test -tags purego ./pkg/transcript/outline ./internal/preview

# Where goroutines or processes meet. The stages have none: that nothing which they
# share is written is shown by internal/cli, which runs them all at once. So of the commands'
# own tests only those with files, directories and other programs are run.
RACED = ./internal/atomicfile ./internal/cli ./internal/spool ./pkg/transcript \
	./pkg/transcript/chunk ./pkg/transcript/outline ./pkg/transcript/spill ./pkg/transcript/tokens

race: ## with the race detector, on smaller samples
	go test -race -short -timeout 30m $(RACED)
	go test -race -short -timeout 30m -run 'TestManyFiles|TestScripts/(chunk|io|write)_' .

scope: ## every transcript of up to EVENTS events with all that can happen to it: 6 takes minutes
	go test ./internal/pair -run 'TestSmallScope|TestCombinedDamage' -timeout 60m -v -scope.events=$(or $(EVENTS),5) -scope.cases=$(or $(CASES),600)

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATIC) ./...
	cd tools && go vet ./... && go run $(STATIC) ./...
	@dir=$$(mktemp -d) && mkdir -p $$dir/.git $$dir/.github/workflows && cp action.yml $$dir && \
		cp ci/github.yml $$dir/.github/workflows && (cd $$dir && go run $(ACTIONS)); \
		code=$$?; rm -rf $$dir; exit $$code

fuzz: ## every fuzz target, for FUZZTIME each
	sh testdata/fuzz.sh $(or $(FUZZTIME),30s)

search: ## properties, kills and damaged sessions with new seeds, for TIME seconds
	@sh testdata/search.sh $(or $(TIME),60)

pictures: ## draw the pictures of README anew, from what the commands show
	$(call tool,pictures)

vectors: ## write testdata/vectors anew; look at the difference before you commit it
	$(call tool,vectors)

mutate: ## change PKG in one place after the other and say what its tests do not notice
	@test -n "$(PKG)" || { echo 'usage: make mutate PKG=internal/mend' >&2; exit 2; }
	nice go run $(MUTANTS) unleash --workers 1 --output-statuses l ./$(PKG)

golden: ## write the golden files anew; look at the difference before you commit it
	go test ./... -update

bench: build ## speed as a ratio against other tools, in one run, into bench/RESULTS.md
	$(call tool,bench) -bin bin -results bench/RESULTS.md

bench-check: ## fails if twice the input takes more than twice the steps
	$(call tool,bench) -growth

type-report: ## precision of the types in previews on labelled sessions: FILES='a.jsonl b.jsonl'
	@test -n "$(FILES)" || { echo "usage: make type-report FILES='session.jsonl ...'" >&2; exit 2; }
	@$(call tool,typereport) $(FILES)

freed-report: ## what each option of tr-microcompact frees on sessions: FILES='a.jsonl b.jsonl'
	@test -n "$(FILES)" || { echo "usage: make freed-report FILES='session.jsonl ...'" >&2; exit 2; }
	@$(call tool,freedreport) $(FILES)

classify-report: ## precision and recall of tr-classify on a labelled file: FILE=errors.jsonl
	@test -n "$(FILE)" || { echo 'usage: make classify-report FILE=labelled.jsonl' >&2; exit 2; }
	@$(call tool,classifyreport) <"$(FILE)"

clients: build ## what real clients send of damaged sessions before and after tr-pair: CLIENTS=DIR of their scripts, ONLY=name, FILES='a.jsonl'
	@test -n "$(CLIENTS)" || { echo "usage: make clients CLIENTS=DIR [ONLY=name] [FILES='session.jsonl ...']" >&2; exit 2; }
	@$(call tool,clienttable) -clients "$(CLIENTS)" -pair bin/tr-pair -only "$(ONLY)" -lines $(or $(LINES),2) $(FILES)

web: ## dist/repair.html: a page that repairs sessions in a browser, in one file that needs no network
	@$(call tool,web) -version $(VERSION) dist/repair.html

beam: ## bin/beam/tr-beam: one filter over more files than one machine reads, on Apache Beam; its modules are fetched
	cd beam && go build -trimpath -o ../bin/beam/tr-beam .

install: build ## the commands, man pages and completions below DESTDIR/PREFIX
	@sh testdata/install.sh bin "$(DESTDIR)$(PREFIX)"

dist: ## everything that a release publishes, in dist/: SYSTEM=linux/amd64 for one system, URL=... for the formula
	$(call tool,dist) -version $(VERSION) -epoch $(EPOCH) -url "$(URL)" -only "$(SYSTEM)" dist

changelog: ## give what is unreleased in CHANGELOG.md a version: VERSION=1.0.0
	@sh testdata/changelog.sh "$(VERSION)"

release: ## all that a release needs: VERSION=1.0.0; its tests are those of .ci/run
	MAKE="$(MAKE)" sh testdata/release.sh "$(VERSION)"

rename: ## give the module a home: MODULE=example.org/tools
	sh testdata/rename.sh "$(MODULE)"

clean:
	rm -rf bin dist
