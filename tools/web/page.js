// The page: takes files, has the worker repair one after the other, shows the findings.
"use strict";

const worker = startWorker();
const waiting = []; // files
let busy = true;    // until the worker has its program
let reading;        // the file that it works on

function startWorker() {
	const text = document.getElementById("worker").textContent;
	const w = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
	const packed = atob(document.getElementById("program").textContent.trim());
	const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
	w.onmessage = answered;
	w.onerror = (event) => answered({ data: { failed: event.message } });
	w.postMessage({ program: bytes }, [bytes.buffer]);
	return w;
}

function say(text) {
	document.getElementById("status").textContent = text;
}

function answered({ data }) {
	if (data.result) {
		say("");
		return show(data.result); // its strip follows
	}
	busy = false;
	if (data.failed) {
		say("That did not work: " + data.failed + ". The file is as it was; a smaller part of it, or tr-pair itself, may do.");
	} else if (data.strip) {
		document.querySelector("article").append(frame(data.strip, reading));
	}
	next();
}

// A run holds the file, the output, and what tr-pair knows of both: at most as many bytes
// for each byte of the file, with the program itself. A page cannot have more than 4 GiB.
const BYTES_FOR_A_BYTE = {{FACTOR}};
const PROGRAM_BYTES = 128 << 20;
const MOST_BYTES = 2 ** 32;

async function next() {
	const file = waiting[0];
	if (busy || !file) {
		return;
	}
	busy = true;
	reading = waiting.shift();
	const need = BYTES_FOR_A_BYTE * file.size + PROGRAM_BYTES;
	if (need > MOST_BYTES) {
		return answered({ data: { failed: `${file.name} may need ${megabytes(need)} of memory, and a page has ${megabytes(MOST_BYTES)}` } });
	}
	say(`${file.name}: reading ${megabytes(file.size)}, with up to ${megabytes(need)} of memory`);
	try {
		const bytes = new Uint8Array(await file.arrayBuffer());
		worker.postMessage({ name: file.name, bytes }, [bytes.buffer]);
	} catch (error) {
		answered({ data: { failed: String(error) } });
	}
}

function megabytes(n) {
	return `${Math.ceil(n / (1 << 20))} MB`;
}

// element makes an element whose children are elements and texts, never markup.
function element(name, attributes, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		e.setAttribute(key, value);
	}
	e.append(...children);
	return e;
}

function show(result) {
	const findings = new TextDecoder().decode(result.report).split("\n").filter(Boolean).map((line) => JSON.parse(line));
	const [mood, headline] = verdict(result, findings);
	const box = element("article", { "data-name": result.name },
		element("h2", {}, result.name), element("p", { class: mood }, headline));
	if (result.said.trim()) {
		box.append(element("p", { class: "small" }, result.said.trim()));
	}
	if (result.status < 2) {
		box.append(files(result, findings));
	}
	if (findings.length) {
		box.append(table(findings));
	}
	document.getElementById("results").prepend(box);
}

// verdict says what the last line of tr-pair says: infos do not count.
function verdict(result, findings) {
	const counted = findings.filter((f) => f.severity !== "info");
	const left = counted.filter((f) => f.action === "keep").length;
	const stay = `${left} of them ${left === 1 ? "stays as it is" : "stay as they are"}`;
	if (result.status >= 2) {
		return ["bad", "This file could not be repaired. It is as it was."];
	} else if (!counted.length) {
		return ["good", "Healthy: nothing to repair."];
	} else if (result.status === 1) {
		return ["bad", `${tally(counted)}; ${stay}, and the table says why.`];
	}
	return ["good", left ? `${tally(counted)}; ${stay}, what an API rejects is repaired.` : `${tally(counted)}, all repaired.`];
}

// tally counts findings: 3 findings: 2 errors, 1 warning
function tally(findings) {
	const count = (n, word) => (n === 1 ? `1 ${word}` : `${n} ${word}s`);
	const kinds = ["error", "warning"].map((kind) => [findings.filter((f) => f.severity === kind).length, kind]);
	return count(findings.length, "finding") + ": " + kinds.filter(([n]) => n).map(([n, kind]) => count(n, kind)).join(", ");
}

// files offers what there is to be saved.
function files(result, findings) {
	const list = element("ul", { class: "files" });
	const stem = result.name.replace(/(\.jsonl?)?$/, "");
	const ending = result.name.slice(stem.length);
	const offer = (what, name, bytes) => {
		const href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
		list.append(element("li", {}, element("a", { href, download: name, "data-what": what }, `${what} (${name})`)));
	};
	if (findings.length) {
		offer("Repaired file", stem + ".repaired" + ending, result.output);
		offer("Findings", stem + ".findings.jsonl", result.report);
	}
	if (result.rejects.length) {
		offer("What was taken out", stem + ".rejects.jsonl", result.rejects);
	}
	return list;
}

const MOST_ROWS = 1000;

function table(findings) {
	const head = element("tr", {}, ...["line", "finding", "done", "what it is"].map((t) => element("th", { scope: "col" }, t)));
	const rows = findings.slice(0, MOST_ROWS).map((f) => element("tr", {},
		...[f.line ?? "", f.code, f.action === "keep" ? "nothing: it stays" : f.action, f.message].map((t) => element("td", {}, String(t)))));
	const box = element("div", { class: "table", tabindex: "0" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
	if (findings.length > MOST_ROWS) {
		box.append(element("p", { class: "small" }, `and ${findings.length - MOST_ROWS} more: they are in the findings to be saved`));
	}
	return box;
}

// frame shows the page of tr-stat, which knows nothing of this one, and hands it the file.
function frame(page, file) {
	const inside = element("iframe", { title: "the session, a column a turn", sandbox: "allow-scripts" });
	inside.onload = () => inside.contentWindow.postMessage({ file }, "*");
	inside.srcdoc = page;
	return inside;
}

// A frame says how high its page is, and gets that height.
window.addEventListener("message", ({ data, source }) => {
	for (const inside of document.querySelectorAll("iframe")) {
		if (inside.contentWindow === source && Number.isFinite(data?.height)) {
			inside.style.height = `${Math.ceil(data.height) + 2}px`;
		}
	}
});

function take(list) {
	waiting.push(...list);
	next();
}

const input = document.getElementById("file");
input.addEventListener("change", () => { take(input.files); input.value = ""; });
const drop = document.getElementById("drop");
for (const kind of ["dragover", "dragleave", "drop"]) {
	document.addEventListener(kind, (event) => {
		event.preventDefault();
		drop.classList.toggle("over", kind === "dragover");
		if (kind === "drop") {
			take(event.dataTransfer.files);
		}
	});
}
