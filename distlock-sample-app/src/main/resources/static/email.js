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
	const rows = state.runs.map((run) => runRow(run, state));
	byId('runs').replaceChildren(...rows);
	byId('no-runs').hidden = rows.length > 0;
}

function runRow(run, state) {
	const row = document.createElement('tr');
	const [label, kind] = OUTCOMES[run.outcome];
	row.classList.toggle('chosen', run.fireTime === state.shownFireTime);
	row.insertCell().append(fireTimeButton(run));
	for (const value of [run.attempt, run.node, clock(run.startedAt, 1), run.endedAt ? clock(run.endedAt, 1) : '–']) {
		row.insertCell().textContent = value;
	}
	const outcome = document.createElement('span');
	outcome.className = `outcome ${kind}`;
	outcome.textContent = isDead(run) && run.outcome === 'RUNNING' ? 'node died' : label;
	outcome.title = run.error || '';
	row.insertCell().append(outcome);
	row.insertCell().textContent = run.emails;
	return row;
}

function fireTimeButton(run) {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'link';
	button.dataset.fireTime = run.fireTime;
	button.textContent = clock(run.fireTime);
	button.title = 'Show the emails of this fire time';
	return button;
}

function showMails(state) {
	byId('mailbox').hidden = !state.mailbox;
	byId('no-mailbox').hidden = state.mailbox || !state.job;
	setText(byId('mails-of'), state.shownFireTime ? `Emails of ${clock(state.shownFireTime)}` : 'Emails');
	setText(byId('mail-count'), `${state.mails.length} received`);
	const list = byId('mails');
	const signature = JSON.stringify([state.mails, openMail]);
	if (list.dataset.signature !== signature) {
		list.dataset.signature = signature;
		list.replaceChildren(...state.mails.map(mailItem));
	}
	byId('no-mails').hidden = state.mails.length > 0;
}

function mailItem(mail) {
	const item = document.createElement('li');
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'mail';
	button.dataset.id = mail.id;
	button.setAttribute('aria-pressed', String(mail.id === openMail));
	const recipient = document.createElement('span');
	recipient.textContent = mail.recipient;
	const detail = document.createElement('small');
	detail.textContent = clock(mail.receivedAt, 1) + (mail.repeats > 0 ? `, came ${mail.repeats + 1} times, kept once` : '');
	button.append(recipient, detail);
	item.append(button);
	return item;
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
