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

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RecentReleases;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes with which this provider holds locks, by the attempt that was granted. A
 * grant is bound to its attempt here and nowhere else: an attempt that was never granted
 * has no node to release, whatever became of its requests.
 */
final class HeldNodes {

	private static final Logger logger = LoggerFactory.getLogger(HeldNodes.class);

	private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long ASLEEP = Long.MAX_VALUE;

	private final RecentReleases released = new RecentReleases();

	private final Map<LockOwner, HeldNode> nodes = new ConcurrentHashMap<>();

	private final long epoch = System.nanoTime();

	/**
	 * When the next look at all leases is due, counted from the epoch. It is not called
	 * off when locks are released, so that short holds cost no timer.
	 */
	private final AtomicLong nextSweep = new AtomicLong(ASLEEP);

	private final AtomicReference<@Nullable Future<?>> sweep = new AtomicReference<>();

	private final ScheduledExecutorService timer;

	private final NodeCleanup removals;

	HeldNodes(ScheduledExecutorService timer, NodeCleanup removals) {
		this.timer = timer;
		this.removals = removals;
	}

	/**
	 * Hold a lock with a node that is the first in line.
	 */
	Lease hold(QueueNode place, LockPath lock, LockClaim claim, LockOwner owner) {
		HeldNode node = new HeldNode(place, lock, owner);
		Lease lease = node.lease(claim);
		node.extend(lease.duration());
		this.nodes.put(owner, node);
		sweepIn(node.leftNanos());
		return lease;
	}

	boolean isEmpty() {
		return this.nodes.isEmpty();
	}

	@Nullable HeldNode find(LockOwner owner) {
		return this.nodes.get(owner);
	}

	/**
	 * Let a lease run from now on.
	 * @return {@code false} if it has ended
	 */
	boolean extend(HeldNode node, Lease lease) {
		boolean extended = node.extend(lease.duration());
		sweepIn(node.leftNanos());
		return extended;
	}

	/**
	 * Remove a node, and wait for the answer.
	 * @return whether it was there; if the answer is that the session has expired, the
	 * node was gone with it
	 */
	boolean release(LockKey key, HeldNode node, String purpose) {
		boolean released = !node.session().isOver() && remove(node, purpose);
		if (released) {
			this.released.add(key, node.owner());
		}
		forget(node);
		return released;
	}

	/**
	 * Return whether an owner has released a lock.
	 */
	boolean isReleased(LockKey key, LockOwner owner) {
		return this.released.contains(key, owner);
	}

	private static boolean remove(HeldNode node, String purpose) {
		boolean again = node.isLeft();
		node.leave();
		try {
			return ZooKeeperReplies.await(purpose, node.session().delete(node.path()));
		}
		catch (NoNodeException ex) {
			// A request before this one had no answer, but took effect.
			return again && !node.session().isOver();
		}
		catch (LockStoreException ex) {
			if (!ZooKeeperReplies.isExpiry(ex)) {
				throw ex;
			}
			return false;
		}
	}

	void forget(HeldNode node) {
		this.nodes.remove(node.owner(), node);
	}

	/**
	 * Forget the nodes of a session that is over.
	 * @return who held them
	 */
	List<LockOwner> forgetAll(Session session) {
		Collection<HeldNode> lost = this.nodes.values().stream().filter((node) -> node.session() == session).toList();
		lost.forEach(this::forget);
		return lost.stream().map(HeldNode::owner).toList();
	}

	/**
	 * Forget the node of this path, if it is one of ours.
	 * @return who held it
	 */
	List<LockOwner> forget(String path) {
		Collection<HeldNode> lost = this.nodes.values().stream().filter((node) -> node.path().equals(path)).toList();
		lost.forEach(this::forget);
		return lost.stream().map(HeldNode::owner).toList();
	}

	/**
	 * Have each lease that runs now end in time, although there are no more sweeps.
	 */
	void leaveToTheirLeases() {
		replaceSweep(null);
		for (HeldNode node : this.nodes.values()) {
			this.timer.schedule(() -> this.removals.remove(node.session(), node.path()), node.leftNanos(),
					TimeUnit.NANOSECONDS);
		}
	}

	private void sweepIn(long nanos) {
		long due = age() + Math.max(nanos, SHORTEST_PAUSE);
		long planned = this.nextSweep.get();
		while (due < planned) {
			if (this.nextSweep.compareAndSet(planned, due)) {
				schedule(due);
				return;
			}
			planned = this.nextSweep.get();
		}
	}

	private void schedule(long due) {
		try {
			replaceSweep(this.timer.schedule(() -> sweep(due), Math.max(0, due - age()), TimeUnit.NANOSECONDS));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("No sweep after the provider was closed");
		}
	}

	private void replaceSweep(@Nullable Future<?> next) {
		Future<?> before = this.sweep.getAndSet(next);
		if (before != null) {
			before.cancel(false);
		}
	}

	private void sweep(long due) {
		if (!this.nextSweep.compareAndSet(due, ASLEEP)) {
			return;
		}
		long next = LONGEST_PAUSE;
		for (HeldNode node : this.nodes.values()) {
			if (node.endIfDue()) {
				end(node);
			}
			else {
				next = Math.min(next, node.leftNanos());
			}
		}
		if (!this.nodes.isEmpty()) {
			sweepIn(next);
		}
	}

	private void end(HeldNode node) {
		logger.debug("The lease of '{}' has ended", node.path());
		forget(node);
		this.removals.remove(node.session(), node.path());
	}

	private long age() {
		return System.nanoTime() - this.epoch;
	}

}
