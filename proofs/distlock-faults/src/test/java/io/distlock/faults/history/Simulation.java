// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One key of a correct store with leases of 100 ms, and holders that are well, stand
 * still, die, or hear no answer. Each has a node of its own, so that faults of one do not
 * excuse another. A {@link Bug} is done at one hold in the middle.
 */
public final class Simulation {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000 * MICRO;

	private static final long LEASE = 100 * MILLI;

	private static final int HOLDS = 30;

	private static final long TOKEN_STEP = 10;

	private final Random random;

	private final String key;

	private final Bug bug;

	private final boolean faults;

	private final List<Event> events = new ArrayList<>();

	private final SimulatedRegister register;

	private String node = "";

	private long op;

	private long token;

	private long patience;

	/** When the store grants next. */
	private long now;

	public Simulation(long seed, String key, Bug bug, boolean faults) {
		this.random = new Random(seed);
		this.key = key;
		this.bug = bug;
		this.faults = faults;
		this.register = new SimulatedRegister(key);
	}

	public List<Event> run() {
		int buggy = HOLDS / 4 + this.random.nextInt(HOLDS / 2);
		for (int i = 0; i < HOLDS; i++) {
			this.node = this.key + "-n" + i;
			this.now += between(1 * MILLI, 3 * MILLI);
			hold((i == buggy) ? this.bug : Bug.NONE, i >= buggy - 1 && i <= buggy + 2);
		}
		this.register.decide(this.events);
		return this.events;
	}

	private void hold(Bug bug, boolean clean) {
		nextToken(bug);
		this.patience = (bug == Bug.NONE) ? 5 * MILLI : MILLI;
		int kind = (this.faults && !clean && bug == Bug.NONE) ? this.random.nextInt(10) : 0;
		kind = bug.needsFrozenHolder() ? 6 : kind;
		switch (kind) {
			case 5 -> grantedTooLate();
			case 6 -> standStill(bug);
			case 7 -> die();
			case 8 -> releaseWithoutAnswer();
			case 9 -> acquireWithoutAnswer();
			default -> work(bug);
		}
	}

	private void nextToken(Bug bug) {
		if (bug == Bug.DECREASING_TOKEN) {
			this.token -= TOKEN_STEP / 2;
		}
		else if (bug != Bug.EQUAL_TOKEN) {
			this.token += TOKEN_STEP;
		}
	}

	private void work(Bug bug) {
		long granted = grant(between(0, MILLI));
		long end = body(granted, bug);
		if (bug == Bug.NEEDLESS_LOSS) {
			add(end, holder(EventType.LOST));
		}
		if (bug == Bug.OVERLAP) {
			end += 5 * MILLI;
			add(end, holder(EventType.TRUSTED));
			this.now = granted;
		}
		else {
			this.now = end + between(10 * MICRO, MILLI);
		}
		waiters(bug, granted, this.now);
		long late = (bug == Bug.RELEASE_OF_ANOTHER) ? 50 * MILLI : 0;
		add(end + late, holder(EventType.RELEASE));
		add(Math.max(end, this.now) + late + between(0, MILLI), Events.released(this.key, this.op, this.token, true));
		if (bug == Bug.FALSE_BUSY) {
			this.now += LEASE;
		}
	}

	/**
	 * The process stands still between the answer and the event of the grant.
	 */
	private void grantedTooLate() {
		fault(Detail.FREEZE, this.now + 1, this.now + 3 * LEASE);
		long granted = grant(3 * LEASE + MILLI);
		add(granted + 1, holder(EventType.LOST));
		add(granted + 2, holder(EventType.RELEASE));
		add(granted + 3, Events.released(this.key, this.op, this.token, false));
		this.now += LEASE;
	}

