/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.zookeeper;

import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes nodes that are not wanted any more, in the background. What fails is tried
 * again until it succeeds or the session is over, which removes them too.
 */
final class NodeCleanup {

	private static final Logger logger = LoggerFactory.getLogger(NodeCleanup.class);

	private static final long RETRY_MILLIS = 500;

	private final ScheduledExecutorService timer;

	NodeCleanup(ScheduledExecutorService timer) {
		this.timer = timer;
	}

	/**
	 * Remove a node.
	 */
	void remove(Session session, String path) {
		session.delete(path)
			.whenComplete((done, failure) -> retry(session, failure, path, () -> remove(session, path)));
	}

	/**
	 * Remove a node if it was made. The answer is definite: a request that was lost with
	 * its connection either took effect before the session went on over another one, or
	 * is refused, since the session has moved.
	 * @param id what its name begins with
	 */
	void find(Session session, LockPath lock, String id) {
		session.childrenOfLeader(lock.parent())
			.thenAccept((names) -> names.stream()
				.filter((name) -> name.startsWith(LockPath.prefix(id)))
				.forEach((name) -> remove(session, lock.child(name))))
			.whenComplete((done, failure) -> retry(session, failure, lock.parent(), () -> find(session, lock, id)));
	}

	private void retry(Session session, @Nullable Throwable failure, String path, Runnable task) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (cause == null || cause instanceof NoNodeException || session.isOver()) {
			return;
		}
		logger.debug("Node '{}' could not be removed yet", path, cause);
		try {
			this.timer.schedule(task, RETRY_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Node '{}' is left to the end of its session", path);
		}
	}

}
