// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handle returned to the caller of an acquisition or a re-entry.
 */
final class HoldHandle extends ObservableLock {

	private static final Logger logger = LoggerFactory.getLogger(HoldHandle.class);

	final Engine engine;

	private final KeyQueue queue;

	final Hold hold;

	final LockMode asked;

	/**
	 * Represents this handle in objects that must not keep the handle reachable.
	 */
	private final AtomicBoolean released = new AtomicBoolean();

	private volatile boolean hasCallbacks;

	/**
	 * Set if only the application decides on the release.
	 */
	private volatile boolean kept;

	/**
	 * Watches the reachability of this handle until its release. The watch keeps the
	 * watched objects reachable, including callbacks that may refer to this handle.
	 */
	Cleaner.@Nullable Cleanable watch;

	/**
	 * Create a handle.
	 * @param asked the requested mode; the holder of an exclusive lock may enter the lock
	 * to read
	 */
	HoldHandle(KeyQueue queue, Hold hold, LockMode asked) {
		super(hold.request.options.onLost());
		this.engine = queue.engine;
		this.queue = queue;
		this.hold = hold;
		this.asked = asked;
	}

	boolean isGivenBack() {
		return isGivenBack(this.released.get());
	}

	@Override
	public String key() {
		return this.hold.request.name();
	}

	@Override
	public long fencingToken() {
		if (!hasFencingToken()) {
			throw this.hold.withoutToken(this.engine.store.name());
		}
		return this.hold.token;
	}

	@Override
	public boolean hasFencingToken() {
		return this.hold.token != Hold.NO_TOKEN;
	}

	@Override
	public boolean isHeld() {
		return !this.released.get() && this.hold.isHeld();
	}

	@Override
	public void assertHeld() {
		if (!isHeld()) {
			throw notHeld();
		}
	}

	/**
	 * Check that the lock was not lost, regardless of a release.
	 */
	void assertNotLost() {
		LockLostException loss = this.hold.loss;
		if (loss != null) {
			throw loss;
		}
	}

	private LockLostException notHeld() {
		assertNotLost();
		if (this.released.get() || this.hold.released || this.hold.lease.isReturned()) {
			return this.hold.afterRelease(this.engine.store.name());
		}
		return this.hold.lost(this.hold.expiry(), this.engine.store.name()).reason();
	}

	@Override
	public Duration remainingLease() {
		return isHeld() ? Duration.ofNanos(this.hold.lease.leftNanos()) : Duration.ZERO;
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
		this.hasCallbacks = true;
		this.queue.onLost(this.hold, this.released, callback);
	}

	@Override
	void keep(boolean kept) {
		if (this.kept != kept) {
			this.queue.locked(() -> changeKept(kept));
		}
	}

	/**
	 * Change the flag. Called under the mutex of the queue; no effect on a released
	 * handle.
	 */
	private boolean changeKept(boolean kept) {
		boolean changed = this.kept != kept && !(kept && this.released.get());
		if (changed) {
			this.kept = kept;
			this.hold.keep(kept);
		}
		return changed;
	}

	@Override
	List<Hold> holds() {
		return List.of(this.hold);
	}

	/**
	 * Refuse a request for a lost lock. A permit does not count as the lock of the same
	 * name.
	 */
	@Override
	void refuseLost(Engine engine, ResolvedRequest request) {
		boolean same = this.engine == engine && key().equals(request.name())
				&& (this.asked == LockMode.PERMIT) == (request.key.mode() == LockMode.PERMIT);
		if (same && !this.released.get()) {
			assertHeld();
		}
	}

	@Override
	public boolean releaseBy(ReleaseRequest request) {
		return !this.released.get() && new LeaseReturn(this.queue, this.hold).by(request);
	}

	@Override
	boolean end() {
		if (!this.released.compareAndSet(false, true)) {
			return false;
		}
		try {
			leaveContext();
			if (this.kept) {
				keep(false);
			}
			return leave();
		}
		finally {
			if (this.hasCallbacks) {
				this.queue.forget(this.hold, this.released);
			}
			if (this.watch != null) {
				this.watch.clean();
			}
			Reference.reachabilityFence(this);
		}
	}

	private boolean leave() {
		try {
			return new LeaseReturn(this.queue, this.hold).leave();
		}
		finally {
			if (this.hold.observed != null) {
				notifyObserver(this.hold.released);
			}
		}
	}

	@Override
	void endQuietly() {
		try {
			end();
		}
		catch (RuntimeException ex) {
			logger.warn("Lock '{}' could not be released; it becomes free when its lease expires",
					this.hold.request.key, ex);
		}
	}

	@Override
	void observe(LockObserver.Holding observed) {
		this.hold.observed = observed;
		this.queue.onLost(this.hold, this.hold, observed::lost);
	}

	@Override
	LockObserver.@Nullable Holding observed() {
		return this.hold.observed;
	}

	@Override
	public String toString() {
		return "HeldLock[key=%s, fencingToken=%s, held=%s]".formatted(this.hold.request.key, this.hold.tokenText(),
				isHeld());
	}

}
