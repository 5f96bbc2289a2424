// The console of distlock. It reads the endpoints beside it, and renders each answer by changing only
// what differs, so that focus and selection stay over polls. Text from the endpoints is set as text only.

const POLL = 5000;
const LONGEST_POLL = 60000;
const HOUR = 3600000;
const MOST_RUNS = 20;
const paths = document.documentElement.dataset;
const main = document.getElementById('main');
const said = document.getElementById('said');
const seen = document.getElementById('seen');
const may = {};
const data = {};
let offset = 0;
let pause = POLL;
let timer;
let view;
let round = 0;
let answeredAt;

// Requests

function headers(more) {
	const all = {Accept: 'application/json', ...more};
	const meta = document.querySelector('meta[name=csrf-token]');
	const cookie = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/);
	if (meta) {
		all[document.querySelector('meta[name=csrf-header]').content] = meta.content;
	}
	else if (cookie) {
		all['X-XSRF-TOKEN'] = decodeURIComponent(cookie[1]);
	}
	return all;
}

async function ask(endpoint, rest = '', options = {}) {
	const root = paths[endpoint];
	if (root === undefined) {
		throw new Error(`The endpoint '${endpoint}' is not exposed on this node. Add it to `
				+ 'management.endpoints.web.exposure.include.');
	}
	const response = await fetch(root + rest, {credentials: 'same-origin', cache: 'no-store', ...options,
			headers: headers(options.headers)});
	const date = Date.parse(response.headers.get('Date'));
	if (date && Math.abs(date - Date.now() - offset) > 1500) {
		offset = date - Date.now();
	}
	const json = (response.headers.get('Content-Type') || '').includes('json') ? await response.json() : {};
	return {status: response.status, json};
}

async function read(endpoint, rest) {
	const {status, json} = await ask(endpoint, rest);
	if (status === 401 || status === 403) {
		throw new Error(`You are not allowed to read the endpoint '${endpoint}' (${status}).`);
	}
	if (status >= 400) {
		throw new Error(json.error || json.message || `The endpoint '${endpoint}' answered ${status}.`);
	}
	return json;
}

function act(endpoint, rest, body, method = 'POST') {
	return ask(endpoint, rest, body ? {method, body: JSON.stringify(body), headers: {'Content-Type': 'application/json'}}
			: {method});
}

// Whether this caller may act is decided by the server: a request with the action 'check' does nothing.
async function check(endpoint, request) {
	if (may[endpoint] === undefined && paths[endpoint] !== undefined) {
		may[endpoint] = false;
		try {
			may[endpoint] = (await request()).status === 200;
		}
		catch (failure) {
			delete may[endpoint];
		}
	}
}

// Elements

function el(name, attributes = {}, ...children) {
	const node = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith('on')) {
			node.addEventListener(key.slice(2), value);
		}
		else {
			put(node, key, value);
		}
	}
	node.append(...children);
	return node;
}

function svg(name, attributes, text) {
	const node = document.createElementNS('http://www.w3.org/2000/svg', name);
	Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
	if (text !== undefined) {
		node.append(text);
	}
	return node;
}

function put(node, key, value) {
	if (value === undefined || value === null || value === false) {
		node.removeAttribute(key);
	}
	else if (node.getAttribute(key) !== String(value)) {
		node.setAttribute(key, value === true ? '' : value);
	}
}

function text(node, value, style) {
	const wanted = value === undefined || value === null ? '' : String(value);
	if (node.firstChild === null || node.childNodes.length !== 1 || node.firstChild.nodeType !== 3) {
		if (node.textContent !== wanted || node.children.length > 0) {
			node.textContent = wanted;
		}
	}
	else if (node.firstChild.data !== wanted) {
		node.firstChild.data = wanted;
	}
	if (style !== undefined) {
		put(node, 'class', style || null);
	}
}

// Changes the children of a node to those of some items, each by its key.
function list(parent, items, key, create, update) {
	const before = new Map([...parent.children].map(child => [child.dataset.key, child]));
	let place = parent.firstElementChild;
	for (const item of items) {
		const name = key(item);
		let child = before.get(name);
		if (child) {
			before.delete(name);
		}
		else {
			child = create(item);
			child.dataset.key = name;
		}
		if (child === place) {
			place = place.nextElementSibling;
		}
		else {
			parent.insertBefore(child, place);
		}
		update(child, item);
	}
	before.forEach(child => child.remove());
}

