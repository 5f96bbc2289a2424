'use strict';

/*
 * Which node this page talks to: the one that served it, or another one while that does not answer.
 */
const READ_TIMEOUT = 3000;

let base = '';
let home = null;
let known = [];
let sender = null;

const byId = (id) => document.getElementById(id);

function text(id, value) {
	setText(byId(id), value);
}

function setText(element, value) {
	if (element.textContent !== String(value)) {
		element.textContent = value;
	}
}

/** Elements that stay are neither made anew nor moved, so that they keep the focus. What has gone leaves it to the list. */
function keepChildren(parent, items, keyOfItem, make, fill) {
	const hadFocus = parent.contains(document.activeElement);
	const former = new Map([...parent.children].map((element) => [element.dataset.key, element]));
	const wanted = new Set(items.map((item) => {
		const key = String(keyOfItem(item));
		const element = former.get(key) ?? make(item);
		element.dataset.key = key;
		fill(element, item);
		return element;
	}));
	[...parent.children].filter((element) => !wanted.has(element)).forEach((element) => element.remove());
	[...wanted].forEach((element, index) => {
		if (parent.children[index] !== element) {
			parent.insertBefore(element, parent.children[index] ?? null);
		}
	});
	if (hadFocus && !parent.contains(document.activeElement)) {
		parent.closest('.scroll')?.focus();
	}
}

function fillCells(row, values) {
	values.forEach((value, index) => setText(row.cells[index] ?? row.insertCell(), value));
}

/** Unlike one that is disabled, a button that cannot be used now keeps the focus. */
function enable(button, enabled) {
	button.ariaDisabled = String(!enabled);
}

const isHome = (node) => new URL(node.address).port === location.port;

function learnNodes(nodes) {
	known = nodes;
	const own = nodes.find(isHome);
	if (own && own.alive) {
		home = own.name;
		base = '';
	}
	showNode();
}

function showNode() {
	const guest = known.find((node) => node.address === base);
	byId('offline').hidden = base === '';
	if (guest) {
		showNotice(`${home || 'The node'}, which served this page, does not answer. The page goes on with `, [guest]);
	}
}

function showOffline() {
	const others = known.filter((node) => !isHome(node));
	showNotice(others.length > 0 ? 'No node answers at the moment. This page tries again; or open '
		: 'The node does not answer. This page tries again.', others);
	byId('offline').hidden = false;
}

function showNotice(message, nodes) {
	const links = nodes.flatMap((node, index) => [index > 0 ? ' or ' : '', link(node)]);
	const notice = [message, ...links, nodes.length > 0 ? '.' : ''];
	const now = notice.map((part) => part.textContent ?? part).join('');
	if (byId('offline').textContent !== now) {
		byId('offline').replaceChildren(...notice);
	}
}

function link(node) {
	const anchor = document.createElement('a');
	anchor.href = node.address;
	anchor.textContent = `${node.name} (${node.address})`;
	return anchor;
}

async function read(path) {
	const others = known.filter((node) => !isHome(node) && node.address !== base).map((node) => node.address);
	for (const candidate of [base, ...others, '']) {
		const response = await answerOf(candidate, path);
		if (response) {
			base = candidate;
			return checked(response);
		}
	}
	throw new Error('No node answers.');
}

async function answerOf(node, path) {
	try {
		return await fetch(node + path, {signal: AbortSignal.timeout(READ_TIMEOUT)});
	}
	catch (error) {
		return null;
	}
}

function send(path, fields) {
	return fetch(base + path, {method: 'POST', body: new URLSearchParams(fields)});
}

function sendJson(path, body) {
	return fetch(base + path, {method: 'POST', body: JSON.stringify(body),
		headers: {'Content-Type': 'application/json'}}).then(checked);
}

async function checked(answer) {
	if (!answer.ok) {
		const body = await answer.json();
		throw new Error(body.detail || body.title || body.error || `The node answered ${answer.status}`);
	}
	return (answer.status === 204 || answer.headers.get('Content-Length') === '0') ? null : answer.json();
}

function clock(instant, digits = 0) {
	const precision = digits > 0 ? {fractionalSecondDigits: digits} : {};
	return new Date(instant).toLocaleTimeString([], {hour12: false, hour: '2-digit', minute: '2-digit',
		second: '2-digit', ...precision});
}

document.addEventListener('click', (event) => {
	if (event.target.closest('[aria-disabled="true"]')) {
		event.stopPropagation();
	}
}, true);
