// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.time.Instant;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Rules for who may hold a key in addition to its holders, the same in all stores. Pure:
 * each store decides so in one step of its own, and the contract of providers compares
 * its decisions with these.
 * <p>
 * See the page 'engine-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class HoldRules {

	/**
	 * How long a number of permits is valid after the last attempt that declared it.
	 */
	public static final Duration PERMITS_KEPT = Duration.ofMinutes(1);

	private HoldRules() {
	}

	/**
	 * Return whether one more owner may hold a key.
	 * @param asked how it asks to hold the key
	 * @param held how those hold it whose leases have not ended, or if there are none,
	 * how it was held last: a writer that waits for readers comes next when they have
	 * gone
	 * @param holders how many they are
	 * @param permits how many permits the key has, if it has permits
	 * @param writerWaits whether an owner waits for the key that must have it exclusively
	 * and has waited longer: those who want to share it come after
	 * @return whether it may
	 */
	public static boolean mayHold(LockMode asked, LockMode held, int holders, int permits, boolean writerWaits) {
		return switch (asked) {
			case EXCLUSIVE -> holders == 0;
			case SHARED -> (held == LockMode.SHARED) ? !writerWaits : holders == 0;
			case PERMIT -> holders < permits;
		};
	}

	/**
	 * Return the number of permits of a key: that of the highest version declared in the
	 * last minute. A number that no node declares any more expires.
	 * @param before what counted so far, {@code null} if nothing does
	 * @param asked what an attempt declares
	 * @param now the store's clock
	 * @return what counts from now on
	 */
	public static InForce inForce(@Nullable InForce before, Permits asked, Instant now) {
		if (before != null && before.permits().version() > asked.version() && before.until().isAfter(now)) {
			return before;
		}
		return new InForce(asked, now.plus(PERMITS_KEPT));
	}

	/**
	 * A number of permits, and how long it is valid unless it is declared again.
	 *
	 * @param permits the permits
	 * @param until when it ends, by the store's clock
	 */
	public record InForce(Permits permits, Instant until) {

	}

}