// A table whose cells are functions of an item: a text, or [text, class, small text].
function table(name, columns, items, key, buttons) {
	let box = document.getElementById(name);
	if (!box) {
		box = el('div', {id: name, class: 'scroll', tabindex: 0, role: 'region', 'aria-label': columns.label},
				el('table', {class: 'rows'},
						el('thead', {}, el('tr', {}, ...columns.map(([title]) => el('th', {scope: 'col'}, title)))),
						el('tbody')));
		place(box);
	}
	used.add(name);
	const create = () => {
		const row = el('tr', {}, ...columns.map(([title, , kind], i) => i === 0 ? el('th', {scope: 'row'})
				: el('td', {'data-label': kind === 'buttons' ? null : title})));
		return row;
	};
	list(box.querySelector('tbody'), items, key, create, (row, item) => columns.forEach(([, cell, kind], i) => {
		const node = row.children[i];
		if (kind === 'link') {
			const [label, href] = cell(item);
			const link = node.firstElementChild || node.appendChild(el('a'));
			put(link, 'href', href);
			text(link, label);
		}
		else if (kind === 'buttons') {
			list(node.firstElementChild || node.appendChild(el('div', {class: 'actions'})), cell(item), b => b.label,
					b => el('button', {type: 'button', class: b.style, 'aria-label': `${b.label} ${b.of}`}, b.label),
					(button, b) => button.onclick = b.run);
		}
		else {
			const value = cell(item);
			const [main, style, small] = Array.isArray(value) ? value : [value];
			const span = node.firstElementChild || node.appendChild(el('span'));
			text(span, main, style || '');
			const more = node.children[1] || (small ? node.appendChild(el('small')) : null);
			if (more) {
				text(more, small);
			}
		}
	}));
	return box;
}

const used = new Set();

function place(node) {
	main.append(node);
}

function part(id, create, update) {
	let node = document.getElementById(id);
	if (!node) {
		node = create();
		node.id = id;
		place(node);
	}
	used.add(id);
	if (update) {
		update(node);
	}
	return node;
}

const heading = (id, title) => part(id, () => el('h2', {}, title), node => text(node, title));

const note = (id, message, style = 'quiet') => message
		? part(id, () => el('p'), node => text(node, message, style)) : null;

// Puts the parts of a view in the order in which it has named them, and removes all others.
function settle() {
	let place = main.firstElementChild;
	for (const id of used) {
		const node = document.getElementById(id);
		if (node === place) {
			place = place.nextElementSibling;
		}
		else if (node) {
			main.insertBefore(node, place);
		}
	}
	[...main.children].filter(node => !used.has(node.id)).forEach(node => node.remove());
	used.clear();
}

// Times

const now = () => Date.now() + offset;

