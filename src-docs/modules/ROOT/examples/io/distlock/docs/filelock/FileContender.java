// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.PollBackoff;

/**
 * One process in the contest for one key.
 */
// tag::contender[]
final class FileContender implements Contender {

	static final Duration LONGEST_POLL = Duration.ofMillis(50);

	private static final long HALF_A_SECOND = TimeUnit.MILLISECONDS.toMicros(500);

	private final PollBackoff backoff = new PollBackoff(Duration.ofMillis(5), LONGEST_POLL);

	private final LockDirectory directory;

	private final LockClaim claim;

	private boolean waiting;

	FileContender(LockDirectory directory, LockClaim claim) {
		this.directory = directory;
		this.claim = claim;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		Attempt attempt = this.directory.guarded((files) -> attempt(files, owner));
		this.waiting = true;
		return attempt;
	}

	private Attempt attempt(LockFiles files, LockOwner owner) {
		LockRecord lock = files.read(this.claim.key());
		if (lock == null || !lock.isHeld(files.now())) {
			return new Attempt.Granted(files.grant(this.claim, owner, lock));
		}
		if (this.waiting && !lock.isAwaited(files.now() + HALF_A_SECOND)) {
			files.write(this.claim.key(), lock.awaited(files.now()));
		}
		this.backoff.heldUnder(lock.lastToken());
		return new Attempt.Busy(this.backoff.next(lock.remaining(files.now())));
	}

	@Override
	public void close() {
		// what it left in the lock's file is over in a second
	}

}
// end::contender[]
