package io.distlock.lease;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for a key. As the leader it asks the store itself, so that an
 * uncontended lock needs no other thread.
 */
final class ThreadWaiter extends Waiter {

	private final Engine engine;

	private final KeyQueue queue;

	private final Thread thread = Thread.currentThread();

	private final boolean interruptible;

	private boolean interrupted;

	private volatile boolean signalled;

	ThreadWaiter(Engine engine, KeyQueue queue, Demand demand, boolean interruptible) {
		super(demand);
		this.engine = engine;
		this.queue = queue;
		this.interruptible = interruptible;
	}

	/**
	 * Wait for the key. An interrupt that comes later than a hand-over stays in the
	 * thread's flag; one that comes before ends the wait and leaves nothing behind.
	 * @return the hold, or {@code null} if the wait ran out
	 * @throws InterruptedException if the wait is interruptible and was interrupted
	 */
	@Nullable Hold await() throws InterruptedException {
		this.interrupted = Thread.interrupted();
		Hold hold = null;
		try {
			this.queue.join(this);
			hold = awaitTurn();
			return hold;
		}
		finally {
			if (hold == null) {
				this.engine.queues().leave(this.queue);
			}
			if (this.interrupted) {
				this.thread.interrupt();
			}
		}
	}

	private @Nullable Hold awaitTurn() throws InterruptedException {
		while (true) {
			switch (role()) {
				case LEADING -> {
					return lead();
				}
				case GRANTED -> {
					return hold();
				}
				default -> {
					if (mustGo() && this.queue.abandon(this)) {
						checkEnd();
						return null;
					}
					if (role() == Role.QUEUED) {
						park(Nanos.left(deadline()));
					}
				}
			}
		}
	}

	private boolean mustGo() {
		return Nanos.reached(deadline()) || isInterrupted() || this.engine.closing().isOn();
	}

	private boolean isInterrupted() {
		return this.interruptible && this.interrupted;
	}

	private void checkEnd() throws InterruptedException {
		if (isInterrupted()) {
			this.interrupted = false;
			throw new InterruptedException("Interrupted while waiting for lock '%s'".formatted(demand().key()));
		}
		if (this.engine.closing().isOn()) {
			throw this.engine.messages().shuttingDown(demand());
		}
	}

	private @Nullable Hold lead() throws InterruptedException {
		boolean granted = false;
		try (Contest contest = new Contest(this.engine, this.queue, this, this::wake)) {
			RemoteLease lease = contend(contest);
			if (lease != null && isInterruptedNow()) {
				this.engine.store().release(lease.lease(), lease.lastToken());
				lease = null;
			}
			if (lease == null) {
				checkEnd();
				contest.giveUp();
				return null;
			}
			granted = true;
			return this.queue.granted(this, lease);
		}
		finally {
			if (!granted) {
				this.queue.resign(this);
			}
		}
	}

	private @Nullable RemoteLease contend(Contest contest) {
		boolean first = demand().waitNanos() == 0;
		awaitBackOff();
		while (first || !mustGo()) {
			first = false;
			this.signalled = false;
			RemoteLease lease = contest.ask();
			if (lease != null) {
				return lease;
			}
			pause(Math.min(contest.retryAfter(), Nanos.left(deadline())));
		}
		return null;
	}

	private boolean isInterruptedNow() {
		this.interrupted |= Thread.interrupted();
		return isInterrupted();
	}

	private void awaitBackOff() {
		this.signalled = false;
		pause(Math.min(Nanos.left(notBefore()), Nanos.left(deadline())));
	}

	private void pause(long nanos) {
		long end = Nanos.now() + nanos;
		long left = nanos;
		while (left > 0 && !this.signalled && !isInterrupted() && !this.engine.closing().isOn()) {
			park(left);
			left = Nanos.left(end);
		}
	}

	private void park(long nanos) {
		LockSupport.parkNanos(this, nanos);
		this.interrupted |= Thread.interrupted();
	}

	@Override
	void wake() {
		this.signalled = true;
		LockSupport.unpark(this.thread);
	}

	@Override
	Thread thread() {
		return this.thread;
	}

}
