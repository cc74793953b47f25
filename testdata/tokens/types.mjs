// Samples of the kinds of text that tool results hold, made from random
// numbers. Every sample has about `size` characters.
import { lines, random } from "./random.mjs";
import { code } from "./code.mjs";
import { prose } from "./prose.mjs";

const HEX = "0123456789abcdef";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE64 = LETTERS + "0123456789+/";

const nouns = ["server", "client", "cache", "index", "parser", "token", "buffer", "report", "config", "handler",
  "session", "worker", "queue", "record", "schema", "router", "metric", "plugin", "invoice", "customer"];
const verbs = ["load", "write", "merge", "parse", "render", "fetch", "update", "delete", "check", "resolve"];
const names = ["Anna", "Boris", "Chen", "Dolores", "Emeka", "Fatima", "Goran", "Hana", "Ivan", "Jorge"];

const makers = {
  "ls -la": (r) => lines(60, () => `${r.of(["-rw-r--r--", "drwxr-xr-x", "-rwxr-xr-x"])} ${r.between(1, 9)} ${r.of(["root root", "deploy staff"])} ${String(r.int(900000)).padStart(8)} ${r.of(["Jan", "Mar", "Oct"])} ${String(r.between(1, 28)).padStart(2)} ${String(r.int(24)).padStart(2, "0")}:${String(r.int(60)).padStart(2, "0")} ${r.of(verbs)}_${r.of(nouns)}.${r.of(["go", "ts", "md", "py"])}`),
  "find": (r) => lines(60, () => `./${r.of(["src", "pkg", "internal"])}/${r.of(nouns)}/${r.of(nouns)}/${r.of(verbs)}-${r.of(nouns)}.${r.of(["test.ts", "go", "tsx"])}`),
  "grep": (r) => lines(45, () => `src/${r.of(nouns)}/${r.of(verbs)}.ts:${r.between(1, 900)}:  const ${r.of(nouns)} = ${r.of(verbs)}(${r.of(nouns)}.${r.of(nouns)});`),
  "JSON, indented": (r) => JSON.stringify(rows(r, 22), null, 2),
  "JSON, compact": (r) => JSON.stringify(rows(r, 40)),
  "JSON, numbers": (r) => JSON.stringify(Array.from({ length: 60 }, () => [r.int(1e6) / 1000, -r.int(1e6) / 1e5, r.int(1e9)])),
  "JSONL": (r) => lines(30, () => JSON.stringify(row(r))),
  "CSV": (r) => "id,name,amount,date,code\n" + lines(80, (i) => `${1000 + i},${r.of(names)},${r.int(100000) / 100},2026-0${r.between(1, 9)}-${r.between(10, 28)},${r.text(LETTERS.slice(0, 26), 3)}-${r.int(9999)}`),
  "CSV, numbers": (r) => lines(80, () => Array.from({ length: 7 }, () => (r.int(2e6) / 1e4 - 100).toFixed(4)).join(",")),
  "TSV": (r) => lines(70, () => [r.of(names), r.of(nouns), r.int(1e6), r.int(100) / 100].join("\t")),
  "HTML": (r) => "<!DOCTYPE html>\n<html>\n<body>\n" + lines(24, () => `  <div class="${r.of(nouns)}-${r.of(["row", "col-md-6", "item"])}" id="${r.of(nouns)}${r.int(99)}"><a href="/${r.of(nouns)}/${r.int(999)}?q=${r.of(verbs)}">${r.of(names)}</a><span style="color:#${r.text(HEX, 6)}">${r.int(99)}&nbsp;%</span></div>`) + "</body>\n</html>\n",
  "HTML, tables": (r) => lines(60, () => `<tr><td>${r.int(999)}</td><td>${r.of(names)}</td><td align="right">${r.int(1e5)}</td></tr>`),
  "SVG": (r) => lines(40, () => `<path d="M${r.int(500)}.${r.int(99)},${r.int(500)} C${r.int(90)}.${r.int(9)} ${r.int(400)} ${r.int(90)} ${r.int(90)}.5 l-${r.int(9)}.${r.int(99)} ${r.int(9)}z" fill="#${r.text(HEX, 6)}"/>`),
  "XML": (r) => lines(40, () => `    <entry key="${r.of(nouns)}.${r.of(verbs)}" value="${r.int(9999)}"><description>${r.of(verbs)} the ${r.of(nouns)}</description></entry>`),
  "YAML": (r) => lines(70, () => `  - name: ${r.of(verbs)}-${r.of(nouns)}\n    image: registry.example.com/${r.of(nouns)}:${r.int(9)}.${r.int(20)}.${r.int(9)}\n    replicas: ${r.between(1, 9)}`),
  "UUIDs": (r) => lines(70, () => uuid(r)),
  "hashes": (r) => lines(45, () => `${r.text(HEX, 64)}  ${r.of(verbs)}.tar.gz`),
  "base64": (r) => lines(45, () => r.text(BASE64, 76)),
  "base64, one line": (r) => r.text(BASE64, 3000),
  "hex dump": (r) => lines(45, (i) => `${(i * 16).toString(16).padStart(8, "0")}  ${Array.from({ length: 16 }, () => r.text(HEX, 2)).join(" ")}  |${r.text(LETTERS + "......", 16)}|`),
  "hex": (r) => r.text(HEX, 3000),
  "random letters": (r) => lines(40, () => r.text(LETTERS.slice(26), 70)),
  "capitals": (r) => lines(50, () => Array.from({ length: 8 }, () => r.of([...nouns, ...verbs]).toUpperCase()).join("_")),
  "numbers": (r) => lines(60, () => Array.from({ length: 8 }, () => r.int(1e7)).join(" ")),
  "table of numbers": (r) => lines(50, () => Array.from({ length: 6 }, () => String(r.int(1e5) / 100).padStart(11)).join("")),
  "log": (r) => lines(35, () => `2026-03-${r.between(10, 28)}T${r.between(10, 23)}:${r.between(10, 59)}:${r.between(10, 59)}.${r.between(100, 999)}Z ${r.of(["INFO", "WARN", "ERROR", "DEBUG"])} [${r.of(nouns)}-${r.int(9)}] ${r.of(verbs)} ${r.of(nouns)} took ${r.int(900)}ms request_id=${r.text(HEX, 16)}`),
  "access log": (r) => lines(30, () => `10.${r.int(255)}.${r.int(255)}.${r.int(255)} - - [12/Mar/2026:${r.between(10, 23)}:${r.between(10, 59)}:${r.between(10, 59)} +0000] "GET /api/${r.of(nouns)}/${r.int(9999)} HTTP/1.1" ${r.of([200, 304, 404])} ${r.int(99999)} "-" "Mozilla/5.0 (X11; Linux x86_64)"`),
  "stack trace": (r) => "Error: cannot " + r.of(verbs) + "\n" + lines(40, () => `    at ${r.of(nouns)}.${r.of(verbs)} (/srv/app/node_modules/${r.of(nouns)}/lib/${r.of(nouns)}.js:${r.int(900)}:${r.int(80)})`),
  "test output": (r) => lines(60, () => `${r.of(["ok  ", "--- FAIL:", "=== RUN  ", "PASS"])} Test${cap(r.of(verbs))}${cap(r.of(nouns))}/${r.of(nouns)}_${r.int(20)} (0.${r.int(99)}s)`),
  "markdown table": (r) => "| Name | Count | Share |\n|---|---:|---|\n" + lines(60, () => `| \`${r.of(verbs)}\` ${r.of(nouns)} | ${r.int(9999)} | **${r.int(99)}%** |`),
  "URLs": (r) => lines(40, () => `https://${r.of(nouns)}.example.org/${r.of(verbs)}/${r.text(LETTERS + "0123456789", 11)}?${r.of(nouns)}=${r.int(1e6)}&utm_source=${r.of(names)}`),
  "ANSI colours": (r) => lines(40, () => `\u001b[3${r.int(7)}m${r.of(verbs)}\u001b[0m \u001b[1m${r.of(nouns)}\u001b[22m \u001b[2K\r${r.int(100)}%`),
  "progress bars": (r) => lines(40, (i) => `${r.of(nouns)} ${"█".repeat(i % 30)}${"░".repeat(30 - (i % 30))} ${i}%`),
  "box drawing": (r) => lines(30, () => `├── ${r.of(nouns)}\n│   ├── ${r.of(verbs)}.go\n│   └── ${"─".repeat(12)}┐`),
  "rules": () => lines(30, (i) => "-=*#"[i % 4].repeat(60)),
  "spaces": (r) => lines(60, () => " ".repeat(r.between(4, 40)) + r.of(["}", "end", "]);", "|"])),
  "emoji": (r) => lines(30, () => Array.from({ length: 20 }, () => r.of(["😀", "👍🏽", "🎉", "🚀", "❤️", "👩‍💻", "🇩🇪", "✅", "🔥", "🐛"])).join("")),
  "emoji in text": (r) => lines(40, () => `${r.of(["✅", "❌", "⚠️", "🚀"])} ${r.of(verbs)} ${r.of(nouns)} ${r.of(["🎉", "🔥", ""])}`),
  "typographic marks": (r) => lines(40, () => `“${r.of(nouns)}” — ${r.of(names)}’s ${r.of(verbs)}… • ${r.of(nouns)} – ${r.int(99)} ‘${r.of(verbs)}’`),
  "arrows and symbols": (r) => lines(40, () => `${r.of(["→", "⇒", "≤", "≠", "↑"])} ${r.of(verbs)} ${r.of(["✓", "✗", "★", "☑", "✔"])} ${r.of(nouns)} ${r.of(["∑", "∞", "⌘", "■", "●"])}`),
  "accents": (r) => lines(40, () => Array.from({ length: 8 }, () => r.of(["café", "naïve", "über", "señor", "façade", "Łódź", "Šimůnek", "Åse", "coração", "École"])).join(" ")),
  "lockfile": (r) => lines(20, () => `"${r.of(nouns)}-${r.of(verbs)}@^${r.int(9)}.${r.int(20)}.0":\n  version "${r.int(9)}.${r.int(20)}.${r.int(9)}"\n  integrity sha512-${r.text(BASE64, 86)}==`),
  "escaped JSON": (r) => JSON.stringify(JSON.stringify(rows(r, 30))),
  "minified JS": (r) => "!function(" + Array.from({ length: 90 }, () => `${r.text("abcdefnrt", 1)}){var ${r.text("eoitn", 1)}=${r.text("abcn", 1)}.${r.of(verbs)}(${r.int(9)},"${r.of(nouns)}");return ${r.text("en", 1)}&&${r.text("tr", 1)}?${r.text("abc", 1)}[${r.int(99)}]:void 0}function ${r.text("abcdefghij", 2)}(`).join(""),
  "environment": (r) => lines(40, () => `${r.of(nouns).toUpperCase()}_${r.of(verbs).toUpperCase()}=${r.of(["/usr/local/bin:/usr/bin", "true", r.text(LETTERS, 24), String(r.int(9999))])}`),
  "control characters": (r) => lines(40, () => r.text("\u0000\u0001\u0002\u007f" + LETTERS, 60)),
};

const cap = (s) => s[0].toUpperCase() + s.slice(1);
const uuid = (r) => [8, 4, 4, 4, 12].map((n) => r.text(HEX, n)).join("-");
const row = (r) => ({ id: uuid(r), name: `${r.of(verbs)}_${r.of(nouns)}`, count: r.int(1e5), ok: r.int(2) === 0, tags: [r.of(nouns), r.of(nouns)], at: `2026-02-${r.between(10, 28)}T${r.between(10, 23)}:15:00Z` });
const rows = (r, n) => Array.from({ length: n }, () => row(r));

// samples yields every type once; with another seed the texts differ.
export function* samples(seed, size) {
  const fixed = { ...code, ...prose };
  for (const [name, make] of Object.entries(makers)) {
    let text = "";
    for (let i = 0; text.length < size && i < 50; i++) text += make(random(seed * 1000 + i));
    yield { set: "type", name, text: whole(text.slice(0, size)) };
  }
  for (const [name, text] of Object.entries(fixed)) yield { set: "type", name, text };
}

// whole drops half a surrogate pair at the end.
const whole = (s) => s.replace(/[\ud800-\udbff]$/, "");
