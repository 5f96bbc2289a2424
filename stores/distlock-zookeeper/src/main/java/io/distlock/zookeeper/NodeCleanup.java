// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import io.distlock.line.internal.PendingRequests;
import io.distlock.line.internal.RepeatedRequests;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes obsolete nodes in the background. A failed removal is retried until it succeeds
 * or the session has ended, which removes the nodes as well.
 */
final class NodeCleanup {

	private static final Logger logger = LoggerFactory.getLogger(NodeCleanup.class);

	private final PendingRequests pending = new PendingRequests();

	private final RepeatedRequests repeated;

	NodeCleanup(ScheduledExecutorService timer) {
		this.repeated = new RepeatedRequests(timer);
	}

	/**
	 * Register a removal for which the close of the provider waits. Called before the
	 * request is sent.
	 */
	void await(CompletableFuture<?> removal) {
		this.pending.add(removal);
	}

	/**
	 * Return a future that completes after all current removals.
	 */
	CompletableFuture<Void> done() {
		return this.pending.done();
	}

	/**
	 * Remove a node.
	 */
	CompletableFuture<Boolean> remove(Session session, String path) {
		return untilDone(session, path, () -> session.delete(path));
	}

	/**
	 * Remove a node if it was created. The result is definite: a create request that was
	 * lost with its connection either took effect before the session moved to another
	 * server, or is refused because the session has moved.
	 * @param id the prefix of the node's name
	 */
	CompletableFuture<Boolean> find(Session session, LockPath lock, String id) {
		return untilDone(session, lock.parent(),
				() -> session.childrenOfLeader(lock.parent())
					.thenCompose((names) -> CompletableFuture.allOf(names.stream()
						.filter((name) -> name.startsWith(LockPath.prefix(id)))
						.map((name) -> remove(session, lock.child(name)))
						.toArray(CompletableFuture<?>[]::new))));
	}

	private CompletableFuture<Boolean> untilDone(Session session, String path, Supplier<CompletableFuture<?>> request) {
		CompletableFuture<Boolean> done = this.repeated
			.untilDone(() -> request.get().handle((answer, failure) -> isDone(session, path, failure)));
		this.pending.add(done);
		return done;
	}

	private static boolean isDone(Session session, String path, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (cause == null || cause instanceof NoNodeException || session.isOver()) {
			return true;
		}
		logger.debug("Node '{}' could not be removed yet", path, cause);
		return false;
	}

}
