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
const o200k = require("gpt-tokenizer/encoding/o200k_base");
const claude = require("@anthropic-ai/tokenizer").getTokenizer();

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

function count(sample) {
  sample.o200k = sample.claude = 0;
  for (const p of pieces(sample.text)) {
    sample.o200k += o200k.countTokens(p, { disallowedSpecial: new Set() });
    sample.claude += claude.encode(p.normalize("NFKC"), "all").length;
  }
  return sample;
}

const [command, seed = "1", size = "3000"] = process.argv.slice(2);
if (command === "types") {
  for (const s of samples(Number(seed), Number(size))) console.log(JSON.stringify(count(s)));
} else if (command === "count") {
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(count(JSON.parse(line))));
} else if (command === "sum") {
  let sum = 0;
  for await (const line of createInterface({ input: process.stdin })) sum += count(JSON.parse(line))[seed];
  console.log(sum);
} else {
  console.error("usage: node measure.mjs types [SEED [SIZE]] | count <texts.jsonl | sum TOKENIZER <texts.jsonl");
  process.exit(2);
}
