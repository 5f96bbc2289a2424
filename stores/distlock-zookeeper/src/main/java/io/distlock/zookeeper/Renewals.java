// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.distlock.internal.task.Durations;
import io.distlock.line.internal.HeldPlace;
import io.distlock.line.internal.HeldPlaces;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Renews all leases in one round trip. A lease is valid while the session that created
 * its node is alive and the node exists. Both are checked after an agreement of a
 * majority of the servers, so a server without a majority, including a former leader,
 * renews no lease.
 * <p>
 * No thread waits for the answers: the client reports the outcome of each lease when its
 * answer arrives.
 */
final class Renewals {

	private static final String PURPOSE = "renew locks";

	private final ScheduledExecutorService timer;

	private final HeldPlaces<QueueNode> held;

	private final NodeCleanup removals;

	private final String locks;

	Renewals(ScheduledExecutorService timer, HeldPlaces<QueueNode> held, NodeCleanup removals, String locks) {
		this.timer = timer;
		this.held = held;
		this.removals = removals;
		this.locks = locks;
	}

	/**
	 * Send renewals of leases.
	 */
	void renew(Collection<Lease> leases, RenewalListener outcomes) {
		List<CompletableFuture<Stat>> answers = new ArrayList<>(leases.size());
		Map<Session, CompletableFuture<Boolean>> agreements = new HashMap<>();
		for (Lease lease : leases) {
			HeldPlace<QueueNode> node = this.held.find(lease.owner());
			if (node == null || node.place().session().isOver() || outlivesTrust(lease, node)) {
				outcomes.lost(lease);
			}
			else if (!node.place().session().isConnected()) {
				outcomes.unknown(lease, notConnected());
			}
			else {
				CompletableFuture<Boolean> agreement = agreements.computeIfAbsent(node.place().session(), this::agree);
				CompletableFuture<Stat> answer = agreement
					.thenCombine(node.place().session().exists(node.place().path()), (agreed, stat) -> stat);
				answer.whenComplete((stat, failure) -> report(lease, node, stat, failure, outcomes));
				answers.add(answer);
			}
		}
		agreements.forEach((session, agreement) -> leaveIfSilent(session, agreement, limit(session)));
		endInTime(answers);
	}

	/**
	 * Leave a server that does not respond for another server. The client alone would
	 * wait for two thirds of the session timeout, longer than any lease.
	 */
	private void leaveIfSilent(Session session, CompletableFuture<Boolean> agreement, Duration delay) {
		if (!agreement.isDone() && !this.timer.isShutdown()) {
			later(() -> leaveIfSilent(session, agreement, session.leaveIfSilent(limit(session))), delay, agreement);
		}
	}

	private static Duration limit(Session session) {
		return session.trust().dividedBy(4);
	}

	/**
	 * Return whether the servers have shortened the session since the grant, so that the
	 * lease exceeds the trusted time. The lock is given up in this case.
	 */
	private boolean outlivesTrust(Lease lease, HeldPlace<QueueNode> node) {
		if (lease.duration().compareTo(node.place().session().trust()) <= 0) {
			return false;
		}
		this.held.forget(node);
		this.removals.remove(node.place().session(), node.place().path());
		return true;
	}

	/**
	 * Make the servers agree. If the parent node of all locks is gone, all locks are gone
	 * as well, as reported by the subsequent answers.
	 */
	private CompletableFuture<Boolean> agree(Session session) {
		return session.agree(this.locks)
			.thenApply((agreed) -> true)
			.exceptionallyCompose((failure) -> (cause(failure) instanceof NoNodeException)
					? CompletableFuture.completedFuture(true) : CompletableFuture.failedFuture(failure));
	}

	private void report(Lease lease, HeldPlace<QueueNode> node, @Nullable Stat stat, @Nullable Throwable failure,
			RenewalListener outcomes) {
		Throwable cause = (failure != null) ? cause(failure) : null;
		boolean there = stat != null && stat.getCzxid() == node.place().transaction();
		if (there && this.held.extend(node, lease)) {
			outcomes.kept(lease);
		}
		else if (cause == null || cause instanceof NoNodeException || ZooKeeperReplies.isExpiry(cause)
				|| node.place().session().isOver()) {
			this.held.forget(node);
			outcomes.lost(lease);
		}
		else {
			outcomes.unknown(lease, ZooKeeperReplies.failed(PURPOSE, cause));
		}
	}

	/**
	 * Fail answers that are overdue.
	 */
	private void endInTime(List<CompletableFuture<Stat>> answers) {
		if (!answers.stream().allMatch(CompletableFuture::isDone)) {
			later(() -> answers.forEach(Renewals::end), Deadline.MAX_RESPONSE_TIME,
					CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)));
		}
	}

	/**
	 * Run a task after a delay unless an answer arrives first, or at once if this
	 * provider is closed.
	 */
	private void later(Runnable task, Duration delay, CompletableFuture<?> unless) {
		try {
			Future<?> scheduled = this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
			unless.whenComplete((done, failure) -> scheduled.cancel(false));
		}
		catch (RejectedExecutionException ex) {
			task.run();
		}
	}

	private static void end(CompletableFuture<Stat> answer) {
		answer.completeExceptionally(
				new TimeoutException("No response within " + Durations.text(Deadline.MAX_RESPONSE_TIME)));
	}

	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private static LockStoreException notConnected() {
		return new LockStoreException("Could not %s in ZooKeeper. The connection is lost".formatted(PURPOSE),
				Outcome.TRANSIENT, null);
	}

}
