// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * Renewal on all masters concurrently. A lease is renewed if a majority has it, and lost
 * if a majority does not; its outcome is reported with the deciding answer, independently
 * of other leases and masters.
 * <p>
 * A master without the renewed lease, because it was down during the grant or has
 * restarted since, receives the lease, so that a hold survives successive restarts of the
 * masters.
 */
final class RedlockRenewal {

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<RedlockNode, LockStoreException> failures = new LinkedHashMap<>();

	private final RedlockGroup group;

	private final List<Vote> votes;

	private final ScriptCall call;

	private final String holder;

	private final RenewalListener outcomes;

	private int replied;

	RedlockRenewal(RedlockGroup group, Collection<Lease> leases, String holder, RenewalListener outcomes) {
		this.group = group;
		this.votes = leases.stream().map((lease) -> new Vote(lease, new ArrayList<>())).toList();
		this.call = RedlockCalls.renew(leases);
		this.holder = holder;
		this.outcomes = outcomes;
	}

	void start() {
		Duration shortest = this.votes.stream()
			.map((vote) -> vote.lease.duration())
			.min(Duration::compareTo)
			.orElseThrow();
		Duration timeout = this.group.timeout(shortest);
		for (RedlockNode node : this.group.nodes()) {
			RedisReplies.timely(node.send(this.call).toCompletableFuture().copy(), this.call::purpose, timeout)
				.whenComplete((reply, failure) -> count(node, reply, failure).forEach(Runnable::run));
		}
	}

	// Returns what to report because of the answer, without the lock.
	private List<Runnable> count(RedlockNode node, @Nullable ScriptReply reply, @Nullable Throwable failure) {
		List<Runnable> reports = new ArrayList<>();
		this.lock.lock();
		try {
			if (reply != null) {
				this.replied++;
				count(node, Set.copyOf(reply.values()), reports);
			}
			else if (failure != null) {
				this.failures.put(node, QuorumCall.storeFailure(failure));
			}
			if (this.replied + this.failures.size() == this.group.nodes().size()) {
				giveUp(reports);
			}
		}
		finally {
			this.lock.unlock();
		}
		return reports;
	}

	private void count(RedlockNode node, Set<Object> missing, List<Runnable> reports) {
		for (int i = 0; i < this.votes.size(); i++) {
			Vote vote = this.votes.get(i);
			if (missing.contains((long) i)) {
				vote.without.add(node);
				if (yes(vote) >= this.group.majority()) {
					reports.add(() -> join(node, vote.lease));
				}
				else if (vote.without.size() == this.group.majority()) {
					reports.add(() -> this.outcomes.lost(vote.lease));
				}
			}
			else if (yes(vote) == this.group.majority()) {
				reports.add(() -> this.outcomes.kept(vote.lease));
				vote.without.forEach((other) -> reports.add(() -> join(other, vote.lease)));
			}
		}
	}

	private void giveUp(List<Runnable> reports) {
		List<Vote> undecided = this.votes.stream()
			.filter((vote) -> Math.max(yes(vote), vote.without.size()) < this.group.majority())
			.toList();
		if (!undecided.isEmpty()) {
			LockStoreException cause = this.group.undecided(this.call, this.replied, this.failures, Outcome.UNKNOWN);
			undecided.forEach((vote) -> reports.add(() -> this.outcomes.unknown(vote.lease, cause)));
		}
	}

	private void join(RedlockNode node, Lease lease) {
		node.send(RedlockCalls.join(lease, this.holder));
	}

	private int yes(Vote vote) {
		return this.replied - vote.without.size();
	}

	/**
	 * Masters without a lease so far. Guarded by the lock.
	 */
	private record Vote(Lease lease, List<RedlockNode> without) {

	}

}
