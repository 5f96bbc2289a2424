// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.provider.Lease;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get several keys in one step of the store, all or none. It is made only
 * while no thread of this JVM uses any of them, and it never waits, so it holds no key
 * back from others. A caller that has to wait acquires the keys one after the other:
 * always trying for all of them at once would let those who want a single key pass for
 * ever.
 */
final class GroupAttempt {

	private final Engine engine;

	private final KeyQueues keys;

	private final List<ResolvedRequest> requests;

	private final @Nullable Thread thread;

	private final Ticket.Asking asking = new Ticket.Asking();

	private final List<Ticket> leaders;

	private final List<KeyQueue> queues;

	/**
	 * Create an attempt.
	 * @param engine the engine
	 * @param keys the queues of all keys
	 * @param requests the keys, in order
	 * @param thread the thread that will own the holds, or {@code null} if none does
	 */
	GroupAttempt(Engine engine, KeyQueues keys, List<ResolvedRequest> requests, @Nullable Thread thread) {
		this.engine = engine;
		this.keys = keys;
		this.requests = requests;
		this.thread = thread;
		this.leaders = new ArrayList<>(requests.size());
		this.queues = new ArrayList<>(requests.size());
	}

	/**
	 * Ask the store once, if that is of use.
	 * @return whether all keys were granted, or some key was busy, or the store was not
	 * asked, or did not know
	 * @throws LockProviderException if the store failed, and another try is of no use
	 */
	Answer ask() {
		try {
			return isPossible() && leadAll() ? attempt() : Answer.NONE;
		}
		finally {
			this.asking.on = false;
			resign();
		}
	}

	/**
	 * Return whether the store can do that. One that does not answer is asked for the
	 * keys one after the other, which repeats and says what failed.
	 */
	boolean isPossible() {
		if (this.engine.closing().isOn() || this.requests.get(0).key().mode() != LockMode.EXCLUSIVE) {
			return false;
		}
		try {
			return this.engine.store().canGrantTogether(this.requests.stream().map(ResolvedRequest::key).toList());
		}
		catch (LockStoreException ex) {
			return false;
		}
	}

	private boolean leadAll() {
		this.asking.on = true;
		for (ResolvedRequest request : this.requests) {
			KeyQueue queue = this.keys.use(request.key());
			Ticket leader = new Ticket(request, this.thread, () -> {
			}, this.engine.ticker().now(), this.asking);
			if (!queue.leadIfIdle(leader)) {
				queue.leave();
				return false;
			}
			this.leaders.add(leader);
			this.queues.add(queue);
		}
		return true;
	}

	private void resign() {
		for (int i = 0; i < this.leaders.size(); i++) {
			if (this.leaders.get(i).role() == Ticket.Role.LEADING) {
				this.queues.get(i).resign(this.leaders.get(i));
				this.queues.get(i).leave();
			}
		}
	}

	private Answer attempt() {
		LockOwner owner = this.engine.store().nextOwner();
		long sentAt = this.engine.ticker().now();
		try {
			return this.engine.store()
				.attemptAll(this.requests.stream().map(ResolvedRequest::claim).toList(), owner)
				.map((leases) -> keep(leases, sentAt))
				.orElse(Answer.BUSY);
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() == Outcome.UNKNOWN) {
				withdraw(owner);
			}
			return failed(ex);
		}
		catch (RuntimeException ex) {
			withdraw(owner);
			throw this.engine.messages().storeFailed(this.requests.get(0), ex);
		}
		catch (Error ex) {
			withdraw(owner);
			throw ex;
		}
	}

	private Answer keep(List<Lease> leases, long sentAt) {
		List<RemoteLease> remotes = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			Duration leaseTime = this.leaders.get(i).request().claim().leaseTime();
			remotes.add(new RemoteLease(this.engine.ticker(), leases.get(i), leaseTime, sentAt));
		}
		if (!remotes.stream().allMatch(RemoteLease::isWorthHaving)) {
			leases.forEach(this.engine.store()::giveBack);
			return Answer.NONE;
		}
		List<HoldHandle> held = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			held.add(granted(this.queues.get(i), this.leaders.get(i), remotes.get(i)));
		}
		return new Answer(Optional.of(held), true);
	}

	private HoldHandle granted(KeyQueue queue, Ticket leader, RemoteLease lease) {
		queue.granted(leader, lease);
		return new HoldHandle(this.engine, queue, Objects.requireNonNull(leader.hold()));
	}

	private Answer failed(LockStoreException failure) {
		ResolvedRequest first = this.requests.get(0);
		if (failure.getOutcome() == Outcome.PERMANENT || this.engine.ticker().reached(first.deadline())) {
			throw this.engine.messages().storeFailed(first, failure);
		}
		return Answer.NONE;
	}

	private void withdraw(LockOwner owner) {
		this.requests.forEach((request) -> this.engine.store()
			.withdraw(request.key(), owner, Durations.of(request.claim().leaseTime())));
	}

	/**
	 * Result of the attempt.
	 *
	 * @param held the holds, in the order of the keys, if all were granted
	 * @param answered whether the store said yes or no
	 */
	record Answer(Optional<List<HoldHandle>> held, boolean answered) {

		static final Answer NONE = new Answer(Optional.empty(), false);

		static final Answer BUSY = new Answer(Optional.empty(), true);

		/**
		 * Return whether the request is done: it has all keys, or has had the only
		 * attempt that it asked for.
		 */
		boolean isFinal(ResolvedRequest request) {
			return this.held.isPresent() || (this.answered && request.waitNanos() == 0);
		}

	}

}
