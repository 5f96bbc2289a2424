'use strict';

/*
 * The runs of a job as a time line: a lane for each node, a bar for each run, a mark for fire times that were not run.
 * All of it comes from /actuator/clusterjobs, whichever node answers.
 */
const SHOWN_MILLIS = 120_000;
const TICK_MILLIS = 30_000;
const TIMELINE_PAUSE = 1000;
const LABEL_WIDTH = 72;
const LANE_HEIGHT = 30;
const BAR_HEIGHT = 20;
const SMALLEST_BAR = 6;
const ROOM_FOR_SIGN = 14;
const ROOM_FOR_TIME = 70;
const NOT_RUN = 'not run';
const SIGNS = {
	RUNNING: ['…', 'is running'],
	SUCCEEDED: ['✓', 'succeeded'],
	FAILED: ['✕', 'failed'],
	TIMED_OUT: ['!', 'took too long'],
	LOST: ['†', 'node gone'],
	STOPPED: ['■', 'was stopped'],
	MISSED: ['◇', 'missed'],
	SKIPPED: ['◇', 'skipped, a run was going on']
};

const timeline = byId('timeline');
let recordedRuns = [];

function drawTimeline(runs, now) {
	const lanes = lanesOf(runs);
	const view = {lanes, width: timeline.clientWidth, height: lanes.length * LANE_HEIGHT, start: now - SHOWN_MILLIS, now};
	const shown = runs.filter((run) => endOf(run, view) >= view.start);
	timeline.style.height = `${view.height + 20}px`;
	const shapes = [...gridOf(view), ...joinsOf(shown, view), ...shown.flatMap((run) => shapesOf(run, view))];
	keepChildren(timeline, shapes, (wanted) => wanted.key,
		(wanted) => document.createElementNS(timeline.namespaceURI, wanted.tag), draw);
}

/** Known nodes and those that have run something have a lane; the last one is for what was not run. */
function lanesOf(runs) {
	const nodes = new Set([...known, ...runs.filter(isRun).map((run) => ({name: run.node}))].map((node) => node.name));
	return [...[...nodes].sort(), NOT_RUN];
}

const isRun = (run) => run.attempt > 0;

const endOf = (run, view) => run.endedAt ? Date.parse(run.endedAt) : view.now;

function xOf(time, view) {
	const share = Math.max(0, Math.min(1, (time - view.start) / SHOWN_MILLIS));
	return LABEL_WIDTH + share * (view.width - LABEL_WIDTH - SMALLEST_BAR);
}

function middleOf(run, view) {
	return (view.lanes.indexOf(isRun(run) ? run.node : NOT_RUN) + 0.5) * LANE_HEIGHT;
}

function gridOf(view) {
	const lanes = view.lanes.flatMap((lane, index) => [
		shape(`lane ${lane}`, 'rect', {class: 'lane', x: 0, y: index * LANE_HEIGHT + 2, width: view.width,
			height: LANE_HEIGHT - 4, rx: 4}),
		shape(`name ${lane}`, 'text', {class: 'name', x: 8, y: (index + 0.5) * LANE_HEIGHT + 4}, lane)
	]);
	const ticks = [];
	const labelled = TICK_MILLIS * Math.ceil(ROOM_FOR_TIME * SHOWN_MILLIS / TICK_MILLIS / (view.width - LABEL_WIDTH));
	for (let time = Math.ceil(view.start / TICK_MILLIS) * TICK_MILLIS; time < view.now; time += TICK_MILLIS) {
		const x = xOf(time, view);
		ticks.push(shape(`tick ${time}`, 'line', {class: 'tick', x1: x, x2: x, y1: 0, y2: view.height + 4}));
		if (time % labelled === 0 && x + ROOM_FOR_TIME / 2 < view.width) {
			ticks.push(shape(`time ${time}`, 'text', {class: 'time', x, y: view.height + 16}, clock(time)));
		}
	}
	return [...lanes, ...ticks];
}

