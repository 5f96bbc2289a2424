package io.distlock.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for a key without a thread. A worker is borrowed for each request to
 * the store, and between them only a timer or a wake-up is awaited.
 */
final class AsyncWaiter extends Waiter {

	private final Engine engine;

	private final KeyQueue queue;

	private final CompletableFuture<HeldLock> future = new CompletableFuture<>();

	/**
	 * Wake-ups not yet looked at; the one who raises it from zero starts a worker.
	 */
	private final AtomicInteger wakeUps = new AtomicInteger();

	private final boolean once;

	private @Nullable Contest contest;

	private @Nullable ScheduledFuture<?> timer;

	private volatile boolean signalled;

	private volatile long askAt;

	AsyncWaiter(Engine engine, KeyQueue queue, Demand demand) {
		super(demand);
		this.engine = engine;
		this.queue = queue;
		this.once = demand.waitNanos() == 0;
	}

	CompletableFuture<HeldLock> start() {
		this.future.whenComplete((lock, failure) -> {
			if (failure != null) {
				wake();
			}
		});
		this.queue.join(this);
		wake();
		return this.future;
	}

	@Override
	void wake() {
		this.signalled = true;
		look();
	}

	private void look() {
		if (this.wakeUps.getAndIncrement() == 0) {
			try {
				this.engine.threads().workers().execute(this::work);
			}
			catch (RejectedExecutionException ex) {
				this.future.completeExceptionally(this.engine.messages().shuttingDown(demand()));
			}
		}
	}

	private void work() {
		int seen;
		do {
			seen = this.wakeUps.get();
			try {
				step();
			}
			catch (RuntimeException | Error ex) {
				end(ex);
			}
		}
		while (this.wakeUps.addAndGet(-seen) > 0);
	}

	private void step() {
		switch (role()) {
			case QUEUED -> waitInLine();
			case LEADING -> lead();
			case GRANTED -> deliver();
			case GONE -> {
			}
		}
	}

	private void waitInLine() {
		if (!mustGo()) {
			lookIn(Nanos.left(deadline()));
		}
		else if (this.queue.abandon(this)) {
			fail();
		}
		else {
			look();
		}
	}

	private boolean mustGo() {
		return this.future.isDone() || Nanos.reached(deadline()) || this.engine.closing().isOn();
	}

	private void lead() {
		boolean first = this.contest == null && this.once && !this.future.isDone();
		if (mustGo() && !first) {
			resign();
			fail();
		}
		else if (!Nanos.reached(notBefore())) {
			lookIn(Math.min(Nanos.left(notBefore()), Nanos.left(deadline())));
		}
		else if (this.signalled || Nanos.reached(this.askAt)) {
			ask(contest());
		}
		else {
			lookIn(Nanos.left(this.askAt));
		}
	}

	private Contest contest() {
		Contest contest = this.contest;
		if (contest == null) {
			contest = new Contest(this.engine, this.queue, this, this::wake);
			this.contest = contest;
		}
		return contest;
	}

	private void ask(Contest contest) {
		this.signalled = false;
		RemoteLease lease = contest.ask();
		if (lease != null) {
			contest.close();
			this.queue.granted(this, lease);
			deliver();
			return;
		}
		long pause = Math.max(0, Math.min(contest.retryAfter(), Nanos.left(deadline())));
		this.askAt = Nanos.now() + pause;
		lookIn(pause);
	}

	private void deliver() {
		Hold hold = hold();
		if (hold == null || isDelivered()) {
			return;
		}
		cancelTimer();
		HoldHandle handle = new HoldHandle(this.engine, hold);
		leave();
		CompletableFuture.runAsync(() -> complete(handle));
	}

	/**
	 * What the user does next runs here, so this is no thread of the engine's.
	 */
	private void complete(HoldHandle handle) {
		if (!this.future.complete(handle)) {
			handle.release();
		}
	}

	private boolean isDelivered() {
		return role() == Role.GONE;
	}

	private void resign() {
		Contest contest = this.contest;
		if (contest != null) {
			contest.close();
		}
		this.queue.resign(this);
	}

	private void fail() {
		this.engine.queues().leave(this.queue);
		cancelTimer();
		this.future.completeExceptionally(reason());
	}

	private Throwable reason() {
		if (this.engine.closing().isOn()) {
			return this.engine.messages().shuttingDown(demand());
		}
		try {
			if (this.contest != null) {
				this.contest.giveUp();
			}
			return this.engine.messages().notAcquired(demand());
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

	private void end(Throwable failure) {
		if (role() == Role.LEADING) {
			resign();
			this.engine.queues().leave(this.queue);
		}
		cancelTimer();
		this.future.completeExceptionally(failure);
	}

	private void lookIn(long nanos) {
		cancelTimer();
		this.timer = this.engine.threads().schedule(this::look, Math.max(0, nanos));
	}

	private void cancelTimer() {
		ScheduledFuture<?> timer = this.timer;
		if (timer != null) {
			timer.cancel(false);
		}
	}

	@Override
	@Nullable Thread thread() {
		return null;
	}

}
