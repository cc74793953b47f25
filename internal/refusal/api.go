package refusal

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"trtools/internal/dialect"
)

// API is a set of APIs.
type API uint16

const (
	Anthropic API = 1 << iota
	Bedrock
	OpenAIChat
	OpenAIResponses
	Gemini
	Mistral
	Moonshot
	DeepSeek
	// Other is any other one that takes messages of one of their shapes.
	Other

	chats = OpenAIChat | Mistral | Moonshot | DeepSeek
	every = Other<<1 - 1
)

// names are the APIs as --for calls them, in the order of their bits.
var names = []string{"anthropic", "bedrock", "openai-chat", "openai-responses", "gemini", "mistral", "moonshot", "deepseek", "other"}

// Names returns what --for may be.
func Names() []string { return names[:len(names)-1] }

// String lists the APIs of a set.
func (a API) String() string {
	var list []string
	for i, name := range names {
		if a>>i&1 == 1 {
			list = append(list, name)
		}
	}
	if a == every {
		return "every API"
	}
	return strings.Join(list, ", ")
}

// ParseTarget reads API or API/MODEL.
func ParseTarget(text string) (Target, error) {
	name, model, _ := strings.Cut(text, "/")
	for i, n := range Names() {
		if n == name {
			return Target{APIs: 1 << i, Model: strings.ToLower(model), Explicit: true}, nil
		}
	}
	return Target{}, fmt.Errorf("%q is none of %s", name, strings.Join(Names(), ", "))
}

// String names a target as --for does, "" where it is not one API.
func (t Target) String() string {
	if bits.OnesCount16(uint16(t.APIs)) != 1 || t.APIs == Other {
		return ""
	}
	name := names[bits.TrailingZeros16(uint16(t.APIs))]
	if t.Model == "" {
		return name
	}
	return name + "/" + t.Model
}

// sentAs returns the format whose rows hold for another one that keeps its messages.
func sentAs(format string) string {
	if format == "cline" {
		return "anthropic"
	}
	return format
}

// shapeOf returns the APIs that the messages of a format are sent to, 0 if they go to any.
func shapeOf(format string) API { return sentTo[sentAs(format)] }

var sentTo = map[string]API{
	"claude-code": Anthropic, "anthropic": Anthropic, "droid": Anthropic, "converse": Bedrock, "gemini": Gemini,
	"openai-responses": OpenAIResponses, "codex": OpenAIResponses, "openai-chat": chats,
}

// JudgedFor says for people for which API the messages of a format are judged where nobody
// says where they go: what is refused by each of those that it names is looked for.
func JudgedFor(r *dialect.Rules) string {
	switch to := shapeOf(r.Name); {
	case r.Name == "conversations":
		return "that of the messages"
	case r.Slots:
		return "its trainer"
	case to != 0 && r.Sent():
		return to.String()
	case r.Sent():
		return "that of its provider, or every API"
	case r.Judged() && !r.ReportOnly:
		return "none: its pairs alone"
	}
	return "none"
}

// shapes are the formats of messages as APIs take them.
var shapes = []string{"anthropic", "converse", "gemini", "openai-responses", "openai-chat"}

// Shapes reports whether a format is one of messages as an API takes them.
func Shapes(format string) bool { return slices.Contains(shapes, format) }

// Shape returns the format of the messages that a target takes, "" where that is not one.
func (t Target) Shape() string {
	for _, name := range shapes {
		if t.APIs != 0 && t.APIs&^shapeOf(name) == 0 {
			return name
		}
	}
	return ""
}

// providers are the APIs behind the names that pi and goose give them.
var providers = map[string]API{
	"anthropic":      Anthropic,
	"amazon-bedrock": Bedrock, "bedrock": Bedrock, "aws_bedrock": Bedrock,
	"openai": OpenAIResponses, "openai-codex": OpenAIResponses, "azure-openai-responses": OpenAIResponses,
	"google": Gemini, "google-vertex": Gemini, "google-gemini-cli": Gemini,
	"mistral":    Mistral,
	"moonshotai": Moonshot, "moonshot": Moonshot, "kimi-coding": Moonshot,
	"deepseek": DeepSeek,
}

// families are the APIs of models, by what their names begin with.
var families = []struct {
	name string
	api  API
}{
	{"claude", Anthropic}, {"opus", Anthropic}, {"sonnet", Anthropic}, {"haiku", Anthropic},
	{"gpt-oss", Other}, {"glm", Other}, {"qwen", Other}, {"minimax", Other}, {"grok", Other}, {"llama", Other}, {"gemma", Other}, {"step", Other},
	{"gpt", OpenAIChat}, {"chatgpt", OpenAIChat}, {"o1", OpenAIChat}, {"o3", OpenAIChat}, {"o4", OpenAIChat}, {"codex", OpenAIChat},
	{"gemini", Gemini}, {"kimi", Moonshot}, {"moonshot", Moonshot}, {"deepseek", DeepSeek}, {"mistral", Mistral}, {"magistral", Mistral},
	{"codestral", Mistral}, {"devstral", Mistral}, {"ministral", Mistral}, {"pixtral", Mistral},
}

// family returns the API of a model, 0 if the name tells none.
func family(model string) API {
	if i := strings.LastIndexByte(model, '/'); i >= 0 {
		model = model[i+1:]
	}
	for _, f := range families {
		if strings.HasPrefix(model, f.name) || f.api == Anthropic && strings.Contains(model, f.name) {
			return f.api
		}
	}
	return 0
}

// TargetOf says where a history of a format goes, as far as the file tells: model and
// provider are what its last message names, "" for nothing.
func TargetOf(format, provider, model string) Target {
	model = strings.ToLower(model)
	t := Target{APIs: shapeOf(format), Model: model}
	of := family(model)
	switch {
	case providers[provider] != 0:
		t.APIs = providers[provider]
	case t.APIs == 0 && format == plain && of != 0:
		t.APIs = of
	case t.APIs == 0:
		t.APIs = Other
	case t.APIs == chats && of&chats != 0:
		t.APIs = of
	case t.APIs == Anthropic && of != 0 && of != Anthropic:
		t.APIs = Other // a gateway that takes Anthropic's messages
	}
	return t
}