	private void standStill(Bug bug) {
		long end = look(grant(between(0, MILLI)));
		long awake = end + 3 * LEASE;
		this.register.send(end, this.node, this.op, this.token, Detail.READ, false);
		fault(Detail.FREEZE, end, awake);
		if (bug == Bug.TRUST_AFTER_LEASE) {
			add(awake + 1, holder(EventType.TRUSTED));
		}
		if (bug != Bug.SILENT_LOSS) {
			add(awake + between(2, MILLI), holder(EventType.LOST));
		}
		write(awake + 2 * MILLI, bug == Bug.LOST_UPDATE);
		add(awake + 3 * MILLI, holder(EventType.RELEASE));
		add(awake + 4 * MILLI, Events.released(this.key, this.op, this.token, bug == Bug.SILENT_LOSS));
		this.now = end + LEASE;
	}

	private void die() {
		long end = body(grant(between(0, MILLI)), Bug.NONE);
		fault(Detail.KILL, end, end + 1);
		this.now = end + LEASE;
	}

	private void releaseWithoutAnswer() {
		long end = body(grant(between(0, MILLI)), Bug.NONE);
		fault("cut", end - 1, end + 2 * MILLI);
		add(end, holder(EventType.RELEASE));
		add(end + 2 * MILLI, Events.releaseFailed(this.key, this.op, this.token, new IllegalStateException("cut")));
		this.now = this.random.nextBoolean() ? end + MILLI : end + LEASE;
	}

	private void acquireWithoutAnswer() {
		fault("cut", this.now - MILLI, this.now + MILLI);
		this.op++;
		add(this.now - 2 * MILLI, Events.acquire(this.key, this.op, 10 * MILLI));
		add(this.now + 2 * MILLI, Events.failed(this.key, this.op, new IllegalStateException("cut")));
		this.now += this.random.nextBoolean() ? LEASE : 0;
	}

	private long grant(long late) {
		this.op++;
		long waited = between(0, this.patience);
		add(this.now - waited, Events.acquire(this.key, this.op, waited + MILLI));
		long granted = this.now + late + 1;
		add(granted, Events.granted(this.key, this.op, this.token, LEASE, false));
		return granted;
	}

	/**
	 * Looks again and again, reads and writes.
	 */
	private long body(long granted, Bug bug) {
		long end = look(granted);
		long written = between(granted, end) + 1;
		this.register.send(written - 1, this.node, this.op, this.token, Detail.READ, false);
		write(written, false);
		if (bug == Bug.FORGOTTEN_WRITE) {
			write(written + 1, false);
		}
		return end;
	}

	private long look(long granted) {
		long at = granted;
		int looks = 3 + this.random.nextInt(5);
		for (int i = 0; i < looks; i++) {
			at += between(500 * MICRO, 2 * MILLI);
			add(at, holder(EventType.TRUSTED));
		}
		return at;
	}

	private void write(long at, boolean forced) {
		this.register.send(at, this.node, this.op, this.token, Detail.WRITE, forced);
	}

	/**
	 * One that waits in vain while the lock is held, by the bug in another way.
	 */
	private void waiters(Bug bug, long from, long to) {
		long op = ++this.op;
		long start = (bug == Bug.FALSE_BUSY) ? to + 10 * MILLI : between(from, to);
		long wait = 3 * MILLI;
		add(start, Events.acquire(this.key, op, wait));
		if (bug != Bug.HANGING) {
			long late = (bug == Bug.OVER_BUDGET) ? LEASE : between(0, MILLI);
			add(start + wait + late, Events.ended(EventType.BUSY, this.key, op));
		}
		this.op = op - 1;
	}

	private Event holder(EventType type) {
		return Events.holder(type, this.key, this.op, this.token);
	}

	private void fault(String name, long from, long to) {
		this.events.add(Events.fault(name, Detail.BEGIN, this.node, "").at(from).by("parent", "main"));
		this.events.add(Events.fault(name, Detail.END, this.node, "").at(to).by("parent", "main"));
	}

	private void add(long at, Event event) {
		this.events.add(event.at(at).by(this.node, "w"));
	}

	private long between(long from, long to) {
		return this.random.nextLong(from, to + 1);
	}

}
