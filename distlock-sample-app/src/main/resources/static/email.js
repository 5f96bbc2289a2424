'use strict';

const EMAIL_PAUSE = 400;
const OUTCOMES = {
	RUNNING: ['sending', ''],
	SUCCEEDED: ['all sent', 'good'],
	FAILED: ['failed', 'bad'],
	TIMED_OUT: ['took too long', 'bad'],
	LOST: ['node died', 'warn'],
	STOPPED: ['stopped', 'warn']
};

let chosenFireTime = null;
let latestFireTime = null;
let openMail = null;

function readEmails() {
	return read('/email' + (chosenFireTime ? '?' + new URLSearchParams({fireTime: chosenFireTime}) : ''));
}

function showEmails(state) {
	const running = state.runs.find((run) => run.outcome === 'RUNNING');
	sender = running ? running.node : null;
	showJob(state, running);
	showStory(state);
	showRuns(state);
	showMails(state);
}

function showJob(state, running) {
	const job = state.job;
	byId('email-off').hidden = Boolean(job);
	byId('email-job').hidden = !job;
	if (!job) {
		return;
	}
	byId('sender-panel').classList.toggle('held', Boolean(running));
	setText(byId('sender'), senderOf(state, running));
	byId('email-bar').max = Math.max(1, job.customers);
	byId('email-bar').value = running ? running.emailsInAll : 0;
	setText(byId('email-progress'), running ? `${running.emailsInAll} of ${job.customers} customers have got it`
		: `for ${job.customers} customers`);
	setText(byId('email-schedule'), job.paused ? 'paused' : job.trigger);
	setText(byId('email-next'), nextOf(state));
	setText(byId('email-missed'), job.missed);
	setText(byId('email-skipped'), job.skipped);
	setText(byId('email-attempt'), running ? `${running.attempt}, fencing token ${running.token}` : '–');
	setText(byId('email-lease'), `${job.leaseMillis / 1000} s`);
	enableStories(state, running);
}

function senderOf(state, running) {
	if (!running) {
		return 'no node is sending';
	}
	return isDead(running) ? `${running.node} died while sending` : `${running.node} is sending`;
}

function isDead(run) {
	const node = known.find((candidate) => candidate.name === run.node);
	return wasKilled(run) || Boolean(node && !node.alive);
}

function nextOf(state) {
	const next = state.job.nextFireTime;
	if (!next) {
		return '–';
	}
	const seconds = Math.ceil((new Date(next) - new Date(state.now)) / 1000);
	return seconds > 0 ? `${clock(next)}, in ${seconds} s` : `${clock(next)}, due`;
}

function showRuns(state) {
	latestFireTime = state.runs.length > 0 ? state.runs[0].fireTime : null;
	keepChildren(byId('runs'), state.runs, (run) => `${run.fireTime} ${run.attempt} ${run.token}`, runRow,
		(row, run) => fillRun(row, run, state));
	byId('no-runs').hidden = state.runs.length > 0;
}

function runRow(run) {
	const row = byId('run-template').content.firstElementChild.cloneNode(true);
	const button = row.querySelector('button');
	button.dataset.fireTime = run.fireTime;
	button.textContent = clock(run.fireTime);
	return row;
}

function fillRun(row, run, state) {
	const [label, kind] = OUTCOMES[run.outcome];
	const fill = (name, value) => setText(row.querySelector('.' + name), value);
	row.classList.toggle('chosen', run.fireTime === state.shownFireTime);
	fill('attempt', run.attempt);
	fill('node', run.node);
	fill('started', clock(run.startedAt, 1));
	fill('ended', run.endedAt ? clock(run.endedAt, 1) : '–');
	fill('outcome', isDead(run) && run.outcome === 'RUNNING' ? 'node died' : label);
	fill('emails', run.emails);
	row.querySelector('.outcome').className = `outcome ${kind}`;
	row.querySelector('.outcome').title = run.error || '';
}

function showMails(state) {
	byId('mailbox').hidden = !state.mailbox;
	byId('no-mailbox').hidden = state.mailbox || !state.job;
	setText(byId('mails-of'), state.shownFireTime ? `Emails of ${clock(state.shownFireTime)}` : 'Emails');
	setText(byId('mail-count'), `${state.mails.length} received`);
	keepChildren(byId('mails'), state.mails, (mail) => mail.id, mailItem, fillMail);
	byId('no-mails').hidden = state.mails.length > 0;
}

function mailItem(mail) {
	const item = byId('mail-template').content.firstElementChild.cloneNode(true);
	item.querySelector('button').dataset.id = mail.id;
	item.querySelector('span').textContent = mail.recipient;
	return item;
}

function fillMail(item, mail) {
	item.querySelector('button').ariaPressed = String(mail.id === openMail);
	setText(item.querySelector('small'), clock(mail.receivedAt, 1)
		+ (mail.repeats > 0 ? `, came ${mail.repeats + 1} times, kept once` : ''));
}

async function openMailOf(id) {
	openMail = id;
	const mail = await read(`/email/mails/${id}`);
	text('mail-subject', mail.subject);
	text('mail-to', mail.recipient);
	text('mail-id', mail.messageId);
	text('mail-text', mail.text);
	byId('mail-open').hidden = false;
	byId('mail-closed').hidden = true;
}

async function watchEmails() {
	try {
		showEmails(await readEmails());
	}
	catch (error) {
		// the other watch tells that no node answers
	}
	setTimeout(watchEmails, EMAIL_PAUSE);
}

byId('runs').addEventListener('click', (event) => {
	const fireTime = event.target.dataset.fireTime;
	if (fireTime) {
		chosenFireTime = (fireTime === latestFireTime) ? null : fireTime;
	}
});
byId('mails').addEventListener('click', (event) => {
	const button = event.target.closest('button');
	if (button) {
		openMailOf(Number(button.dataset.id)).catch((error) => tell('bad', error.message));
	}
});
watchEmails();
