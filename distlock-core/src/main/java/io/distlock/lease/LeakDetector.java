// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.lang.ref.Cleaner;
import java.util.concurrent.RejectedExecutionException;

import io.distlock.internal.task.EngineTasks.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases a lock of an asynchronous request that its user can no longer reach. Such a
 * lock would be renewed indefinitely, for example if a timeout ends the subsequent stages
 * before the lock is granted.
 */
final class LeakDetector {

	private static final Logger logger = LoggerFactory.getLogger(LeakDetector.class);

	private static final StackWalker stack = StackWalker.getInstance();

	private static final String LIBRARY = "io.distlock.";

	private final Engine engine;

	private final ResolvedRequest request;

	private final StackWalker.@Nullable StackFrame where;

	/**
	 * Remember the caller of the request.
	 */
	LeakDetector(Engine engine, ResolvedRequest request) {
		this.engine = engine;
		this.request = request;
		this.where = request.autoRenew ? caller() : null;
	}

	private static StackWalker.@Nullable StackFrame caller() {
		return stack.walk((frames) -> frames.filter((frame) -> !frame.getClassName().startsWith(LIBRARY))
			.findFirst()
			.orElse(null));
	}

	/**
	 * Watch a delivered lock. A lock without renewal needs no watch, because it expires.
	 * @param handle the object held by the owner
	 * @param release releases the hold; must not refer to the handle
	 * @return ends the watch, {@code null} for none
	 */
	Cleaner.@Nullable Cleanable watch(Object handle, Hold hold, Runnable release) {
		return this.request.autoRenew ? Cleaners.CLEANER.register(handle, () -> release(hold, release)) : null;
	}

	private void release(Hold hold, Runnable release) {
		if (!hold.isHeld()) {
			return;
		}
		logger.warn(
				"Lock '{}' (fencing token {}), acquired asynchronously at {}, was never released and is no longer reachable; releasing it now. Use executeAsync, which always releases, or release the lock on every path, including after a timeout",
				this.request.key, hold.tokenText(), this.where);
		try {
			this.engine.tasks.runPatiently(Kind.REQUEST, release);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Leaving lock '{}' to expire, because the engine is closed", this.request.key);
		}
	}

	/**
	 * Starts its thread with the first use. A thread of the JDK does not refer to the
	 * application, which may be stopped while the JVM continues.
	 */
	private static final class Cleaners {

		static final Cleaner CLEANER = Cleaner.create();

	}

}
