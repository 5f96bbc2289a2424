// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executor;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.PollBackoff;
import io.distlock.record.LockRecord.Decision;
import io.distlock.record.Records.Step;
import io.distlock.record.StoreClock.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * Contender of one node for a key. From the second attempt on, watches the record if
 * supported by the store, and leaves a sign among the waiters.
 */
final class RecordContender implements Contender {

	private static final Duration FIRST_POLL = Duration.ofMillis(5);

	private static final Duration WATCHED_POLL = Duration.ofSeconds(1);

	private final String id = UUID.randomUUID().toString();

	private final Records records;

	private final Executor executor;

	private final LockClaim claim;

	private final Runnable wakeUp;

	private final PollBackoff polls;

	private final PollBackoff watches = new PollBackoff(WATCHED_POLL, WATCHED_POLL);

	private @Nullable AutoCloseable watch;

	private boolean waits;

	private boolean signed;

	RecordContender(Records records, Executor executor, LockClaim claim, Runnable wakeUp) {
		this.records = records;
		this.executor = executor;
		this.claim = claim;
		this.wakeUp = wakeUp;
		this.polls = new PollBackoff(FIRST_POLL, records.store().longestPoll());
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		boolean waits = this.waits;
		if (waits && this.watch == null) {
			watch();
		}
		this.waits = true;
		return this.records.change(this.claim.key(), "acquire", waits, (lock, now) -> ask(lock, owner, waits, now));
	}

	private void watch() {
		String purpose = "watch '%s'".formatted(this.claim.key());
		String path = this.records.path(Records.LOCKS, this.claim.key());
		this.watch = this.records.call(purpose, () -> this.records.store().watch(path, this.wakeUp));
	}

	private Step<Attempt> ask(LockRecord lock, LockOwner owner, boolean waits, Bounds now) {
		Decision decision = lock.ask(this.claim, owner, this.id, now);
		if (decision.lease() != null) {
			return new Step<>(decision.after(), new Attempt.Granted(decision.lease()));
		}
		LockRecord after = decision.after();
		if (waits && lock.needsSign(this.id, now)) {
			this.signed = true;
			after = after.waiting(this.id, this.claim.key().mode(), now);
		}
		return new Step<>(after, new Attempt.Busy(pause(lock, now)));
	}

	private Duration pause(LockRecord lock, Bounds now) {
		Duration left = lock.untilFree(this.claim.key().mode(), now);
		if (this.watch != null) {
			return this.watches.untilWoken(left);
		}
		this.polls.heldUnder(lock.lastToken());
		return this.polls.next(left);
	}

	/**
	 * Leave the contest. A sign that cannot be removed expires shortly.
	 */
	@Override
	public void close() {
		AutoCloseable watch = this.watch;
		if (watch == null && !this.signed) {
			return;
		}
		this.executor.execute(() -> {
			try {
				if (watch != null) {
					watch.close();
				}
				if (this.signed) {
					this.records.change(this.claim.key(), "leave", true,
							(lock, now) -> new Step<>(lock.notWaiting(this.id), true));
				}
			}
			catch (LockStoreException ex) {
				// nothing depends on it
			}
			catch (Exception ex) {
				// nor on the end of a watch
			}
		});
	}

}
