package transcripttest

// Dialect is a format, or one of the layouts that a format is written in.
type Dialect struct {
	Name   string
	Render func([]Event) []Line
	// Read returns the histories that the format's readers would send: one, or
	// one for each kind of reader.
	Read func(data []byte) [][]Item
	// Rule says whether the provider accepts a history.
	Rule func([]Item) error

	Linked  bool // records name their parent
	Unique  bool // a call id may occur once in a request
	Single  bool // one call a message
	Inside  bool // a whole conversation on one line
	NoID    bool // calls have no ids: tools are told apart by name
	Session bool // a client's session file
	Blocks  bool // results are blocks of a message
}

// All are the dialects.
func All() []Dialect {
	return []Dialect{
		{Name: "claude-serial", Render: renderClaude(false), Read: readClaudeBoth, Rule: ruleBlocks, Linked: true, Unique: true, Session: true},
		{Name: "claude-fan", Render: renderClaude(true), Read: readClaudeNew, Rule: ruleBlocks, Linked: true, Unique: true, Session: true},
		{Name: "anthropic", Render: renderBlocks(anthropicShape), Read: one(readAnthropic), Rule: ruleBlocks, Unique: true, Blocks: true},
		{Name: "converse", Render: renderBlocks(converseShape), Read: one(readConverse), Rule: ruleBlocks, Unique: true, Blocks: true},
		{Name: "gemini", Render: renderBlocks(geminiShape), Read: one(readGemini), Rule: ruleCount, Blocks: true},
		{Name: "gemini-no-id", Render: renderBlocks(geminiNoIDShape), Read: one(readGemini), Rule: ruleCount, Blocks: true, NoID: true},
		{Name: "openai-chat", Render: renderChat(modernChat), Read: one(readChat), Rule: ruleRun},
		{Name: "openai-flat", Render: renderChat(flatChat), Read: one(readChat), Rule: ruleRun},
		{Name: "openai-legacy", Render: renderChat(legacyChat), Read: one(readChat), Rule: ruleRun, Single: true, NoID: true},
		{Name: "openai-responses", Render: renderResponses, Read: one(readResponses), Rule: ruleItems, Unique: true},
		{Name: "codex", Render: renderCodex(false), Read: one(readCodex), Rule: ruleItems, Unique: true, Session: true},
		{Name: "codex-ordinal", Render: renderCodex(true), Read: one(readCodex), Rule: ruleItems, Unique: true, Session: true},
		{Name: "pi", Render: renderPi(true), Read: one(readPi), Rule: ruleRun, Linked: true, Session: true},
		{Name: "pi-v1", Render: renderPi(false), Read: one(readPi), Rule: ruleRun, Session: true},
		{Name: "conv-messages", Render: inside("messages", renderChat(modernChat)), Read: one(readInside("messages", chatItem)), Rule: label(ruleRun), Inside: true},
		{Name: "conv-anthropic", Render: inside("messages", renderBlocks(anthropicShape)), Read: one(readInside("messages", anthropicItem)), Rule: label(ruleBlocks), Unique: true, Inside: true, Blocks: true},
		{Name: "conv-contents", Render: inside("contents", renderBlocks(geminiShape)), Read: one(readInside("contents", geminiItem)), Rule: label(ruleCount), Inside: true, Blocks: true},
		{Name: "conv-input", Render: inside("input", renderResponses), Read: one(readInside("input", responsesItem)), Rule: label(ruleItems), Unique: true, Inside: true},
	}
}

// Named returns a dialect. It panics if there is none.
func Named(name string) Dialect {
	for _, d := range All() {
		if d.Name == name {
			return d
		}
	}
	panic("transcripttest: no dialect " + name)
}

// Bytes renders a conversation in the notation as a file.
func (d Dialect) Bytes(notation string) []byte { return Join(d.Render(Parse(notation))) }

// one makes a Read of a reader.
func one(read func([]byte) []Item) func([]byte) [][]Item {
	return func(data []byte) [][]Item { return [][]Item{read(data)} }
}
