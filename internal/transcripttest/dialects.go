package transcripttest

import (
	"regexp"
	"strings"
)

// Dialect is a format, or one of the layouts that a format is written in.
type Dialect struct {
	Name   string
	Render func([]Event) []Line
	// Threads returns what the format's readers would send: the main thread for
	// each kind of reader, the newest last but for the sidechains behind it.
	Threads func(data []byte) []Thread
	// Rule says whether the provider accepts a history.
	Rule func([]Item) error
	// Extra has the kinds that the format can hold beyond messages, and "s" for
	// sidechains.
	Extra string

	Linked  bool // records name their parent
	Unique  bool // a call id may occur once in a request
	Single  bool // one call a message
	Inside  bool // a whole conversation on one line
	NoID    bool // calls have no ids: tools are told apart by name
	Session bool // a client's session file
	Blocks  bool // results are blocks of a message
	Inline  bool // a call and its result are one element
	Free    bool // nothing is said about pairs
	Log     bool // what a record means depends on others: none is taken out
	Ordered bool // nothing but its place tells whose result a turn is
	Parts   bool // the model's records in a row are parts of one message
	Apart   bool // every text and every call of the model is a message of its own
}

// What the APIs take of ids and names, in rules of several dialects.
var (
	anthropicNames = named(wordID, shortName)
	converseNames  = named(shortWord, shortWord)
	claudeRule     = takes(ruleBlocks, anthropicNames, prompted)
	itemNames      = named(regexp.MustCompile(`^(?s:.{0,64})$`), regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`))
	neutralNames   = named(nil, someName)
)

// All are the dialects.
func All() []Dialect {
	return []Dialect{
		{Name: "claude-serial", Render: renderClaude(false), Threads: readClaude(true), Rule: claudeRule, Extra: "C@Ps", Linked: true, Unique: true, Session: true},
		{Name: "claude-fan", Render: renderClaude(true), Threads: readClaude(false), Rule: claudeRule, Extra: "C@Ps", Linked: true, Unique: true, Session: true},
		{Name: "anthropic", Render: renderBlocks(anthropicShape), Threads: one(readAnthropic), Rule: takes(ruleBlocks, anthropicNames, filled, prefilled), Unique: true, Blocks: true},
		{Name: "converse", Render: renderBlocks(converseShape), Threads: one(readConverse), Rule: takes(ruleBlocks, converseNames, always), Unique: true, Blocks: true},
		{Name: "gemini", Render: renderBlocks(geminiShape), Threads: one(readGemini), Rule: takes(ruleCount, respondsByName, filled, neutralNames), Blocks: true},
		{Name: "gemini-no-id", Render: renderBlocks(geminiNoIDShape), Threads: one(readGemini), Rule: takes(ruleCount, respondsByName, filled), Blocks: true, NoID: true},
		{Name: "openai-chat", Render: renderChat(modernChat), Threads: one(readChat), Rule: takes(ruleRun, speaks, neutralNames)},
		{Name: "openai-flat", Render: renderChat(flatChat), Threads: one(readChat), Rule: takes(ruleRun, speaks, neutralNames)},
		{Name: "openai-legacy", Render: renderChat(legacyChat), Threads: one(readChat), Rule: takes(ruleRun, speaks), Single: true, NoID: true},
		{Name: "openai-responses", Render: renderResponses, Threads: one(readResponses), Rule: takes(ruleItems, itemNames), Unique: true, Parts: true},
		{Name: "codex", Render: renderCodex(false), Threads: readCodex, Rule: takes(ruleItems, itemNames), Extra: "CBT", Unique: true, Session: true, Parts: true},
		{Name: "codex-ordinal", Render: renderCodex(true), Threads: readCodex, Rule: takes(ruleItems, itemNames), Extra: "CBT", Unique: true, Session: true, Parts: true},
		{Name: "pi", Render: renderPi(true), Threads: readPi, Rule: takes(ruleRun, neutralNames), Extra: "C@", Linked: true, Session: true},
		{Name: "pi-v1", Render: renderPi(false), Threads: readPi, Rule: takes(ruleRun, neutralNames), Extra: "C", Session: true},
		{Name: "langchain", Render: renderMessages(langchainShape), Threads: one(readLangchain), Rule: takes(ruleRun, neutralNames)},
		{Name: "langchain-lc", Render: renderMessages(constructorShape), Threads: one(readLangchain), Rule: takes(ruleRun, neutralNames)},
		{Name: "ai-sdk", Render: renderBlocks(aiSDKShape), Threads: one(readAISDK), Rule: takes(ruleRun, neutralNames), Blocks: true},
		{Name: "goose", Render: renderBlocks(gooseShape), Threads: one(readGoose), Rule: takes(ruleGoose, neutralNames), Session: true, Blocks: true, Parts: true},
		{Name: "kiro", Render: renderBlocks(kiroShape), Threads: one(readKiro), Rule: takes(ruleRun, neutralNames), Session: true, Blocks: true},
		{Name: "copilot-cli", Render: numbered(headed(copilotHeader, renderCopilot)), Threads: one(readCopilot), Rule: takes(ruleRun, neutralNames), Extra: "C", Session: true},
		{Name: "ai-sdk-ui", Render: renderInline(uiShape), Threads: one(readUI), Rule: takes(ruleInline, neutralNames), Inline: true},
		{Name: "opencode", Render: renderInline(openCodeShape), Threads: one(readOpenCode), Rule: ruleNone, Inline: true, Free: true},
		{Name: "entire", Render: renderInline(entireShape), Threads: one(readEntire), Rule: ruleNone, Inline: true, Free: true},
		{Name: "cursor", Render: renderInline(cursorShape), Threads: one(readCursor), Rule: ruleNone, Inline: true, Free: true, NoID: true},
		{Name: "gemini-cli", Render: headed(geminiCLIHeader, renderInline(geminiCLIShape)), Threads: one(readGeminiCLI), Rule: ruleTurns, Inline: true, Free: true, Log: true, Session: true},
		{Name: "kimi-code", Render: headed(kimiHeader, renderEvents(kimiShape)), Threads: one(readKimi), Rule: ruleNone, Free: true, Log: true, Session: true},
		{Name: "qwen-code", Render: renderQwen, Threads: one(readQwen), Rule: ruleNone, Linked: true, Free: true, Log: true, Session: true},
		{Name: "kiro-ide", Render: renderEvents(kiroIDEShape), Threads: one(readKiroIDE), Rule: ruleNone, Free: true, Session: true, Parts: true},
		{Name: "tau2", Render: renderEvents(tau2Shape), Threads: one(readTau2), Rule: ruleNone, Free: true},
		{Name: "sharegpt", Render: renderMessages(shareShape), Threads: one(readShare), Rule: ruleSlots, Single: true, NoID: true, Ordered: true},
		{Name: "conv-messages", Render: inside("messages", renderChat(modernChat)), Threads: one(readInside("messages", chatItem)), Rule: label(ruleRun), Inside: true},
		{Name: "conv-anthropic", Render: inside("messages", renderBlocks(anthropicShape)), Threads: one(readInside("messages", anthropicItem)), Rule: label(ruleBlocks), Unique: true, Inside: true, Blocks: true},
		{Name: "conv-contents", Render: inside("contents", renderBlocks(geminiShape)), Threads: one(readInside("contents", geminiItem)), Rule: takes(label(ruleCount), respondsByName), Inside: true, Blocks: true},
		{Name: "conv-input", Render: inside("input", renderResponses), Threads: one(readInside("input", responsesItem)), Rule: label(ruleItems), Unique: true, Inside: true, Parts: true},
		{Name: "droid", Render: headed(droidHeader, numbered(renderBlocks(droidShape))), Threads: one(readDroid), Rule: takes(ruleBlocks, anthropicNames, filled), Unique: true, Session: true, Blocks: true},
		{Name: "gemini-cli-turns", Render: headed(geminiCLIHeader, renderEvents(geminiTurnShape)), Threads: one(readGeminiCLI), Rule: ruleTurns, Free: true, Log: true, Session: true},
		{Name: "gemini-cli-set", Render: headed(geminiCLIHeader, renderEvents(geminiSetShape)), Threads: one(readGeminiCLI), Rule: ruleTurns, Free: true, Log: true, Session: true},
		{Name: "letta", Render: headed(lettaHeader, renderEvents(lettaShape)), Threads: one(readLetta), Rule: ruleNone, Free: true, Apart: true},
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

// Holds reports whether the format can hold a transcript.
func (d Dialect) Holds(events []Event) bool {
	for _, e := range events {
		if e.Side != "" && !strings.Contains(d.Extra, "s") || strings.ContainsRune("CBT@P", rune(e.Kind)) && !strings.ContainsRune(d.Extra, rune(e.Kind)) {
			return false
		}
		if d.Single && len(e.Refs) > 1 {
			return false
		}
	}
	return true
}

// Read returns the main thread as each kind of reader sends it, the newest
// last. Where an item stands in the file is left out.
func (d Dialect) Read(data []byte) [][]Item {
	var lists [][]Item
	for _, t := range d.Threads(data) {
		if t.Name != "" {
			continue
		}
		for i := range t.Items {
			t.Items[i].Lines = nil
		}
		lists = append(lists, t.Items)
	}
	return lists
}

// one makes Threads of a reader of files that have one thread.
func one(read func([]byte) []Item) func([]byte) []Thread {
	return func(data []byte) []Thread { return []Thread{{Items: read(data)}} }
}
