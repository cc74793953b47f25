
'use strict';
// Everything from a transcript comes in through text nodes: nothing of it is markup.
const make = (name, text, cls) => {
	const el = document.createElement(name);
	if (text !== undefined) el.textContent = text;
	if (cls) el.className = cls;
	return el;
};
const number = n => n >= 1e6 ? (n / 1e6).toFixed(1) + 'M' : n >= 1e4 ? Math.round(n / 1e3) + 'k' : n >= 1e3 ? (n / 1e3).toFixed(1) + 'k' : String(n);
const color = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

function table(title, head, rows) {
	const box = make('div', undefined, 'wide');
	box.append(make('h2', title));
	const t = make('table'), top = make('tr');
	head.forEach(([name, cls]) => top.append(make('th', name, cls)));
	t.append(top);
	rows.forEach(({ cells, turn, bad }) => {
		const tr = make('tr', undefined, bad ? 'bad' : '');
		if (turn !== undefined && turn >= 0) tr.dataset.turn = turn;
		cells.forEach((text, i) => tr.append(make('td', text, head[i][1])));
		t.append(tr);
	});
	box.append(t);
	return box;
}

function show(data) {
	const { turns, tools, totals } = data;
	const section = make('section'), n = turns.length;
	const sums = turns.map(t => t.parts.reduce((sum, p) => sum + p.tokens, 0));
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
	bar.append(said);
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
			const first = Math.floor(from + b * each), last = Math.max(first + 1, Math.floor(from + (b + 1) * each)), group = { parts: [], sum: 0, bad: false, hit: false };
			for (let k = first; k < Math.min(last, n); k++) {
				group.parts.push(...turns[k].parts);
				group.sum += sums[k];
				group.bad ||= turns[k].findings.length > 0;
				group.hit ||= hits.has(k) || k === chosen;
			}
			groups.push(group);
		}
		const top = Math.max(1, ...groups.map(x => x.sum)), gap = wide > 4 ? 1 : 0, tones = {};
		groups.forEach((x, b) => {
			let y = room;
			if (x.hit) { g.fillStyle = color('hit'); g.globalAlpha = .25; g.fillRect(b * wide, 0, wide, room); g.globalAlpha = 1; }
			x.parts.forEach(p => {
				const h = p.tokens / top * (room - 4), name = tone(p);
				g.fillStyle = tones[name] ||= color(name);
				g.fillRect(b * wide, y - h, wide - gap, h);
				y -= h;
			});
			if (x.bad) { g.fillStyle = color('bad'); g.fillRect(b * wide, room + 4, Math.max(2, wide - gap), 8); }
		});
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
	const holder = (line, id) => { const k = turns.findIndex(t => t.parts.some(p => p.line === line && p.id === id)); return k < 0 ? turnOf(line) : k; };

	function choose(k) {
		chosen = k;
		detail.replaceChildren();
		if (k >= 0 && k < n) {
			const t = turns[k];
			detail.append(table(`turn ${k + 1}: lines ${t.line} to ${t.last}`, [['line', 'n'], ['what'], ['tokens', 'n'], ['id'], ['state']],
				t.parts.map(p => ({ cells: [p.line, p.kind === 'result' ? `result of ${p.tool || '(no name)'}` : p.kind, number(p.tokens), p.id, p.live ? 'live' : p.why] }))
					.concat(t.findings.map(f => ({ cells: [f.line, f.code, '', '', 'finding'], bad: true })))));
			if (k < from || k >= to) clamp(k - (to - from) / 2, k + (to - from) / 2);
		}
		draw();
	}
	canvas.addEventListener('click', e => choose(turnAt(e)));
	canvas.addEventListener('wheel', e => { e.preventDefault(); zoom(e.deltaY < 0 ? .8 : 1.25, turnAt(e)); }, { passive: false });
	search.addEventListener('input', () => {
		const q = search.value.trim().toLowerCase();
		hits = new Set();
		if (q) turns.forEach((t, k) => {
			const texts = t.parts.flatMap(p => [p.tool, p.id]).concat(t.findings.map(f => f.code));
			if (texts.some(x => x.toLowerCase().includes(q)) || /^\d+$/.test(q) && t.line <= +q && +q <= t.last) hits.add(k);
		});
		draw();
		if (q) said.textContent = `${hits.size} turns found`;
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
	if (totals.stages) tables.append(table('what a stage would free', [['tokens', 'n'], ['stage'], ['what it does']],
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
