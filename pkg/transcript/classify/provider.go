package classify

import "strings"

// providerHints name the sender of an error whose rule fits many. Gateways come
// before the providers they pass on.
var providerHints = []struct {
	provider Name
	keys     string
}{
	{"openrouter", "openrouter"},
	{"bedrock", "bedrock|validationexception|throttlingexception|converse operation|conversestream|invokemodel"},
	{"azure", "azure|aiservices|cognitiveservices"},
	{"gemini", "generativelanguage|aiplatform|vertex|gemini|resource_exhausted|invalid_argument|google"},
	{"copilot", "copilot|capierror"},
	{"groq", "groq"},
	{"mistral", "mistral"},
	{"deepseek", "deepseek"},
	{"moonshot", "moonshot|kimi"},
	{"minimax", "minimax"},
	{"dashscope", "dashscope|aliyun|alibaba|internalerror.algo|qwen"},
	{"zhipu", "bigmodel|zhipu|z.ai|glm-"},
	{"xai", "x.ai|grok"},
	{"cohere", "cohere"},
	{"together", "together"},
	{"fireworks", "fireworks"},
	{"cerebras", "cerebras"},
	{"sambanova", "sambanova"},
	{"perplexity", "perplexity|pplx"},
	{"huggingface", "huggingface|hugging face"},
	{"nvidia", "nvidia|tensorrt|nemotron"},
	{"vllm", "vllm|max_model_len"},
	{"sglang", "sglang"},
	{"ollama", "ollama"},
	{"lmstudio", "lm studio|lmstudio"},
	{"llama.cpp", "llama.cpp|llama_|llama-server|n_ctx"},
	{"anthropic", "anthropic|claude|toolu_|overloaded_error"},
	{"openai", "openai|chatgpt|codex|gpt-"},
	{"litellm", "litellm"},
	{"cloudflare", "cloudflare|cf-ray"},
	{"nginx", "nginx|openresty"},
}

// providerOf guesses who sent a text, "" if nothing says so.
func providerOf(low string) Name {
	for _, h := range providerHints {
		if holdsOne(low, strings.Split(h.keys, "|")...) {
			return h.provider
		}
	}
	return ""
}
