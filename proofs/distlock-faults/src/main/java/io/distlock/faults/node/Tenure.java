// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.register.RegisterClient;

/**
 * From a grant to its release: one is added to the register, with as much time in between
 * as it takes to lose an update.
 */
final class Tenure {

	private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(30);

	private final AtomicBoolean lost = new AtomicBoolean();

	private final HeldLock lock;

	private final long op;

	private final EventLog log;

	private final Random random;

	private final NodeSettings settings;

	private final Ambush ambush;

	private final Grasp grasp;

	private final String key;

	private final long token;

	private volatile boolean released;

	Tenure(HeldLock lock, String key, long op, EventLog log, Random random, NodeSettings settings, Ambush ambush,
			Grasp grasp) {
		this.lock = lock;
		this.op = op;
		this.log = log;
		this.random = random;
		this.settings = settings;
		this.ambush = ambush;
		this.grasp = grasp;
		this.key = key;
		this.token = lock.fencingToken();
	}

	void run(RegisterClient register, LockTemplate template, LockRequest request, Terms terms) throws IOException {
		OptionalLong value = begin(register, terms);
		if (terms.isReentrant() && this.random.nextInt(10) == 0) {
			reenter(template, request, terms);
		}
		end(register, value);
		release();
	}

	/**
	 * The same, but for the release, which another part does.
	 */
	void runUntilRelease(RegisterClient register, Terms terms) throws IOException {
		end(register, begin(register, terms));
		this.log.append(holder(EventType.RELEASE));
		end();
	}

	/**
	 * Enter and leave a lock that the thread has, unless it has lost it: then it is
	 * another hold.
	 */
	private void enterAgain(long outerToken) throws IOException {
		boolean same = this.token == outerToken;
		granted(this.lock, this.op, true, same);
		if (same) {
			this.lock.release();
		}
		else {
			release();
		}
	}

	private OptionalLong begin(RegisterClient register, Terms terms) throws IOException {
		granted(this.lock, this.op, terms.isRenewed(), false);
		long grasp = this.grasp.take();
		this.lock.onLost((loss) -> told());
		OptionalLong value = terms.isExclusive() ? register.read(this.key, this.op, this.token) : OptionalLong.empty();
		hold(Math.max(grasp, holdNanos()));
		return value;
	}

	private void end(RegisterClient register, OptionalLong value) throws IOException {
		if (value.isPresent()) {
			boolean accepted = register.write(this.key, this.op, this.token, value.getAsLong() + 1);
			this.log.append(Events.write(this.key, this.op, this.token, accepted));
		}
		this.ambush.await();
		look();
	}

	/**
	 * What is left of the lease is read after the time of the event, so that the lock was
	 * held at that time if anything is left.
	 */
	private void granted(HeldLock lock, long op, boolean renewed, boolean reentrant) throws IOException {
		long at = System.nanoTime();
		Event event = Events.granted(this.key, op, lock.fencingToken(), lock.remainingLease().toNanos(), reentrant);
		this.log.append(event.at(at).with(Detail.RENEWED, renewed));
	}

	/**
	 * Most holds are short. Of the others some end before the lease would, and some
	 * outlast it, at times for so long that a loss in their midst is a lease old when
	 * they end; but none is so long that a round does not end.
	 */
	private long holdNanos() {
		int kind = this.random.nextInt(100);
		long unit = NodeSettings.holdUnit(this.settings.lease()).toNanos();
		if (kind < this.settings.longHolds()) {
			return (long) (unit * (1.3 + 1.7 * this.random.nextDouble()));
		}
		boolean shorter = kind < this.settings.longHolds() + 4;
		return (long) ((shorter ? unit : SHORT) * this.random.nextDouble());
	}

	/**
	 * Work, and ask all the time whether the lock is held, also when it no longer is.
	 */
	private void hold(long nanos) throws IOException {
		boolean interrupted = false;
		long end = System.nanoTime() + nanos;
		while (System.nanoTime() < end) {
			look();
			LockSupport.parkNanos(LOOK);
			interrupted |= Thread.interrupted();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * As with {@link #granted}, what is left of the lease is read after the time of the
	 * event.
	 */
	private void look() throws IOException {
		Event trusted = holder(EventType.TRUSTED);
		long remaining = this.lock.remainingLease().toNanos();
		if (this.lock.isHeld()) {
			this.log.append(trusted.with(Detail.REMAINING_NANOS, remaining));
		}
		else {
			noticeLoss();
		}
	}

	/**
	 * A callback may come long after the end of a round, when nothing is written any
	 * more.
	 */
	private void told() {
		noticeLoss();
		try {
			this.log.append(holder(EventType.TOLD));
		}
		catch (IOException ex) {
			if (!this.released) {
				NodeProcess.unexpected(ex);
			}
		}
	}

	private void noticeLoss() {
		if (this.lost.compareAndSet(false, true)) {
			try {
				this.log.append(holder(EventType.LOST));
			}
			catch (IOException ex) {
				NodeProcess.unexpected(ex);
			}
		}
	}

	private void reenter(LockTemplate template, LockRequest request, Terms terms) throws IOException {
		long again = this.log.nextOp();
		this.log.append(terms.begin(this.key, again));
		try {
			Optional<HeldLock> inner = template.tryAcquire(request);
			if (inner.isEmpty()) {
				this.log.append(Events.ended(EventType.BUSY, this.key, again));
				return;
			}
			new Tenure(inner.get(), this.key, again, this.log, this.random, this.settings, this.ambush, this.grasp)
				.enterAgain(this.token);
		}
		catch (LockException ex) {
			this.log.append(Events.failed(this.key, again, ex));
		}
	}

	private void release() throws IOException {
		this.log.append(holder(EventType.RELEASE));
		try {
			boolean held = this.lock.release();
			this.log.append(Events.released(this.key, this.op, this.token, held));
		}
		catch (LockException ex) {
			this.log.append(Events.releaseFailed(this.key, this.op, this.token, ex));
		}
		finally {
			end();
		}
	}

	private void end() {
		this.lost.set(true);
		this.released = true;
	}

	private Event holder(EventType type) {
		return Events.holder(type, this.key, this.op, this.token);
	}

}
