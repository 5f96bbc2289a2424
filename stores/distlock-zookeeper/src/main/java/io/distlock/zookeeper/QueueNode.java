// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.distlock.line.internal.HeldPlaces.Removal;
import io.distlock.line.internal.Place;
import io.distlock.provider.LockStoreException;
import io.distlock.zookeeper.Session.CreatedNode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Node of a contender. From the create request on, this JVM must remove the node, even
 * without an answer; the identifier in its name allows a search.
 */
final class QueueNode implements Place {

	private final Session session;

	private final LockPath lock;

	private final String id;

	private final CompletableFuture<CreatedNode> node;

	private final CompletableFuture<Stat> container;

	private final NodeCleanup removals;

	private final long madeAt = System.nanoTime();

	QueueNode(Session session, LockPath lock, String id, CompletableFuture<CreatedNode> node,
			CompletableFuture<Stat> container, NodeCleanup removals) {
		this.session = session;
		this.lock = lock;
		this.id = id;
		this.node = node;
		this.container = container;
		this.removals = removals;
	}

	/**
	 * Wait until the node was created and the container was read afterwards. Separate
	 * waits would cause two wake-ups.
	 * @throws NoNodeException if the container is missing
	 */
	QueueNode await(String purpose, Deadline deadline) throws NoNodeException {
		ZooKeeperReplies.await(purpose,
				this.node.thenCombine(this.container.handle((answer, failure) -> true), (made, done) -> made),
				deadline);
		return this;
	}

	/**
	 * Remove the node as soon as its creation is confirmed or uncertain.
	 */
	void leave() {
		this.removals.await(this.node.handle(this::removed).thenCompose(Function.identity()));
	}

	private CompletableFuture<Boolean> removed(@Nullable CreatedNode made, @Nullable Throwable failure) {
		if (made != null) {
			return this.removals.remove(this.session, made.path());
		}
		return ZooKeeperReplies.isDoubtful(failure) ? this.removals.find(this.session, this.lock, this.id)
				: CompletableFuture.completedFuture(true);
	}

	Session session() {
		return this.session;
	}

	/**
	 * Return the container, read after the creation of the node.
	 */
	CompletableFuture<Stat> container() {
		return this.container;
	}

	LockPath lock() {
		return this.lock;
	}

	@Override
	public Duration trustLeft() {
		return this.session.trustLeft();
	}

	@Override
	public boolean isOver() {
		return this.session.isOver();
	}

	/**
	 * Remove the node, and wait for the answer.
	 */
	Removal remove(String purpose) {
		try {
			ZooKeeperReplies.await(purpose, this.session.delete(path()));
			return Removal.DONE;
		}
		catch (NoNodeException ex) {
			return Removal.MISSING;
		}
		catch (LockStoreException ex) {
			if (!ZooKeeperReplies.isExpiry(ex)) {
				throw ex;
			}
			return Removal.TOO_LATE;
		}
	}

	@Override
	public String path() {
		return this.node.join().path();
	}

	String name() {
		return LockPath.name(path());
	}

	/**
	 * Return the last known time of the servers.
	 */
	Instant now() {
		return Instant.ofEpochMilli(this.node.join().stat().getCtime()).plusNanos(System.nanoTime() - this.madeAt);
	}

	/**
	 * Return the ID of the transaction that created the node.
	 */
	@Override
	public long transaction() {
		return this.node.join().stat().getCzxid();
	}

}
