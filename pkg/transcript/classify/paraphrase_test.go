package classify

import (
	"fmt"
	"strings"
	"testing"
)

// The parts of a sentence that says that more was sent than there is. Every
// combination is English, and none of them is the sentence of a provider.
var (
	sentSubjects = []string{
		"prompt", "your prompt", "the input", "Input tokens", "this request", "The conversation", "messages", "Message history",
		"chat history", "the context", "Total tokens", "Prompt tokens", "The requested tokens", "number of tokens",
		"Token count", "input sequence", "the full prompt", "the transcript", "your session", "The thread",
	}
	sentSizes = []string{"", " (140000 tokens)", " of 140000 tokens", " with 140,000 tokens", " [140000]", ": 140000"}
	overVerbs = []string{
		"exceeds", "exceed", "exceeded", "is over", "are above", "goes over", "surpasses", "is longer than", "is larger than",
		"is greater than", "is bigger than", "does not fit in", "will not fit into", "is beyond", "has exceeded", "would exceed",
		"is too long for", "is too large for", "overflows",
	}
	limitsNamed = []string{
		"the context window", "the model's context window", "the maximum context length", "the context length of 131072",
		"the 131072 token limit", "the limit of 131072 tokens", "the maximum of 131,072 tokens", "max_model_len (131072)",
		"the 131072-token context window", "the available context", "the token limit", "the model's maximum input length",
		"the model's 131072 token context limit", "the maximum input tokens (131072)", "the configured context size (131072)",
	}
)

// countedForms are sentences with both numbers, in other shapes.
var countedForms = []string{
	"Maximum context length is {L} tokens; you sent {A}",
	"{A} tokens used, {L} allowed",
	"{A} tokens requested, but only {L} available",
	"{L} tokens allowed, {A} requested",
	"limit {L} tokens, requested {A} tokens",
	"token limit: {L}, prompt tokens: {A}",
	"prompt tokens: {A}, context window: {L}",
	"context length {L} exceeded: got {A} tokens",
	"context window exceeded ({A} > {L})",
	"context window exceeded: {A}/{L} tokens",
	"too many tokens: {A} (max {L})",
	"too many tokens ({A}), the maximum is {L}",
	"too many input tokens: {A} > {L}",
	"prompt too long: {A} tokens, limit {L}",
	"prompt is too long ({A} tokens). Limit is {L}.",
	"input too large: got {A} tokens but the model accepts at most {L}",
	"input has {A} tokens, model maximum is {L}",
	"request has {A} tokens but the limit is {L}",
	"request of {A} tokens is over the {L} limit",
	"this model accepts {L} tokens, the prompt has {A}",
	"the model only supports {L} tokens but the request contains {A} tokens",
	"requested {A} tokens, context size is {L}",
	"got {A} prompt tokens, expected at most {L}",
	"expected at most {L} tokens, got {A}",
	"at most {L} tokens are supported, {A} were given",
	"used {A} of {L} tokens in the context window",
	"n_tokens = {A} is larger than n_ctx = {L}",
	"num_tokens={A} exceeds max_seq_len={L}",
	"prompt_len={A} > max_len={L}",
	"input_tokens ({A}) > context_window ({L})",
	"The prompt contains {A} tokens. The limit for this model is {L} tokens.",
	"Your conversation is {A} tokens long. This model can only read {L} tokens.",
	"The total of {A} tokens is more than the {L} tokens this model can handle",
	"Context overflow: {A} tokens in a window of {L}",
	"Cannot process {A} tokens: context window is {L}",
	"Request would use {A} tokens, more than the {L} token window",
	"The model's limit is {L} tokens, your input was {A} tokens",
	"Estimated {A} input tokens exceed the {L} token budget of the model",
	"max tokens exceeded: {A} > {L}",
	"tokens: {A}, maximum context: {L}",
}

// spelled are ways to write the two numbers.
var spelled = []struct{ name, sent, limit string }{
	{"digits", "140000", "131072"},
	{"commas", "140,000", "131,072"},
	{"spaces", "140 000", "131 072"},
	{"thousands", "140k", "131k"},
	{"underscores", "140_000", "131_072"},
}

func overflowSentences() (all []labelled) {
	limit, sent := 131072.0, 140000.0
	n := 0
	for i, subject := range sentSubjects {
		for j, size := range sentSizes {
			for k, verb := range overVerbs {
				for l, bound := range limitsNamed {
					if n++; (i*3+j*5+k*7+l*11)%29 != 0 {
						continue
					}
					s := labelled{id: fmt.Sprint(n), text: subject + size + " " + verb + " " + bound, label: ContextOverflow, shrink: true}
					if strings.ContainsAny(bound, "1") {
						s.limit = &limit
					}
					if size != "" {
						s.actual = &sent
					}
					all = append(all, s)
				}
			}
		}
	}
	return all
}

func countedSentences() (all []labelled) {
	for i, form := range countedForms {
		for _, s := range spelled {
			limit, sent := float64(*parseTokens(s.limit)), float64(*parseTokens(s.sent))
			text := strings.NewReplacer("{A}", s.sent, "{L}", s.limit).Replace(form)
			all = append(all, labelled{id: fmt.Sprintf("%d %s", i, s.name), text: text, label: ContextOverflow, shrink: true, limit: &limit, actual: &sent})
		}
	}
	return all
}

// What is said of a size and a limit must not depend on the words that say it.
func TestParaphrases(t *testing.T) {
	for name, all := range map[string][]labelled{"named": overflowSentences(), "counted": countedSentences()} {
		for envelope, wrap := range envelopesAndNone() {
			s := newScore()
			for i := range all {
				if testing.Short() && i%9 != len(envelope)%9 || envelope != "" && i%5 != len(envelope)%5 {
					continue
				}
				l := all[i]
				l.id, l.text = l.text, wrap(l.text)
				s.add(&l)
			}
			for _, got := range []struct {
				what string
				share
				goal float64
			}{{"recall", s.shrinkRecall, 0.98}, {"limit", s.limit.read, 0.95}, {"actual", s.actual.read, 0.95}} {
				if float64(got.n) < got.goal*float64(got.of) {
					t.Errorf("%s, envelope %q: %s %v\n%s", name, envelope, got.what, got.share, strings.Join(s.mistakes[:min(len(s.mistakes), 400)], "\n"))
				}
			}
		}
	}
}

func envelopesAndNone() map[string]func(string) string {
	all := map[string]func(string) string{"": func(s string) string { return s }}
	for name, wrap := range envelopes {
		all[name] = wrap
	}
	return all
}
