// The worker runs the commands, each call a fresh process over files in memory.
"use strict";

let program; // compiled, once

// run runs a command over files, {path: bytes}, and returns its exit status and streams.
async function run(argv, files) {
	const go = new Go();
	let status = 0;
	go.argv = argv;
	go.env = { TMPDIR: "/" };
	go.exit = (code) => { status = code; };
	globalThis.fs = files;
	globalThis.process.cwd = () => "/";
	const instance = await WebAssembly.instantiate(program, go.importObject);
	await go.run(instance);
	return { status, memory: instance.exports.mem.buffer.byteLength };
}

// repair returns what tr-pair makes of a file: the bytes that come out, the rejects, and
// the findings, one JSON object a line.
async function repair(name, bytes) {
	const files = new MemoryFiles({ [name]: bytes });
	const { status, memory } = await run(["tr-pair", "-q", "-f", "json", "--report", "/.report", "--rejects", "/.rejects", "--", name], files);
	return {
		name, status, memory,
		output: files.contents(1).slice(), said: new TextDecoder().decode(files.contents(2)),
		report: files.contents("/.report").slice(), rejects: files.contents("/.rejects").slice(),
	};
}

// strip returns the page with which tr-stat shows a file, empty if it cannot.
async function strip(name, bytes) {
	const files = new MemoryFiles({ [name]: bytes });
	const { status } = await run(["tr-stat", "-q", "--view", "html", "--", name], files);
	return status < 2 ? new TextDecoder().decode(files.contents(1)) : "";
}

self.onmessage = async ({ data }) => {
	try {
		if (data.program) {
			const unpacked = new Blob([data.program]).stream().pipeThrough(new DecompressionStream("gzip"));
			program = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
			return self.postMessage({ ready: true });
		}
		const result = await repair(data.name, data.bytes);
		self.postMessage({ result }, [result.output.buffer, result.report.buffer, result.rejects.buffer]);
		self.postMessage({ strip: await strip(data.name, data.bytes) });
	} catch (error) {
		self.postMessage({ failed: String(error) });
	}
};
