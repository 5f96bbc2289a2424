// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a hold.
 */
record HoldSnapshot(String key, LockMode mode, long fencingToken, Duration heldFor, Duration remainingLease,
		@Nullable String thread, int waiting) implements LockSnapshot {

	/**
	 * Return this snapshot in a form suitable for logs.
	 */
	@Override
	public String toString() {
		return "HoldSnapshot[key=%s, mode=%s, fencingToken=%d, heldFor=%s, remainingLease=%s, thread=%s, waiting=%d]"
			.formatted(LockKey.shown(this.key), this.mode, this.fencingToken, this.heldFor, this.remainingLease,
					(this.thread != null) ? LockKey.shown(this.thread) : null, this.waiting);
	}

}
