'use strict';

/*
 * What the buttons of the emails do, and what became of it.
 */
let story = null;

function begin(tellOf, details) {
	story = {tellOf, ...details};
	chosenFireTime = details.fireTime;
}

function wasKilled(run) {
	return Boolean(story && story.killed === run.node && story.attempt === run.attempt && story.fireTime === run.fireTime);
}

function enableStories(state, running) {
	const sending = Boolean(running) && !isDead(running);
	['kill', 'refuse', 'stop'].forEach((id) => enable(byId(id), sending));
	enable(byId('away'), state.job.nextFireTime && known.every((node) => node.alive));
	setText(byId('kill'), sending ? `Kill ${running.node}, which is sending` : 'Kill the node that is sending');
	setText(byId('stop'), sending ? `Stop the run on ${running.node}` : 'Stop the run');
}

function showStory(state) {
	if (story && state.job) {
		story.tellOf(state, state.runs.find((candidate) => candidate.fireTime === story.fireTime));
	}
}

async function runningNow() {
	const running = (await readEmails()).runs.find((run) => run.outcome === 'RUNNING');
	if (!running) {
		throw new Error('No node is sending any more.');
	}
	return running;
}

async function killSender() {
	const running = await runningNow();
	const victim = await sendJson('/email/kill', {});
	begin(tellOfKill, {killed: victim.node, pid: victim.pid, fireTime: running.fireTime, attempt: running.attempt,
		at: Date.now()});
}

function tellOfKill(state, run) {
	if (!run) {
		return;
	}
	const killed = `${story.killed} (process ${story.pid}) was killed with kill -9`;
	if (run.attempt <= story.attempt && run.fireTime !== state.runs[0].fireTime) {
		tell('warn', `${killed}. The next fire time came before its lease had ended, so this one stays unfinished: ${countOf(state, run)}`);
		return;
	}
	if (run.attempt <= story.attempt) {
		tell('warn', `${killed}. Its lease ends in ${state.job.leaseMillis / 1000} s at most; then another node takes over.`);
		return;
	}
	story.takenOverAfter = story.takenOverAfter ?? new Date(run.startedAt) - story.at;
	const takenOver = `${killed}. ${run.node} took over after ${(story.takenOverAfter / 1000).toFixed(1)} s`;
	if (run.outcome === 'RUNNING') {
		tell('', `${takenOver} and writes to those who have not got the email.`);
	}
	else {
		tell(run.outcome === 'SUCCEEDED' ? 'good' : 'bad', `${takenOver}. ${countOf(state, run)}`);
	}
}

async function letMailServerRefuse() {
	const running = await runningNow();
	const refusal = await sendJson('/email/refuse', {});
	begin(tellOfRefusal, {until: refusal.until, fireTime: running.fireTime});
}

function tellOfRefusal(state, run) {
	if (!run) {
		return;
	}
	const refuses = `The mail server refuses until ${clock(story.until)}`;
	const refused = state.runs.filter((each) => each.fireTime === run.fireTime && each.outcome === 'FAILED').length;
	const attempts = `${refused} ${refused === 1 ? 'attempt' : 'attempts'} failed`;
	if (run.outcome === 'SUCCEEDED') {
		tell('good', `${attempts}, then attempt ${run.attempt} on ${run.node} sent the rest. ${countOf(state, run)}`);
	}
	else if (run.outcome === 'RUNNING') {
		tell(refused > 0 ? '' : 'warn', refused > 0 ? `${attempts}; attempt ${run.attempt} on ${run.node} goes on with those who have not got the email.`
			: `${refuses}, so this attempt will fail.`);
	}
	else if (state.job.retryAt && run.fireTime === state.runs[0].fireTime) {
		tell('warn', `${refuses}. ${attempts}; the next one comes at ${clock(state.job.retryAt, 1)}, on whichever node.`);
	}
	else {
		tell('bad', `${attempts}, and the next fire time came before another one. ${countOf(state, run)}`);
	}
}

async function stopRun() {
	const running = await runningNow();
	await sendJson(`/actuator/clusterjobs/${timeline.dataset.job}`, {action: 'stop'});
	begin(tellOfStop, {fireTime: running.fireTime, attempt: running.attempt});
}

function tellOfStop(state, run) {
	if (!run) {
		return;
	}
	if (run.outcome === 'RUNNING') {
		tell('warn', `The run on ${run.node} was asked to stop, and learns of it within 5 seconds.`);
	}
	else if (run.outcome === 'STOPPED') {
		tell('good', `${run.node} has stopped, and no node tries again. ${countOf(state, run)} The next fire time is sent as ever.`);
	}
	else {
		tell('warn', `The run on ${run.node} was over before it learned of the stop. ${countOf(state, run)}`);
	}
}

async function killAllNodes() {
	const outage = await sendJson('/email/away', {});
	begin(tellOfOutage, {fireTime: outage.fireTime});
	chosenFireTime = null;
}

function tellOfOutage(state, run) {
	const fireTime = Date.parse(story.fireTime);
	const missed = recordedRuns.find((each) => each.outcome === 'MISSED' && Date.parse(each.fireTime) <= fireTime
		&& fireTime <= Date.parse(each.endedAt));
	if (missed) {
		tell('good', `No node was there at ${clock(story.fireTime)}. The first one that came back has recorded it as missed, `
			+ 'and sends nothing late: see the mark in the time line.');
	}
	else if (run) {
		tell('warn', `${run.node} was back soon enough to send the emails of ${clock(story.fireTime)}.`);
	}
	else {
		tell('warn', `All nodes go away before ${clock(story.fireTime)}, and come back by themselves some seconds later.`);
	}
}

function countOf(state, run) {
	const repeats = state.mails.reduce((sum, mail) => sum + mail.repeats, 0);
	const recipients = new Set(state.mails.map((mail) => mail.recipient)).size;
	if (!state.mailbox || state.shownFireTime !== run.fireTime) {
		return `${run.emailsInAll} of ${state.job.customers} customers have got the email.`;
	}
	const once = `${recipients} customers, ${state.mails.length} emails: none got it twice.`;
	return repeats === 0 ? once : `${once} ${repeats} came again, because a run ended before it could write down that `
		+ 'they were sent; the mail server knew their Message-ID.';
}

function tell(kind, message) {
	byId('email-verdict').className = `verdict ${kind}`;
	setText(byId('email-verdict'), message);
	byId('email-verdict').hidden = false;
}

async function play(action) {
	['kill', 'refuse', 'stop', 'away'].forEach((id) => enable(byId(id), false));
	try {
		await action();
		showEmails(await readEmails());
	}
	catch (error) {
		tell('bad', error.message);
	}
}

byId('kill').addEventListener('click', () => play(killSender));
byId('refuse').addEventListener('click', () => play(letMailServerRefuse));
byId('stop').addEventListener('click', () => play(stopRun));
byId('away').addEventListener('click', () => play(killAllNodes));