function span(ms) {
	const s = Math.round(Math.abs(ms) / 1000);
	if (s < 1) {
		return `${Math.round(Math.abs(ms))} ms`;
	}
	return s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min ${s % 60} s`
			: s < 86400 ? `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} min`
					: `${Math.floor(s / 86400)} d ${Math.floor(s % 86400 / 3600)} h`;
}

function clock(instant, zone) {
	if (!instant) {
		return '';
	}
	const options = {dateStyle: 'short', timeStyle: 'medium'};
	try {
		return new Intl.DateTimeFormat(undefined, zone ? {...options, timeZone: zone} : options)
				.format(new Date(instant));
	}
	catch (failure) {
		return new Date(instant).toISOString();
	}
}

const ago = instant => instant ? `${span(now() - Date.parse(instant))} ago` : '';

const until = instant => {
	const left = Date.parse(instant) - now();
	return left >= 0 ? `in ${span(left)}` : `${span(left)} late`;
};

// ISO-8601 durations of hours, minutes and seconds.
function millis(duration) {
	const parts = /^(-)?PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration || '');
	return parts ? ((+parts[2] || 0) * 3600 + (+parts[3] || 0) * 60 + (+parts[4] || 0)) * 1000 : 0;
}

// Jobs

const SIGNS = {RUNNING: ['▶', 'run'], SUCCEEDED: ['✓', 'good'], FAILED: ['✗', 'bad'], LOST: ['✗', 'bad'], MISSED: ['–', 'bad'],
	SKIPPED: ['–', 'warn'], STOPPED: ['■', 'warn']};

const sign = outcome => SIGNS[outcome || 'RUNNING'] || ['?', 'quiet'];

function state(job) {
	if (job.error) {
		return ['store away', 'bad', job.error];
	}
	if (job.running) {
		return [job.paused ? 'running, then paused' : 'running', 'run',
			`on ${job.running.node}, for ${span(now() - Date.parse(job.running.startedAt))}`];
	}
	if (job.paused) {
		return ['paused', 'warn', [`since ${clock(job.pausedSince)}`, job.pausedBy ? `by ${job.pausedBy}` : '',
			job.pauseReason || ''].filter(part => part).join(', ')];
	}
	if (job.retry) {
		return [`waits for attempt ${job.retry.attempt}`, 'warn', until(job.retry.at)];
	}
	return job.overdueSince ? ['overdue', 'bad', `since ${clock(job.overdueSince)}`] : ['idle', 'quiet'];
}

function last(job) {
	const run = job.lastRun;
	if (run) {
		const [mark, style] = sign(run.outcome);
		return [`${mark} ${run.outcome.toLowerCase()}`, style,
			[ago(run.endedAt || run.fireTime), run.node !== '-' ? `on ${run.node}` : '', run.error || '']
					.filter(part => part).join(', ')];
	}
	if (job.consecutiveFailures > 0) {
		return [`✗ ${job.consecutiveFailures} failure(s)`, 'bad', job.lastSuccess ? `succeeded ${ago(job.lastSuccess)}` : ''];
	}
	return job.lastSuccess ? ['✓ succeeded', 'good', ago(job.lastSuccess)] : ['never ran', 'quiet'];
}

function next(job) {
	if (!job.nextFireTime || job.paused) {
		return '';
	}
	const local = clock(job.nextFireTime);
	const there = clock(job.nextFireTime, job.zone);
	const zone = there !== local ? ` (${there} ${job.zone})` : '';
	return [until(job.nextFireTime), 'num', local + zone];
}

function jobButtons(job) {
	if (!may.clusterjobs || job.error) {
		return [];
	}
	const button = (label, action, style) => ({label, of: job.name, style, run: () => job_(job.name, action)});
	return [button('Run', 'run'), job.paused ? button('Resume', 'resume') : button('Pause', 'pause'),
		...(job.running || job.retry ? [button('Stop', 'stop', 'danger')] : [])];
}

async function job_(name, action) {
	if (action === 'stop' && !await confirmed(`Stop the run of '${name}'?`,
			'The method is told to stop, interrupted five seconds later, and abandoned after ten more.', 'Stop')) {
		return;
	}
	const reason = action !== 'pause' ? '' : await asked(`Pause '${name}'?`,
			'Its trigger starts no run on any node until the job is resumed. An active run continues.', 'Pause',
			'Reason, for other operators');
	if (reason === null) {
		return;
	}
	say(`${action} '${name}' …`);
	await report(act('clusterjobs', `/${encodeURIComponent(name)}`, reason ? {action, reason} : {action}),
			`${action} '${name}'`);
}

const triggerOf = job => job.description || (job.trigger || '').replace(/ PT?0S$|\+PT0S/g, '');

const JOBS = [['Job', job => [job.name, `#job/${encodeURIComponent(job.name)}`], 'link'],
	['Trigger', job => [triggerOf(job), '', job.zone && !triggerOf(job).includes(job.zone) ? job.zone : '']],
	['State', state], ['Last run', last], ['Next run', next], ['Actions', jobButtons, 'buttons']];
JOBS.label = 'Jobs';

const RUNS = [['Fire time', run => clock(run.fireTime)],
	['Outcome', run => [`${sign(run.outcome)[0]} ${(run.outcome || 'running').toLowerCase()}`, sign(run.outcome)[1],
		run.error]],
	['Attempt', run => run.attempt ? [run.attempt, 'num', run.onDemand ? 'on demand' : ''] : ''],
	['Node', run => run.node === '-' ? '' : run.node],
	['Started', run => run.startedAt ? clock(run.startedAt) : ''],
	['Took', run => run.endedAt && run.startedAt
			? [span(Date.parse(run.endedAt) - Date.parse(run.startedAt)), 'num'] : ''],
	['Token', run => run.fencingToken ? [run.fencingToken, 'num'] : '']];
RUNS.label = 'Runs';

