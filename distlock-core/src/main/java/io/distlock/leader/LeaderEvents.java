// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.internal.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the listeners of one role, in order, on a thread that ends when idle.
 * Non-volatile fields are confined to this thread. The thread also adds and removes
 * listeners, so that the set of listeners does not change during an event.
 */
final class LeaderEvents {

	private static final Logger logger = LoggerFactory.getLogger(LeaderEvents.class);

	private final ThreadPoolExecutor thread;

	private final Consumer<LeaderTerm> onFailure;

	private final List<Registration> listeners = new ArrayList<>();

	private @Nullable LeaderTerm current;

	private volatile @Nullable Thread telling;

	/**
	 * Create an instance without listeners.
	 * @param role the role
	 * @param onFailure receives the term if a listener fails at the start of the term
	 */
	LeaderEvents(String role, Consumer<LeaderTerm> onFailure) {
		this.onFailure = onFailure;
		this.thread = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				DaemonThreads.named("distlock-leader-events-" + role));
		this.thread.allowCoreThreadTimeOut(true);
	}

	void add(LeaderListener listener) {
		run(() -> {
			Registration registration = new Registration(listener);
			this.listeners.add(registration);
			LeaderTerm term = this.current;
			if (term != null && term.isHeld()) {
				registration.granted(term);
			}
		});
	}

	void remove(LeaderListener listener) {
		run(() -> {
			List<Registration> removed = this.listeners.stream().filter((known) -> known.listener == listener).toList();
			this.listeners.removeAll(removed);
			removed.forEach((registration) -> registration.revoked(RevocationReason.CLOSED));
		});
	}

	CompletableFuture<?> granted(LeaderTerm term) {
		return run(() -> {
			this.current = term;
			for (Registration registration : this.listeners) {
				if (!term.isHeld() || !registration.granted(term)) {
					return;
				}
			}
		});
	}

	CompletableFuture<?> revoked(RevocationReason reason) {
		return run(() -> {
			this.current = null;
			this.listeners.forEach((registration) -> registration.revoked(reason));
		});
	}

	/**
	 * Return a future that completes when all events have been delivered.
	 */
	CompletableFuture<?> idle() {
		return run(() -> {
		});
	}

	boolean isTelling() {
		return this.telling == Thread.currentThread();
	}

	private CompletableFuture<?> run(Runnable task) {
		return CompletableFuture.runAsync(() -> {
			this.telling = Thread.currentThread();
			try {
				task.run();
			}
			finally {
				this.telling = null;
			}
		}, this.thread);
	}

	/**
	 * Listener, and the last term granted to the listener.
	 */
	private final class Registration {

		private final LeaderListener listener;

		private @Nullable LeaderTerm term;

		private Registration(LeaderListener listener) {
			this.listener = listener;
		}

		private boolean granted(LeaderTerm granted) {
			this.term = granted;
			try {
				this.listener.granted(granted);
				return true;
			}
			catch (Throwable ex) {
				logger.error(
						"A listener failed when notified that this node leads role '{}'; the node steps down. Fix {}",
						granted.role(), this.listener, ex);
				LeaderEvents.this.onFailure.accept(granted);
				return false;
			}
		}

		private void revoked(RevocationReason reason) {
			LeaderTerm ended = this.term;
			this.term = null;
			if (ended == null) {
				return;
			}
			try {
				this.listener.revoked(ended, reason);
			}
			catch (Throwable ex) {
				logger.error(
						"A listener failed when notified that this node no longer leads role '{}'. What it should have stopped may still be running. Fix {}",
						ended.role(), this.listener, ex);
			}
		}

	}

}
