// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

import io.distlock.jdbc.internal.queue.PollSchedule;
import io.distlock.jdbc.internal.sql.QueueState;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.simulation.Requests.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Database without notifications, as MariaDB and H2: nodes poll by the schedule of the
 * JDBC provider, from the queue that the row describes. See the page 'jdbc-protocol' of
 * the reference.
 */
final class PollingStore extends StoreModel {

	private static final Duration LONGEST = Duration.ofSeconds(1);

	private static final long MARK_MICROS = 2_000_000;

	private static final long FIRST_WAIT = 8_000_000;

	private final RandomGenerator random;

	private final Map<LockKey, Waiters> waiters = new HashMap<>();

	PollingStore(VirtualTime time, Bug bug, RandomGenerator random) {
		super(time, bug, 64, 5);
		this.random = random;
	}

	@Override
	Contender contend(Node node, LockClaim claim, Runnable wakeUp) {
		return new Place(node, claim);
	}

	@Override
	void released(Node node, LockKey key) {
		// Nodes poll.
	}

	@Override
	boolean isAwaited(LockKey key) {
		Waiters row = this.waiters.get(key);
		return row != null && row.markedUntil > micros();
	}

	private long micros() {
		return time().now() / 1000;
	}

	/**
	 * Waiting nodes as counted in the row.
	 */
	private static final class Waiters {

		private long waiting;

		private long markedUntil;

	}

	/**
	 * A node that wants a lock.
	 */
	private final class Place implements Contender {

		private final PollSchedule schedule = new PollSchedule(LONGEST, PollingStore.this.random::nextDouble);

		private final Node node;

		private final LockClaim claim;

		private boolean came;

		private boolean counted;

		Place(Node node, LockClaim claim) {
			this.node = node;
			this.claim = claim;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			boolean first = !this.came;
			this.came = true;
			Purpose purpose = first ? Purpose.ATTEMPT : Purpose.WAITING_ATTEMPT;
			Answer answer = this.node.call(purpose, () -> ask(owner, !first));
			if (answer.lease != null) {
				return new Attempt.Granted(answer.lease);
			}
			// The row is read by another statement.
			this.node.call(purpose, () -> true);
			long pause = this.schedule.next(first ? answer.line.joined() : answer.line).toNanos();
			boolean shortened = first && !answer.line.isMarked();
			return busy(Math.min(answer.left + 1_000_000, shortened ? Math.min(pause, FIRST_WAIT) : pause));
		}

		private Answer ask(LockOwner owner, boolean waits) {
			StoredLock lock = lock(this.claim.key());
			Waiters row = PollingStore.this.waiters.computeIfAbsent(this.claim.key(), (added) -> new Waiters());
			Lease lease = lock.acquire(this.claim, owner, this.node.number());
			if (lease != null) {
				long mine = this.counted ? 1 : 0;
				row.markedUntil = (row.waiting > mine) ? row.markedUntil : 0;
				row.waiting = Math.max(0, row.waiting - mine);
				this.counted = false;
				return new Answer(lease, QueueState.UNKNOWN, 0);
			}
			QueueState line = new QueueState(lock.lastToken(), lock.heldMicros(), lock.usualMicros(), row.waiting,
					row.markedUntil - micros());
			return new Answer(null, waits ? joined(row, line) : line, lock.left());
		}

		private QueueState joined(Waiters row, QueueState line) {
			if (!this.counted || !line.isMarked()) {
				QueueState joined = line.joined();
				row.waiting = joined.waiting();
				row.markedUntil = micros() + MARK_MICROS;
				this.counted = true;
				return joined;
			}
			if (line.markedFor() < MARK_MICROS / 2) {
				row.markedUntil = micros() + MARK_MICROS;
			}
			return line;
		}

		@Override
		public void close() {
			// The row forgets the mark.
		}

	}

	/**
	 * Answer to an attempt.
	 */
	private record Answer(@Nullable Lease lease, QueueState line, long left) {

	}

}