function timeLine(runs) {
	const ran = runs.filter(run => run.startedAt && run.node !== '-').slice(0, MOST_RUNS);
	const nodes = [...new Set(ran.map(run => run.node))].sort();
	const from = Math.min(...ran.map(run => Date.parse(run.startedAt)));
	const to = Math.max(...ran.map(run => Date.parse(run.endedAt) || now()), from + 1000);
	const x = at => 140 + (Math.min(at, to) - from) / (to - from) * 640;
	const lane = node => 20 + nodes.indexOf(node) * 26;
	const chart = svg('svg', {viewBox: `0 0 800 ${nodes.length * 26 + 34}`, role: 'img',
		'aria-label': `The last ${ran.length} runs by node, as the table below has them`});
	nodes.forEach(node => {
		chart.append(svg('text', {x: 0, y: lane(node) + 4}, node.length > 20 ? `${node.slice(0, 19)}…` : node));
		chart.append(svg('line', {x1: 140, x2: 780, y1: lane(node), y2: lane(node)}));
	});
	ran.forEach(run => {
		const bar = svg('rect', {x: x(Date.parse(run.startedAt)), y: lane(run.node) - 7, height: 14, rx: 2,
			width: Math.max(4, x(Date.parse(run.endedAt) || now()) - x(Date.parse(run.startedAt))),
			class: sign(run.outcome)[1]});
		bar.append(svg('title', {}, `${clock(run.fireTime)}, attempt ${run.attempt}: ${run.outcome || 'running'}`));
		chart.append(bar);
	});
	chart.append(svg('text', {x: 140, y: nodes.length * 26 + 28}, clock(new Date(from).toISOString())));
	chart.append(svg('text', {x: 780, y: nodes.length * 26 + 28, 'text-anchor': 'end'}, clock(new Date(to).toISOString())));
	return chart;
}

// Locks

const lockRows = answer => Object.entries(answer.providers).flatMap(([provider, found]) =>
		(found.cluster.locks || []).map((lock, i) => ({...lock, provider, i})));

const own = (answer, kind) => Object.entries(answer.providers).flatMap(([provider, found]) =>
		found[kind].map((lock, i) => ({...lock, provider, i})));

const PURPOSES = {JOB: 'run of a job', LEADER: 'role of a leader', LIQUIBASE: 'migration', NODE: 'running node'};

const notes = lock => [PURPOSES[lock.purpose], lock.mode === 'EXCLUSIVE' ? '' : lock.mode.toLowerCase(),
	lock.encoded ? 'as stored' : ''].filter(note => note).join(', ');

const since = lock => lock.since ? [span(now() - Date.parse(lock.since)), 'num', clock(lock.since)] : '';

const STORED = [['Key', lock => [lock.key, '', notes(lock)]],
	['Holder', lock => lock.holder], ['Held for at least', since],
	['Lease left', lock => [span(millis(lock.remaining)), 'num']],
	['Another node waits', lock => lock.awaited ? ['yes', 'warn'] : 'no'],
	['Actions', lock => may.locks && !lock.encoded
			? [{label: 'End', of: lock.key, style: 'danger', run: () => end(lock)}] : [], 'buttons']];
STORED.label = 'Locks in the store';

const HELD = [['Key', lock => [lock.key, '', notes(lock)]], ['Thread', lock => lock.thread || ''],
	['Held for', since], ['Lease left', lock => [span(millis(lock.remainingLease)), 'num']],
	['Callers that wait', lock => [lock.waiting, 'num']]];
HELD.label = 'Locks that this node holds';

const WAITERS = [['Key', caller => [caller.key, '', notes(caller)]], ['Thread', caller => caller.thread || ''],
	['Method', caller => caller.method || ''], ['Waits for', since]];
WAITERS.label = 'Callers of this node that wait';

const LOSSES = [['Key', loss => loss.key], ['When', loss => [ago(loss.at), 'num', clock(loss.at)]],
	['What', loss => loss.kind === 'FORCED' ? ['ended by an operator', 'warn'] : ['lost', 'bad', loss.reason]],
	['Held for', loss => loss.heldFor ? [span(millis(loss.heldFor)), 'num'] : ''],
	['By', loss => [loss.method || '', '', loss.thread]], ['Token', loss => [loss.fencingToken, 'num']]];
LOSSES.label = 'Losses';

