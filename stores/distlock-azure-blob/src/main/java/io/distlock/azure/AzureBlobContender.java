// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.OptionalLong;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.PollBackoff;

/**
 * Polls for the lease of a blob, and raises its token. From the second attempt on a sign
 * says that this node waits.
 */
final class AzureBlobContender implements Contender {

	static final Duration LONGEST_POLL = Duration.ofMillis(500);

	private static final Duration FIRST_POLL = Duration.ofMillis(20);

	private final PollBackoff backoff = new PollBackoff(FIRST_POLL, LONGEST_POLL);

	private final LockBlobs blobs;

	private final LockClaim claim;

	private boolean waiting;

	private long nextSign = System.nanoTime();

	AzureBlobContender(LockBlobs blobs, LockClaim claim) {
		this.blobs = blobs;
		this.claim = claim;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		LockBlob blob = this.blobs.blob(this.claim.key(), owner, "acquire");
		if (!blob.acquire(this.claim.leaseTime())) {
			return busy(blob);
		}
		OptionalLong last = grant(blob);
		return last.isPresent() ? new Attempt.Granted(LockBlob.lease(this.claim, owner, last.getAsLong()))
				: new Attempt.Busy(this.backoff.next());
	}

	/**
	 * Whatever fails now leaves a lease behind.
	 */
	private OptionalLong grant(LockBlob blob) {
		try {
			Answer found = blob.read();
			return found.isDone() ? blob.raise(found, this.claim) : OptionalLong.empty();
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() == Outcome.PERMANENT && blob.release()) {
				throw ex;
			}
			throw new LockStoreException(String.valueOf(ex.getMessage()), Outcome.UNKNOWN, ex.getCause());
		}
	}

	private Attempt busy(LockBlob blob) {
		long now = System.nanoTime();
		if (this.waiting && now - this.nextSign >= 0 && this.blobs.sign(blob)) {
			this.nextSign = now + LockBlobs.SIGN_EVERY.toNanos();
		}
		this.waiting = true;
		return new Attempt.Busy(this.backoff.next());
	}

	/**
	 * Nothing to leave: a sign that is not renewed counts for a moment only.
	 */
	@Override
	public void close() {
	}

}
