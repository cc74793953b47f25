// Repairs a list of messages before it is sent: a bare "messages" array in, a
// repaired one out.
//
//     node repair.mjs <messages.json
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns the messages with exactly one result for every tool call. */
export function repaired(messages) {
  const input = messages.map((m) => JSON.stringify(m) + "\n").join("");
  const run = spawnSync("tr-pair", ["--quiet"], { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  if (run.error) throw run.error;
  if (run.status > 1) throw new Error(run.stderr.trim()); // 1: an error is left that nobody can repair
  return run.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

if (import.meta.filename === process.argv[1]) {
  console.log(JSON.stringify(repaired(JSON.parse(readFileSync(0, "utf8")))));
}
