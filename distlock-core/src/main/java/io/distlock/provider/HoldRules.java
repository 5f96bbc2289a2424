// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.time.Instant;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Rules for additional holders of a key, identical in all stores. Pure functions: each
 * store applies the rules in one step of its own, and the provider contract tests compare
 * the store's decisions with this class.
 * <p>
 * See the page 'engine-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class HoldRules {

	/**
	 * Validity of a number of permits after the last attempt that declared the number.
	 */
	public static final Duration PERMITS_KEPT = Duration.ofMinutes(1);

	private HoldRules() {
	}

	/**
	 * Return whether an additional owner may hold a key.
	 * @param asked the requested mode
	 * @param held the mode of the holders with unexpired leases or, without holders, the
	 * mode of the last hold, so that a writer that waits for readers is next after the
	 * readers
	 * @param holders the number of holders
	 * @param permits the number of permits of the key, if the key has permits
	 * @param writerWaits whether an owner has waited longer for exclusive use; shared
	 * requests queue behind this writer
	 * @return {@code true} if the owner may hold the key
	 */
	public static boolean mayHold(LockMode asked, LockMode held, int holders, int permits, boolean writerWaits) {
		return switch (asked) {
			case EXCLUSIVE -> holders == 0;
			case SHARED -> (held == LockMode.SHARED) ? !writerWaits : holders == 0;
			case PERMIT -> holders < permits;
		};
	}

	/**
	 * Return the number of permits of a key: the number with the highest version declared
	 * in the last minute. A number that is no longer declared expires.
	 * @param before the number in force so far, or {@code null} if there is none
	 * @param asked the number declared by an attempt
	 * @param now the time of the store's clock
	 * @return the number in force from now on
	 */
	public static InForce inForce(@Nullable InForce before, Permits asked, Instant now) {
		if (before != null && before.permits().version() > asked.version() && before.until().isAfter(now)) {
			return before;
		}
		return new InForce(asked, now.plus(PERMITS_KEPT));
	}

	/**
	 * Number of permits, with an expiry unless declared again.
	 *
	 * @param permits the permits
	 * @param until the time of expiry, by the store's clock
	 */
	public record InForce(Permits permits, Instant until) {

	}

}
