// Counts the tokens of texts with real tokenizers: o200k_base of OpenAI and the
// tokenizer that Anthropic published.
//
//   npm install gpt-tokenizer @anthropic-ai/tokenizer     (somewhere else)
//   node measure.mjs types [SEED [SIZE]] >types.jsonl     the samples here
//   node measure.mjs count <texts.jsonl >counted.jsonl    {"set","name","text"}
//   node measure.mjs sum o200k|claude <texts.jsonl        one number
//
// NODE_MODULES names the folder that the packages are in.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import path from "node:path";
import { samples } from "./types.mjs";

const require = createRequire(path.resolve(process.env.NODE_MODULES ?? "node_modules", "x.js"));

const counters = {
  claude() {
    const tokenizer = require("@anthropic-ai/tokenizer").getTokenizer();
    return (text) => tokenizer.encode(text.normalize("NFKC"), "all").length;
  },
  o200k() {
    const { countTokens } = require("gpt-tokenizer/encoding/o200k_base");
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
};

// A tokenizer takes long to load: what asks for one does not wait for the other.
const loaded = {};
const counter = (tokenizer) => (loaded[tokenizer] ??= counters[tokenizer]());

// A tokenizer takes quadratic time over a run without spaces: long texts are
// counted in pieces, which adds one token in a thousand at most.
const piece = 8192;

function* pieces(text) {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + piece);
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    yield text.slice(at, end);
    at = end;
  }
}

function countWith(tokenizer, text) {
  let sum = 0;
  for (const p of pieces(text)) sum += counter(tokenizer)(p);
  return sum;
}

function count(sample) {
  for (const tokenizer of Object.keys(counters)) sample[tokenizer] = countWith(tokenizer, sample.text);
  return sample;
}

const [command, seed = "1", size = "3000"] = process.argv.slice(2);
if (command === "types") {
  for (const s of samples(Number(seed), Number(size))) console.log(JSON.stringify(count(s)));
} else if (command === "count") {
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(count(JSON.parse(line))));
} else if (command === "sum") {
  let sum = 0;
  for await (const line of createInterface({ input: process.stdin })) sum += countWith(seed, JSON.parse(line).text);
  console.log(sum);
} else {
  console.error("usage: node measure.mjs types [SEED [SIZE]] | count <texts.jsonl | sum TOKENIZER <texts.jsonl");
  process.exit(2);
}
