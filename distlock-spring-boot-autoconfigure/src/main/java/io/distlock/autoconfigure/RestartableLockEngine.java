// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockEngineMonitor;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockSnapshot;
import io.distlock.LockStatistics;
import io.distlock.lease.LeaseLockEngine;

/**
 * The engine of one provider over the life of an application context, which may be
 * stopped and started again, as for a checkpoint.
 */
final class RestartableLockEngine implements LockEngine, LockEngineMonitor {

	private volatile LeaseLockEngine current;

	private volatile boolean stopped;

	RestartableLockEngine(LeaseLockEngine engine) {
		this.current = engine;
	}

	@Override
	public Optional<HeldLock> acquire(LockRequest request) {
		return this.current.acquire(request);
	}

	@Override
	public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		return this.current.acquireInterruptibly(request);
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		return this.current.acquireAsync(request);
	}

	@Override
	public CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		return this.current.releaseAsync(lock);
	}

	@Override
	public Optional<HeldLock> findHeld(String key) {
		return this.current.findHeld(key);
	}

	@Override
	public Optional<HeldLock> findHeld(LockRequest request) {
		return this.current.findHeld(request);
	}

	@Override
	public boolean isEntered(LockRequest request) {
		return this.current.isEntered(request);
	}

	@Override
	public LockNotAcquiredException notAcquired(LockRequest request) {
		return this.current.notAcquired(request);
	}

	@Override
	public LockStatistics statistics() {
		return this.current.statistics();
	}

	@Override
	public List<LockSnapshot> snapshot() {
		return this.current.snapshot();
	}

	/**
	 * Take requests again after a stop. A lock that outlived the stop ends with its
	 * lease.
	 */
	void start() {
		if (this.stopped) {
			LeaseLockEngine previous = this.current;
			this.current = previous.successor();
			this.stopped = false;
			previous.close();
		}
	}

	void stop(Duration grace) {
		this.stopped = true;
		this.current.shutdown(grace);
	}

	void close() {
		this.stopped = true;
		this.current.close();
	}

}
