// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.lease.WaitingLine.Entry;
import io.distlock.lease.WaitingLine.Role;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Single attempt of the calling thread to acquire several keys in one store request, all
 * or none. Made only while no thread of this JVM uses any of the keys. The attempt never
 * waits, so no key is withheld from other threads. A caller that has to wait acquires the
 * keys one after the other: repeated attempts for all keys at once could be overtaken
 * indefinitely by requests for single keys.
 */
final class GroupAttempt {

	private final Engine engine;

	private final KeyQueues keys;

	private final List<ResolvedRequest> requests;

	private final Entry[] leaders;

	private final KeyQueue[] queues;

	/**
	 * Set if the store reported a busy key.
	 */
	private boolean busy;

	/**
	 * Create an attempt.
	 * @param engine the engine
	 * @param keys the queues of all keys
	 * @param requests the keys, in order
	 */
	GroupAttempt(Engine engine, KeyQueues keys, List<ResolvedRequest> requests) {
		this.engine = engine;
		this.keys = keys;
		this.requests = requests;
		this.leaders = new Entry[requests.size()];
		this.queues = new KeyQueue[requests.size()];
	}

	/**
	 * Send the store request, if useful.
	 * @return the holds in the order of the keys; {@code null} if a key was busy, no
	 * request was sent, or the outcome is unknown
	 * @throws LockProviderException if the store failed and a retry would fail as well
	 */
	@Nullable List<HoldHandle> ask() {
		try {
			// A caller who shares a key would wait for itself.
			this.requests.forEach(this.keys::entered);
			if (!isPossible() || !leadAll()) {
				return null;
			}
			this.requests.forEach(this.keys::refuseLost);
			return attempt();
		}
		finally {
			resign();
		}
	}

	/**
	 * Return whether the only attempt of the request was made and refused.
	 */
	boolean isRefused() {
		return this.busy && this.requests.get(0).waitNanos == 0;
	}

	/**
	 * Return whether the store supports a joint request. Without an answer of the store,
	 * a request for each key repeats the attempt and describes the failure.
	 */
	private boolean isPossible() {
		if (this.engine.closing || this.requests.get(0).key.mode() != LockMode.EXCLUSIVE) {
			return false;
		}
		try {
			return this.engine.store.canGrantTogether(this.requests.stream().map((request) -> request.key).toList());
		}
		catch (LockStoreException ex) {
			return false;
		}
	}

	private boolean leadAll() {
		for (int i = 0; i < this.leaders.length; i++) {
			ResolvedRequest request = this.requests.get(i);
			KeyQueue queue = this.keys.use(request.key);
			Entry leader = new Entry(request, Thread.currentThread(), this.engine.ticker.now());
			leader.requesting = true;
			if (!queue.leadIfIdle(leader)) {
				queue.leave();
				return false;
			}
			this.leaders[i] = leader;
			this.queues[i] = queue;
		}
		return true;
	}

	/**
	 * Leave the queues of keys without a grant. Afterwards no queue shows a request in
	 * progress, even if this method fails.
	 */
	private void resign() {
		for (Entry leader : this.leaders) {
			if (leader != null) {
				leader.requesting = false;
			}
		}
		for (int i = 0; i < this.leaders.length; i++) {
			Entry leader = this.leaders[i];
			if (leader != null && leader.role == Role.LEADING) {
				this.queues[i].resign(leader);
				this.queues[i].leave();
			}
		}
	}

	private @Nullable List<HoldHandle> attempt() {
		LockOwner owner = this.engine.store.newOwner();
		long sentAt = this.engine.ticker.now();
		try {
			List<LockClaim> claims = this.requests.stream().map((request) -> request.claim).toList();
			Optional<List<Lease>> leases = this.engine.store.attemptAll(claims, owner);
			this.busy = leases.isEmpty();
			return this.busy ? null : keep(leases.get(), sentAt);
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() == Outcome.UNKNOWN) {
				withdraw(owner);
			}
			refuse(ex);
			return null;
		}
		catch (RuntimeException ex) {
			withdraw(owner);
			throw this.engine.messages.storeFailed(this.requests.get(0), ex);
		}
		catch (Error ex) {
			withdraw(owner);
			throw ex;
		}
	}

	private @Nullable List<HoldHandle> keep(List<Lease> leases, long sentAt) {
		List<RemoteLease> remotes = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			remotes.add(new RemoteLease(this.queues[i], this.engine.ticker, leases.get(i),
					this.requests.get(i).leaseNanos, sentAt));
		}
		if (!remotes.stream().allMatch(RemoteLease::isWorthHaving)) {
			leases.forEach(this.engine.withdrawals::giveBack);
			return null;
		}
		List<HoldHandle> held = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			held.add(granted(this.queues[i], this.leaders[i], remotes.get(i)));
		}
		return held;
	}

	private HoldHandle granted(KeyQueue queue, Entry leader, RemoteLease lease) {
		queue.granted(leader, lease);
		return new HoldHandle(queue, Objects.requireNonNull(leader.hold), queue.key.mode());
	}

	private void refuse(LockStoreException failure) {
		ResolvedRequest first = this.requests.get(0);
		if (failure.getOutcome() == Outcome.PERMANENT || this.engine.ticker.reached(first.deadline)) {
			throw this.engine.messages.storeFailed(first, failure);
		}
	}

	private void withdraw(LockOwner owner) {
		this.requests.forEach((request) -> this.engine.withdrawals.withdraw(request.key, owner, request.leaseNanos));
	}

}
