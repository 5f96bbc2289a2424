'use strict';

const ITEM = new URLSearchParams(location.search).get('item') || 'espresso-machine';
const UNITS = 100;
const ORDERS = 200;
const IDLE_PAUSE = 500;
const RUSH_PAUSE = 150;

const buttons = ['fire', 'order', 'restock'].map(byId);
let acting = false;
let soldOut = true;

function sendForItem(path, fields) {
	return send(path, {item: ITEM, ...fields});
}

function readState() {
	return read('/state?' + new URLSearchParams({item: ITEM}));
}

function show(state) {
	text('item', state.item);
	text('stock', state.stock);
	text('sold', state.sold);
	text('delivered', state.delivered);
	showBar('stock-bar', state.stock, state.delivered);
	showBar('sold-bar', state.sold, state.delivered);
	byId('locked').disabled = !state.lockStore;
	byId('locks-off').hidden = Boolean(state.lockStore);
	text('lock-store', state.lockStore ? `Locks are held in ${state.lockStore}.` : 'Locks are off.');
	showLock(state.locks.find((lock) => lock.key.endsWith(ITEM)), state.lockStore ? 'free' : 'no lock');
	keepChildren(byId('nodes'), state.nodes, (node) => node.address, nodeCard,
		(card, node) => fillNode(card, node, state.node));
	keepChildren(byId('orders'), state.orders, (order) => order.id, () => document.createElement('tr'), fillOrder);
	byId('no-orders').hidden = state.orders.length > 0;
	learnNodes(state.nodes);
	soldOut = state.stock <= 0;
	enableButtons();
}

function showBar(id, value, most) {
	byId(id).max = Math.max(1, most);
	byId(id).value = Math.max(0, value);
}

function showLock(lock, otherwise) {
	byId('lock').classList.toggle('held', Boolean(lock));
	text('holder', lock ? `held by ${lock.holder}` : otherwise);
	text('token', lock ? lock.token : '–');
	text('lease', lock ? `${(lock.remainingMillis / 1000).toFixed(1)} s` : '–');
	text('awaited', lock ? (lock.awaited ? 'yes' : 'no') : '–');
	text('key', lock ? lock.key : '–');
}

function nodeCard(node) {
	const card = byId('node-template').content.firstElementChild.cloneNode(true);
	const address = card.querySelector('.address');
	address.textContent = node.address;
	address.href = node.address;
	return card;
}

function fillNode(card, node, here) {
	const fill = (name, value) => setText(card.querySelector('.' + name), value);
	card.classList.toggle('alive', node.alive);
	fill('name', node.name);
	fill('status', statusOf(node, here));
	fill('sold', node.sold);
	fill('open', node.openOrders);
	fill('emails', (node.alive && node.name === sender) ? ', sends the emails' : '');
	fill('pid', node.alive ? `, process ${node.pid}` : '');
}

function statusOf(node, here) {
	if (!node.alive) {
		return 'does not answer';
	}
	return (node.name === here) ? 'is up and answers this page' : 'is up';
}

function fillOrder(row, order) {
	fillCells(row, [order.id, order.node, order.token ?? 'none', order.customer, clock(order.placedAt, 3)]);
}

function showVerdict(kind, message) {
	byId('verdict').className = `verdict ${kind}`;
	text('verdict', message);
}

function judge(tally, state) {
	const parts = [`${tally.sold} sold`, `${tally.soldOut} refused as sold out`, `stock ${state.stock}`];
	if (tally.busy > 0) {
		parts.push(`${tally.busy} did not get the lock in time`);
	}
	if (tally.failed > 0) {
		parts.push(`${tally.failed} not answered`);
	}
	const summary = parts.join(', ');
	if (state.sold + state.stock !== state.delivered || state.stock < 0) {
		showVerdict('bad', `${summary}. Oversold: ${state.sold} orders were taken for ${state.delivered} units.`);
	}
	else if (tally.busy + tally.failed > 0) {
		showVerdict('warn', `${summary}. Nothing was oversold.`);
	}
	else {
		showVerdict('good', `${summary}. Nothing was oversold.`);
	}
}

async function rush() {
	showVerdict('', `${ORDERS} customers are ordering ${UNITS} units ...`);
	await sendForItem('/stock', {units: UNITS}).then(checked);
	const tally = await sendForItem('/rush', {orders: ORDERS, unlocked: !byId('locked').checked}).then(checked);
	const state = await readState();
	show(state);
	judge(tally, state);
}

async function orderOne() {
	const answer = await sendForItem('/orders', {customer: 'you', unlocked: !byId('locked').checked});
	const body = await answer.json();
	if (answer.ok) {
		showVerdict('good', `Order ${body.id} was taken by ${body.node} with fencing token ${body.token ?? 'none'}.`);
	}
	else {
		showVerdict('warn', `${body.title}: ${body.detail}.`);
	}
}

async function restock() {
	await sendForItem('/stock', {units: UNITS}).then(checked);
	showVerdict('', `There are ${UNITS} units again.`);
}

async function act(action) {
	acting = true;
	enableButtons();
	try {
		await action();
		show(await readState());
	}
	catch (error) {
		showVerdict('bad', error.message);
	}
	finally {
		acting = false;
		enableButtons();
	}
}

function enableButtons() {
	buttons.forEach((button) => enable(button, !acting));
	enable(byId('order'), !acting && !soldOut);
}

async function watch() {
	try {
		show(await readState());
	}
	catch (error) {
		showOffline();
	}
	setTimeout(watch, acting ? RUSH_PAUSE : IDLE_PAUSE);
}

byId('fire').addEventListener('click', () => act(rush));
byId('order').addEventListener('click', () => act(orderOne));
byId('restock').addEventListener('click', () => act(restock));
watch();