async function end(lock) {
	if (await confirmed(`End the lock '${lock.key}'?`, `${lock.holder} holds it. The holder is not stopped: it learns of `
			+ 'the loss when it next renews, and until then two may work at the same time.', 'End the lock', lock.key)) {
		const mode = lock.mode === 'PERMIT' ? '&mode=PERMIT' : '';
		await report(act('locks', `?key=${encodeURIComponent(lock.key)}&provider=${encodeURIComponent(lock.provider)}${mode}`,
				null, 'DELETE'), `End '${lock.key}'`);
	}
}

const filter = {kind: 'prefix', word: '', after: ''};

function locksQuery() {
	const word = filter.word ? `&${filter.kind}=${encodeURIComponent(filter.word)}` : '';
	return `?limit=100${word}${filter.after ? `&after=${encodeURIComponent(filter.after)}` : ''}`;
}

function filterForm() {
	const input = (kind, label) => el('label', {}, label, el('input', {type: 'search', name: kind, autocomplete: 'off',
		spellcheck: 'false', oninput: event => {
			Object.assign(filter, {kind, word: event.target.value, after: ''});
			main.querySelectorAll('.filter input').forEach(other => other !== event.target && (other.value = ''));
			soon();
		}}));
	return el('form', {class: 'filter', role: 'search', onsubmit: event => event.preventDefault()},
			input('prefix', 'Keys that begin with'), input('key', 'This key'),
			el('button', {type: 'button', id: 'first', onclick: () => page('')}, 'First page'),
			el('button', {type: 'button', id: 'next'}, 'Next page'));
}

function page(after) {
	filter.after = after;
	look();
}

// What is wrong

function troubles() {
	const found = [];
	const add = (style, message, href) => found.push({style, message, href});
	for (const job of data.clusterjobs?.jobs || []) {
		const href = `#job/${encodeURIComponent(job.name)}`;
		if (job.error) {
			add('bad', `Job '${job.name}': ${job.error}`, href);
			continue;
		}
		if (job.overdueSince && !job.paused && now() - Date.parse(job.overdueSince) > 60000) {
			add('bad', `Job '${job.name}' is overdue since ${clock(job.overdueSince)}: no node has started it.`, href);
		}
		if (job.consecutiveFailures > 0) {
			add(job.consecutiveFailures > 2 ? 'bad' : 'warn', `Job '${job.name}' has not succeeded in its last `
					+ `${job.consecutiveFailures} run(s)${job.lastRun?.error ? `: ${job.lastRun.error}` : ''}.`, href);
		}
		if (job.lastRun?.outcome === 'MISSED') {
			add('bad', `Job '${job.name}' missed its fire time ${clock(job.lastRun.fireTime)}.`, href);
		}
		if (job.paused) {
			add('warn', `Job '${job.name}' is paused since ${clock(job.pausedSince)}`
					+ `${job.pausedBy ? ` by ${job.pausedBy}` : ''}${job.pauseReason ? `: ${job.pauseReason}` : ''}.`, href);
		}
	}
	for (const [name, provider] of Object.entries(data.locks?.providers || {})) {
		if (!provider.renewing) {
			add('bad', `Renewals in ${name} fail. Locks that this node holds are lost when their leases end.`, '#locks');
		}
		if (provider.cluster.error && !provider.cluster.error.includes('does not list')) {
			add('bad', `The store of ${name} does not answer: ${provider.cluster.error}`, '#locks');
		}
	}
	for (const loss of data.locks?.losses || []) {
		if (now() - Date.parse(loss.at) < HOUR) {
			add(loss.kind === 'LOST' ? 'bad' : 'warn', loss.kind === 'LOST' ? `${ago(loss.at)}: ${loss.reason}`
					: `${ago(loss.at)}: an operator ended the lock '${loss.key}'.`, '#locks');
		}
	}
	for (const role of data.leaders?.roles || []) {
		if (role.error) {
			add('bad', `Role '${role.role}': ${role.error}`, '#leaders');
		}
		else if (!role.leader) {
			add('bad', `Role '${role.role}' has no leader, or its store cannot name one.`, '#leaders');
		}
	}
	return found.sort((one, other) => one.style.localeCompare(other.style));
}

function countTroubles() {
	const count = document.getElementById('count');
	const number = troubles().length;
	text(count, number);
	count.hidden = number === 0;
}

// Views