/** Attempts of one fire time are joined, from the end of one to the start of the next. */
function joinsOf(runs, view) {
	return runs.filter((run) => run.attempt > 1).flatMap((run) => {
		const before = runs.find((other) => other.fireTime === run.fireTime && other.attempt === run.attempt - 1);
		return before ? [shape(`join ${keyOf(run)}`, 'path', {class: 'join', d: joinOf(before, run, view)})] : [];
	});
}

function joinOf(before, run, view) {
	const from = xOf(endOf(before, view), view);
	const to = xOf(Date.parse(run.startedAt), view);
	const bend = (from + to) / 2;
	return `M ${from} ${middleOf(before, view)} C ${bend} ${middleOf(before, view)} ${bend} ${middleOf(run, view)} `
		+ `${to} ${middleOf(run, view)}`;
}

function shapesOf(run, view) {
	const x = xOf(Date.parse(run.startedAt), view);
	const width = Math.max(SMALLEST_BAR, xOf(endOf(run, view), view) - x);
	const y = middleOf(run, view);
	if (!isRun(run)) {
		return [shape(`mark ${keyOf(run)}`, 'path', {class: `mark outcome-${run.outcome}`,
			d: `M ${x - 7} ${y} l 7 -7 h ${width - SMALLEST_BAR} l 7 7 l -7 7 h ${SMALLEST_BAR - width} z`}, null, titleOf(run))];
	}
	const bar = shape(`bar ${keyOf(run)}`, 'rect', {class: `bar outcome-${run.outcome}`, x, y: y - BAR_HEIGHT / 2, width,
		height: BAR_HEIGHT, rx: 3, 'data-node': run.node, 'data-attempt': run.attempt}, null, titleOf(run));
	const sign = shape(`sign ${keyOf(run)}`, 'text', {class: 'sign', x: x + width / 2, y: y + 4}, SIGNS[run.outcome][0]);
	return width >= ROOM_FOR_SIGN ? [bar, sign] : [bar];
}

const keyOf = (run) => `${run.fireTime} ${run.attempt} ${run.fencingToken} ${isRun(run) ? '' : run.outcome + run.startedAt}`;

function titleOf(run) {
	const what = isRun(run) ? `${clock(run.fireTime)}, attempt ${run.attempt} on ${run.node}` : clock(run.fireTime);
	return [`${what}: ${SIGNS[run.outcome][1]}`, run.error].filter(Boolean).join('\n');
}

function shape(key, tag, attributes, text = null, title = null) {
	return {key, tag, attributes, text, title};
}

function draw(element, wanted) {
	Object.entries(wanted.attributes).forEach(([name, value]) => element.setAttribute(name, value));
	if (wanted.text !== null) {
		setText(element, wanted.text);
	}
	if (wanted.title !== null) {
		const title = element.firstElementChild
			?? element.appendChild(document.createElementNS(timeline.namespaceURI, 'title'));
		setText(title, wanted.title);
	}
}

function drawLegend() {
	byId('timeline-legend').replaceChildren(...Object.entries(SIGNS).map(([outcome, [sign, label]]) => {
		const item = document.createElement('li');
		const sample = document.createElement('span');
		sample.className = `sample outcome-${outcome} ${sign === '◇' ? 'hollow' : ''}`;
		sample.textContent = sign;
		sample.ariaHidden = 'true';
		item.append(sample, label);
		return item;
	}));
}

async function readHistory() {
	return (await read(`/actuator/clusterjobs/${timeline.dataset.job}`)).history;
}

/** Also while no node answers, so that the gap can be seen. */
async function watchTimeline() {
	if (timeline.clientWidth > 0) {
		recordedRuns = await readHistory().catch(() => recordedRuns);
		drawTimeline(recordedRuns, Date.now());
	}
	setTimeout(watchTimeline, TIMELINE_PAUSE);
}

drawLegend();
watchTimeline();
