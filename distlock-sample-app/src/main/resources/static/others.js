'use strict';

const REPORTS = 6;
const VOUCHERS = 10;
const CUSTOMERS = 30;
const READS = 12;
const WATCH_PAUSE = 2000;

function verdict(id, kind, message) {
	byId(id).className = `verdict ${kind}`;
	setText(byId(id), message);
}

/*
 * Addresses of nodes that answer, in turn.
 */
function nodeOf(number) {
	const alive = known.filter((node) => node.alive).map((node) => node.address);
	return (alive.length > 0) ? alive[number % alive.length] : base;
}

function post(number, path) {
	return fetch(nodeOf(number) + path, {method: 'POST'});
}

function atOnce(count, call) {
	return Promise.all(Array.from({length: count}, (unused, number) => call(number)));
}

function mostAtOnce(reports) {
	const starts = reports.map((report) => Date.parse(report.startedAt));
	const ends = reports.map((report) => Date.parse(report.endedAt));
	return Math.max(...starts.map((time) => starts.filter((start, i) => start <= time && time < ends[i]).length));
}

async function makeReports() {
	verdict('reports', '', `${REPORTS} reports were asked for ...`);
	const reports = await atOnce(REPORTS, (number) => post(number, '/reports').then(checked));
	const most = mostAtOnce(reports);
	const nodes = new Set(reports.map((report) => report.node)).size;
	verdict('reports', (most <= 2) ? 'good' : 'bad',
		`${reports.length} reports were made by ${nodes} node(s), at most ${most} at a time.`);
}

async function changePrices() {
	const cents = 100 + Math.floor(Math.random() * 900);
	verdict('prices', '', 'The prices are changing ...');
	const change = post(0, '/prices?cents=' + cents).then(checked);
	const lists = await atOnce(READS, (number) => fetch(nodeOf(number) + '/prices').then(checked));
	await change;
	const halfDone = lists.filter((list) => new Set(list.map((price) => price.cents)).size > 1).length;
	verdict('prices', (halfDone === 0) ? 'good' : 'bad',
		`Every item costs ${(cents / 100).toFixed(2)}. Of ${READS} customers, ${halfDone} saw a list that was half done.`);
}

async function redeemVouchers() {
	verdict('vouchers', '', `${CUSTOMERS} customers have a voucher for one of ${VOUCHERS} gifts ...`);
	await fetch(`${base}/vouchers/gift?units=${VOUCHERS}`, {method: 'PUT'}).then(checked);
	const answers = await atOnce(CUSTOMERS, (number) => post(number, '/vouchers/gift'));
	const redeemed = answers.filter((answer) => answer.ok).length;
	const refused = answers.filter((answer) => answer.status === 409).length;
	verdict('vouchers', (redeemed === VOUCHERS && redeemed + refused === CUSTOMERS) ? 'good' : 'bad',
		`${redeemed} redeemed, ${refused} refused as none was left.`);
}

async function watchBestseller() {
	try {
		const {bestseller} = await read('/bestseller');
		setText(byId('bestseller'), bestseller
			? `${bestseller.item}, sold ${bestseller.sold} times, counted by ${bestseller.node} in term ${bestseller.term}`
			: 'Nothing has been sold.');
	}
	catch (error) {
		// The page says already that no node answers.
	}
	setTimeout(watchBestseller, WATCH_PAUSE);
}

function onClick(button, told, action) {
	byId(button).addEventListener('click', async () => {
		enable(byId(button), false);
		try {
			await action();
		}
		catch (error) {
			verdict(told, 'bad', error.message);
		}
		finally {
			enable(byId(button), true);
		}
	});
}

onClick('report', 'reports', makeReports);
onClick('reprice', 'prices', changePrices);
onClick('redeem', 'vouchers', redeemVouchers);
watchBestseller();