const CHECKS = {
	clusterjobs: () => data.clusterjobs?.jobs?.length
			? check('clusterjobs', () => act('clusterjobs', `/${encodeURIComponent(data.clusterjobs.jobs[0].name)}`, {action: 'check'}))
			: null,
	locks: () => check('locks', () => act('locks', '?key=check&check=true', null, 'DELETE')),
	leaders: () => data.leaders?.roles?.length
			? check('leaders', () => act('leaders', `/${encodeURIComponent(data.leaders.roles[0].role)}`, {action: 'check'}))
			: null
};

async function load(endpoint, rest) {
	data[endpoint] = await read(endpoint, rest);
	await CHECKS[endpoint]();
}

const VIEWS = {
	trouble: {
		title: 'Trouble',
		load: async () => {
			const all = ['clusterjobs', 'locks', 'leaders'].filter(endpoint => paths[endpoint] !== undefined);
			if (all.length === 0) {
				throw new Error('None of the endpoints clusterjobs, locks and leaders is exposed on this node. Add them to '
						+ 'management.endpoints.web.exposure.include.');
			}
			const answers = await Promise.allSettled(all.map(endpoint => load(endpoint, endpoint === 'locks' ? '?limit=0' : '')));
			const failed = answers.find(answer => answer.status === 'rejected');
			if (failed) {
				throw failed.reason;
			}
		},
		show: () => {
			const found = troubles();
			heading('title', 'Trouble');
			if (found.length === 0) {
				part('calm', () => el('p', {class: 'calm panel'}), node =>
						text(node, `Nothing is wrong, as of ${clock(new Date(now()).toISOString())}.`));
				return;
			}
			part('troubles', () => el('ul', {class: 'trouble'}), node => list(node, found, t => t.href + t.message.slice(0, 80),
					() => el('li', {}, el('span'), ' ', el('a', {}, 'Look')), (item, t) => {
						put(item, 'class', t.style);
						text(item.firstElementChild, t.message);
						put(item.lastElementChild, 'href', t.href);
						put(item.lastElementChild, 'aria-label', `Look: ${t.message.slice(0, 60)}`);
					}));
		}
	},
	jobs: {
		title: 'Jobs',
		load: () => load('clusterjobs', ''),
		show: () => {
			heading('title', 'Jobs of the cluster');
			note('none', data.clusterjobs.jobs.length ? '' : 'This application has no jobs.');
			if (data.clusterjobs.jobs.length) {
				table('jobs', JOBS, data.clusterjobs.jobs, job => job.name);
			}
		}
	},
	job: {
		title: 'Job',
		load: async name => {
			data.job = await read('clusterjobs', `/${encodeURIComponent(name)}`);
			await check('clusterjobs', () => act('clusterjobs', `/${encodeURIComponent(name)}`, {action: 'check'}));
		},
		show: name => {
			const job = data.job;
			const runs = job.history || [];
			heading('title', `Job '${name}'`);
			table('jobs', JOBS, [job], () => name);
			note('counts', `Failures since the last success: ${job.consecutiveFailures}. Fire times missed: `
					+ `${job.missedFireTimes}, skipped: ${job.skippedFireTimes}. `
					+ (job.lastSuccess ? `Last success: ${clock(job.lastSuccess)}.` : 'It has never succeeded.'));
			note('strip', `Last ${Math.min(MOST_RUNS, runs.length)} run(s), the latest first: `
					+ runs.slice(0, MOST_RUNS).map(run => sign(run.outcome)[0]).join(' '));
			if (runs.some(run => run.startedAt && run.node !== '-')) {
				part('chart', () => el('div', {class: 'scroll'}), node => {
					const drawn = JSON.stringify(runs.slice(0, MOST_RUNS)) + (job.running ? now() : '');
					if (node.drawn !== drawn) {
						node.drawn = drawn;
						node.replaceChildren(timeLine(runs));
					}
				});
			}
			heading('runs-title', 'Runs');
			if (runs.length) {
				table('runs', RUNS, runs, run => `${run.fireTime} ${run.attempt} ${run.startedAt}`);
				part('copy', () => el('p', {}, el('button', {type: 'button', onclick: () => copy(data.job.history)},
						'Copy the runs as text')));
			}
			else {
				note('none', 'No run is recorded.');
			}
		}
	},
	locks: {
		title: 'Locks',
		load: () => load('locks', locksQuery()),
		show: () => {
			const answer = data.locks;
			part('filter', filterForm, form => {
				const more = Object.values(answer.providers).map(provider => provider.cluster.next).find(after => after);
				form.querySelector('#first').disabled = !filter.after;
				form.querySelector('#next').disabled = !more;
				form.querySelector('#next').onclick = () => page(more);
			});
			heading('title', 'In the store, of all nodes');
			for (const [name, provider] of Object.entries(answer.providers)) {
				note(`error-${name}`, provider.cluster.error ? `${name}: ${provider.cluster.error}` : '', 'bad');
			}
			const stored = lockRows(answer);
			note('none', stored.length ? '' : Object.keys(answer.providers).length ? 'No lock is held.'
					: 'This node has not used a lock yet.');
			if (stored.length) {
				table('stored', STORED, stored, lock => `${lock.provider} ${lock.key} ${lock.mode} ${lock.holder} ${lock.lastToken}`);
			}
			const sections = [['held', 'What this node holds', HELD, own(answer, 'held'),
				lock => `${lock.provider} ${lock.key} ${lock.fencingToken} ${lock.i}`],
				['waiters', 'Who waits on this node', WAITERS, own(answer, 'waiters'),
					caller => `${caller.provider} ${caller.key} ${caller.thread} ${caller.i}`],
				['losses', 'What this node lost, or was asked to end', LOSSES, answer.losses.map((loss, i) => ({...loss, i})),
					loss => `${loss.at} ${loss.key} ${loss.fencingToken} ${loss.kind}`]];
			for (const [id, title, columns, rows, key] of sections) {
				if (rows.length) {
					heading(`${id}-title`, title);
					table(id, columns, rows, key);
				}
			}
		}
	},
	leaders: {
		title: 'Leaders and nodes',
		load: async () => {
			const [nodes] = await Promise.all([paths.locks === undefined ? null : read('locks', '?prefix=distlock.node:&limit=1000'),
				paths.leaders === undefined ? null : load('leaders', '')]);
			data.nodes = nodes;
		},
		show: () => {
			heading('title', 'Leaders');
			const roles = data.leaders?.roles || [];
			note('none', roles.length ? '' : paths.leaders === undefined
					? 'This node stands for no role, or the endpoint leaders is not exposed.' : 'This node stands for no role.');
			if (roles.length) {
				table('roles', ROLES, roles, role => role.role);
			}
			heading('nodes-title', 'Nodes');
			const stores = Object.entries(data.nodes?.providers || {});
			for (const [name, provider] of stores) {
				note(`error-${name}`, provider.cluster.error ? `${name}: ${provider.cluster.error}` : '', 'bad');
				note(`more-${name}`, provider.cluster.truncated ? `${name}: there may be more nodes.` : '', 'warn');
			}
			const nodes = data.nodes ? lockRows(data.nodes) : [];
			note('no-nodes', nodes.length ? '' : !data.nodes ? 'The endpoint locks, which lists the nodes, is not exposed.'
					: stores.length ? 'No node is in a store.' : 'This node has not used a lock yet.');
			if (nodes.length) {
				table('nodes', NODES, nodes, node => `${node.provider} ${node.key}`);
			}
		}
	}
};

