
'use strict';
// Everything from a transcript comes in through text nodes: nothing of it is markup.
const make = (name, text, cls) => {
	const el = document.createElement(name);
	if (text !== undefined) el.textContent = text;
	if (cls) el.className = cls;
	return el;
};
const number = n => n >= 1e6 ? (n / 1e6).toFixed(1) + 'M' : n >= 1e4 ? Math.round(n / 1e3) + 'k' : n >= 1e3 ? (n / 1e3).toFixed(1) + 'k' : String(n);
const tokens = segments => segments.reduce((sum, p) => sum + p.tokens, 0);
const color = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

function table(title, head, rows) {
	const box = make('div', undefined, 'wide');
	box.append(make('h2', title));
	const t = make('table'), top = make('tr');
	head.forEach(([name, cls]) => top.append(make('th', name, cls)));
	t.append(top);
	rows.forEach(({ cells, turn, line, bad }) => {
		const tr = make('tr', undefined, bad ? 'bad' : '');
		if (turn !== undefined && turn >= 0) tr.dataset.turn = turn;
		if (line) tr.dataset.line = line;
		cells.forEach((text, i) => tr.append(make('td', text, head[i][1])));
		t.append(tr);
	});
	box.append(t);
	return box;
}

// lineOf returns a line of a file, counted from 1, laid out if it is JSON.
function lineOf(bytes, line) {
	let from = 0;
	for (let k = 1; k < line; k++) from = bytes.indexOf(10, from) + 1 || bytes.length;
	const to = bytes.indexOf(10, from), text = new TextDecoder().decode(bytes.subarray(from, to < 0 ? bytes.length : to));
	try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

// step returns the distance of the scale's lines: 1, 2 or 5 times a power of ten, at most four of them.
function step(top) {
	const ten = 10 ** Math.floor(Math.log10(Math.max(1, top / 4)));
	return [1, 2, 5, 10].find(k => k * ten >= top / 4) * ten;
}

// The page holds nothing of what was said. What reads a message does so in the file,
// which the reader of the page chooses, or a page around this one hands over.
const readers = [];
addEventListener('message', ({ data, source }) => { if (source === parent && data?.file) readers.forEach(take => take(data.file)); });

const MOST_CHARS = 100000; // of a message, as many as a page shows at once

function show(data) {
	const { turns, tools, totals } = data;
	const section = make('section'), n = turns.length;
	let from = 0, to = Math.max(1, n), chosen = -1, hits = new Set(), drawn = 1; // as wide as the columns are together

	section.append(make('h1', totals.file), make('p', `${number(totals.messages)} messages, ${number(totals.live)} live, ` +
		`${number(totals.calls)} calls, ${number(totals.open_calls)} open, ${number(totals.tokens)} tokens`));
	const bar = make('div', undefined, 'bar'), search = make('input'), said = make('span');
	search.type = 'search';
	search.placeholder = 'tool, id, code or line';
	search.setAttribute('aria-label', 'search');
	const button = (text, what, does) => { const b = make('button', text); b.title = what; b.onclick = does; bar.append(b); };
	bar.append(search);
	button('+', 'zoom in', () => zoom(.5, (from + to) / 2));
	button('\u2212', 'zoom out', () => zoom(2, (from + to) / 2));
	button('\u2190', 'earlier', () => move(-(to - from) / 2));
	button('\u2192', 'later', () => move((to - from) / 2));
	button('all', 'show all turns', () => { from = 0; to = Math.max(1, n); draw(); });
	const choice = make('label', 'read messages of '), picker = make('input'), words = make('pre');
	picker.type = 'file';
	picker.addEventListener('change', () => take(picker.files[0]));
	choice.append(picker);
	bar.append(choice, said);
	let file;
	const take = f => { file = f; choice.hidden = f !== picker.files[0]; };
	readers.push(take);
	async function read(line) {
		if (!file) { words.textContent = 'to read it, choose the file above'; return; }
		try {
			const text = lineOf(new Uint8Array(await file.arrayBuffer()), line);
			words.textContent = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}\n... ${number(text.length - MOST_CHARS)} more characters` : text;
		} catch (error) { words.textContent = `line ${line} cannot be read: ${error.message}`; }
	}
	const canvas = make('canvas'), detail = make('div');
	canvas.setAttribute('role', 'img');
	canvas.setAttribute('aria-label', `tokens of ${n} turns; the tables below name the largest results and the findings`);
	section.append(bar, canvas);

	const tone = p => !p.live ? 'dead' : p.kind !== 'result' ? p.kind : 'tool' + Math.min(tools.indexOf(p.tool), 5);
	const legend = make('ul', undefined, 'legend');
	const item = (name, text) => {
		const li = make('li', text), i = make('i');
		i.style.background = `var(--${name})`;
		li.prepend(i);
		legend.append(li);
	};
	item('prompt', 'prompts');
	item('answer', 'answers');
	tools.slice(0, tools.length > 6 ? 5 : 6).forEach((t, i) => item('tool' + i, t || '(no name)'));
	if (tools.length > 6) item('tool5', `${tools.length - 5} more tools`);
	item('dead', 'dead');
	item('bad', 'findings');
	section.append(legend, detail);

	function draw() {
		const scale = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
		canvas.width = width * scale;
		canvas.height = height * scale;
		const g = canvas.getContext('2d'), room = height - 14;
		g.scale(scale, scale);
		const shown = to - from, bins = Math.min(shown, Math.max(1, Math.floor(width / 2))), each = shown / bins, wide = Math.min(48, width / bins);
		drawn = wide * bins;
		const groups = [];
		for (let b = 0; b < bins; b++) {
			const first = Math.floor(from + b * each), last = Math.max(first + 1, Math.floor(from + (b + 1) * each)), group = { segments: [], sum: 0, live: 0, bad: false, hit: false };
			for (let k = first; k < Math.min(last, n); k++) {
				group.segments.push(...turns[k].segments);
				group.sum += tokens(turns[k].segments);
				group.live += tokens(turns[k].segments.filter(p => p.live));
				group.bad ||= turns[k].findings.length > 0;
				group.hit ||= hits.has(k) || k === chosen;
			}
			groups.push(group);
		}
		const top = Math.max(...groups.map(x => x.live)) || Math.max(1, ...groups.map(x => x.sum)), gap = wide > 4 ? 1 : 0, tones = {};
		g.font = '11px system-ui, sans-serif';
		groups.forEach((x, b) => {
			let y = room;
			x.segments.sort((a, b) => b.live - a.live); // what is dead stands above, and may be cut
			if (x.hit) { g.fillStyle = color('hit'); g.globalAlpha = .25; g.fillRect(b * wide, 0, wide, room); g.globalAlpha = 1; }
			x.segments.forEach(p => {
				const h = p.tokens / top * (room - 4), name = tone(p);
				g.fillStyle = tones[name] ||= color(name);
				g.fillRect(b * wide, y - h, wide - gap, h);
				y -= h;
			});
			if (x.bad) { g.fillStyle = color('bad'); g.fillRect(b * wide, room + 4, Math.max(2, wide - gap), 8); }
		});
		for (let t = step(top); t <= top; t += step(top)) { // over the columns, on a ground of its own: seen on any of them
			const y = room - t / top * (room - 4), label = `${number(t)} tokens`, wide = g.measureText(label).width;
			g.fillStyle = color('soft');
			g.fillRect(0, y, width, .5);
			g.fillStyle = color('back');
			g.fillRect(width - wide - 6, y - 7, wide + 6, 14);
			g.fillStyle = color('soft');
			g.fillText(label, width - wide - 3, y + 4);
		}
		said.textContent = n ? `turns ${from + 1} to ${Math.min(to, n)} of ${n}; lines ${turns[from].line} to ${turns[Math.min(to, n) - 1].last}` : 'no messages';
	}
	function clamp(a, b) {
		const span = Math.min(Math.max(1, Math.round(b - a)), Math.max(1, n));
		from = Math.min(Math.max(0, Math.round(a)), Math.max(0, n - span));
		to = from + span;
		draw();
	}
	const zoom = (factor, at) => clamp(at - (at - from) * factor, at + (to - at) * factor);
	const move = by => clamp(from + by, to + by);
	const turnAt = e => Math.min(n - 1, Math.floor(from + (e.clientX - canvas.getBoundingClientRect().left) / drawn * (to - from)));
	const turnOf = line => turns.findIndex(t => t.line <= line && line <= t.last);
	const holder = (line, id) => { const k = turns.findIndex(t => t.segments.some(p => p.line === line && p.id === id)); return k < 0 ? turnOf(line) : k; };

	function choose(k) {
		chosen = k;
		detail.replaceChildren();
		if (k >= 0 && k < n) {
			const t = turns[k];
			detail.append(table(`turn ${k + 1}: lines ${t.line} to ${t.last}`, [['line', 'n'], ['what'], ['tokens', 'n'], ['id'], ['state']],
				t.segments.map(p => ({ line: p.line, cells: [p.line, p.kind === 'result' ? `result of ${p.tool || '(no name)'}` : p.kind, number(p.tokens), p.id, p.live ? 'live' : p.why] }))
					.concat(t.findings.map(f => ({ line: f.line, cells: [f.line, f.code, '', '', 'finding'], bad: true })))), words);
			words.textContent = 'choose a row to read it';
			if (k < from || k >= to) clamp(k - (to - from) / 2, k + (to - from) / 2);
		}
		draw();
	}
	detail.addEventListener('click', e => {
		const tr = e.target.closest('tr[data-line]');
		if (tr) read(+tr.dataset.line);
	});
	canvas.addEventListener('click', e => choose(turnAt(e)));
	canvas.addEventListener('wheel', e => { e.preventDefault(); zoom(e.deltaY < 0 ? .8 : 1.25, turnAt(e)); }, { passive: false });
	search.addEventListener('input', () => {
		const q = search.value.trim().toLowerCase();
		hits = new Set();
		if (q) turns.forEach((t, k) => {
			const texts = t.segments.flatMap(p => [p.tool, p.id]).concat(t.findings.map(f => f.code));
			if (texts.some(x => x.toLowerCase().includes(q)) || /^\d+$/.test(q) && t.line <= +q && +q <= t.last) hits.add(k);
		});
		draw();
		if (q) said.textContent = `${hits.size} turn${hits.size === 1 ? '' : 's'} found`;
	});
	search.addEventListener('keydown', e => {
		const list = [...hits].sort((a, b) => a - b);
		if (e.key === 'Enter' && list.length) choose(list.find(k => k > chosen) ?? list[0]);
	});

	const tables = make('div', undefined, 'tables');
	if (totals.largest.length) tables.append(table('largest results', [['tokens', 'n'], ['line', 'n'], ['tool'], ['shrunk by']],
		totals.largest.map(r => ({ cells: [number(r.tokens), r.line, r.tool || '(no name)', r.shrunk_by.join(', ')], turn: holder(r.line, r.id) }))));
	const found = turns.flatMap((t, k) => t.findings.map(f => ({ cells: [f.line, f.code], turn: k, bad: true })));
	const placed = new Set(turns.flatMap(t => t.findings.map(f => f.code)));
	Object.keys(totals.findings).forEach(c => { if (!placed.has(c)) found.push({ cells: ['', c], bad: true }); });
	if (found.length) tables.append(table('findings', [['line', 'n'], ['code']], found.slice(0, 500)));
	if (totals.stages) tables.append(table('what a stage would free', [['tokens', 'n'], ['stage', 'stage'], ['what it does']],
		totals.stages.map(s => ({ cells: [number(s.tokens), s.stage + (s.level ? ` --level ${s.level}` : ''), s.summary] }))));
	tables.addEventListener('click', e => {
		const tr = e.target.closest('tr[data-turn]');
		if (tr) { choose(+tr.dataset.turn); canvas.scrollIntoView({ block: 'nearest' }); }
	});
	section.append(tables);
	document.querySelector('main').append(section);
	new ResizeObserver(draw).observe(canvas);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
	draw();
}
document.querySelectorAll('script.strip').forEach(el => show(JSON.parse(el.textContent)));
// A page around this one gives it the height that it needs. It is told once at the start,
// as browsers call no observer in a frame that nobody has scrolled to yet.
if (parent !== window) {
	const tell = () => parent.postMessage({ height: document.documentElement.offsetHeight }, '*');
	tell();
	new ResizeObserver(tell).observe(document.documentElement);
}