const ROLES = [['Role', role => role.role],
	['Leader', role => role.leader ? [role.leader, 'good', role.leading ? 'this node' : ''] : ['none', 'bad', role.error]],
	['Since', role => role.since ? [ago(role.since), 'num', clock(role.since)] : ''],
	['Lease left', role => role.remaining ? [span(millis(role.remaining)), 'num'] : ''],
	['Actions', role => may.leaders && role.leading ? [{label: 'Step down', of: role.role, style: 'danger',
		run: async () => await confirmed(`Give up the role '${role.role}'?`, 'Another node that stands for it leads next.',
				'Step down') && report(act('leaders', `/${encodeURIComponent(role.role)}`, {action: 'step-down'}),
				`Step down from '${role.role}'`)}] : [], 'buttons']];
ROLES.label = 'Roles';

// The key of a node is distlock.node:<version>:<name>.
const NODES = [['Node', node => [node.holder, '', node.holder === data.nodes.node ? 'this node' : '']],
	['Version', node => /distlock\.node:([^:]*):/.exec(node.key)?.[1]],
	['Provider', node => data.nodes.providers[node.provider].provider],
	['Since', node => node.since ? [ago(node.since), 'num', clock(node.since)] : ''],
	['Lease left', node => [span(millis(node.remaining)), 'num']]];
NODES.label = 'Nodes';

// Actions

function say(message) {
	text(said, message);
}

async function report(request, what) {
	try {
		const {status, json} = await request;
		say(`${what}: ${(json.outcome || (status === 403 ? 'not allowed' : `status ${status}`)).toString().toLowerCase()
				.replaceAll('_', ' ')}${json.error ? `. ${json.error}` : ''}${json.run ? ` (${json.run.outcome.toLowerCase()})` : ''}`);
	}
	catch (failure) {
		say(`${what}: no answer (${failure.message}). It may have taken effect: look before you repeat it.`);
	}
	look();
}

function copy(runs) {
	const lines = runs.map(run => [run.fireTime, run.attempt, run.outcome, run.node, run.startedAt, run.endedAt, run.error]
			.map(value => value ?? '').join('\t'));
	navigator.clipboard.writeText(['fireTime\tattempt\toutcome\tnode\tstartedAt\tendedAt\terror', ...lines].join('\n'))
			.then(() => say('Copied.'), () => say('The browser does not allow it to copy.'));
}

// Asks the operator. A word, if there is one, must be typed; else a text may be, if there is a label for it.
// Returns what was typed, or null if the operator cancels.
function asked(question, consequence, yes, label, word) {
	const dialog = document.getElementById('confirm');
	const input = document.getElementById('word');
	const button = document.getElementById('yes');
	text(document.getElementById('question'), question);
	text(document.getElementById('consequence'), consequence);
	text(document.getElementById('label'), label);
	text(button, yes);
	input.value = '';
	document.getElementById('typed').hidden = !label;
	button.disabled = !!word;
	input.oninput = () => button.disabled = !!word && input.value !== word;
	document.getElementById('no').onclick = () => dialog.close('no');
	dialog.returnValue = 'no';
	dialog.showModal();
	return new Promise(resolve => dialog.addEventListener('close', () =>
			resolve(dialog.returnValue === 'yes' && (!word || input.value === word) ? input.value : null), {once: true}));
}

const confirmed = async (question, consequence, yes, word) =>
		await asked(question, consequence, yes, word && 'Type the key to confirm', word) !== null;

// Polls

function current() {
	const [name, argument] = (location.hash.slice(1) || 'trouble').split('/');
	return [VIEWS[name] ? name : 'trouble', argument ? decodeURIComponent(argument) : undefined];
}

async function look() {
	clearTimeout(timer);
	const mine = ++round;
	const [name, argument] = current();
	try {
		await VIEWS[name].load(argument);
		if (mine !== round) {
			return;
		}
		VIEWS[name].show(argument);
		settle();
		countTroubles();
		pause = POLL;
		answeredAt = now();
		text(seen, `Updated at ${new Date(now()).toLocaleTimeString()}`, '');
		text(document.getElementById('node'), data.locks?.node || '');
	}
	catch (failure) {
		if (mine !== round) {
			return;
		}
		pause = Math.min(pause * 2, LONGEST_POLL);
		text(seen, answeredAt ? `No answer since ${new Date(answeredAt).toLocaleTimeString()}` : 'No answer', 'bad');
		if (!main.querySelector('#failure')) {
			main.prepend(el('p', {id: 'failure', class: 'bad', role: 'alert'}));
		}
		text(main.querySelector('#failure'), failure.message);
	}
	plan();
}

function plan() {
	clearTimeout(timer);
	if (document.visibilityState === 'visible') {
		timer = setTimeout(look, pause);
	}
}

function soon() {
	clearTimeout(timer);
	round++;
	timer = setTimeout(look, 250);
}

function open() {
	const [name, argument] = current();
	const key = `${name}/${argument}`;
	if (view !== key) {
		if (view !== undefined) {
			main.focus({preventScroll: true});
		}
		view = key;
		main.replaceChildren();
		say('');
		pause = POLL;
		document.title = `${argument || VIEWS[name].title} - distlock`;
		document.querySelectorAll('nav a').forEach(link => put(link, 'aria-current',
				link.hash === `#${name === 'job' ? 'jobs' : name}` ? 'page' : null));
	}
	look();
}

addEventListener('hashchange', open);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' ? look() : clearTimeout(timer));
open();
