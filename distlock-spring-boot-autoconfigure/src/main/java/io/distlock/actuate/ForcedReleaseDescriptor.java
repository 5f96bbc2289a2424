// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import io.distlock.LockMode;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Result of the forced release of a lock.
 *
 * @param key the key, as the application gives it
 * @param provider the bean name of the provider
 * @param outcome what happened
 * @param mode how it was held, or {@code null}
 * @param holder the node that held it, or {@code null}; of several, one of them
 * @param lastToken the last fencing token that the holder may have used, or {@code null}
 * @param remaining what was left of the lease, or {@code null}
 * @param awaited whether another node waits for it, or {@code null}
 * @param error what went wrong, or {@code null}
 * @since 0.1.0
 */
public record ForcedReleaseDescriptor(String key, String provider, Outcome outcome, @Nullable LockMode mode,
		@Nullable String holder, @Nullable Long lastToken, @Nullable Duration remaining, @Nullable Boolean awaited,
		@Nullable String error) implements OperationResponseBody {

	static ForcedReleaseDescriptor released(String key, String provider, StoredLock lock, @Nullable String error) {
		return new ForcedReleaseDescriptor(key, provider, Outcome.RELEASED, lock.mode(), lock.holder(),
				lock.lastToken(), lock.remaining().truncatedTo(ChronoUnit.MILLIS), lock.awaited(), error);
	}

	static ForcedReleaseDescriptor notHeld(String key, String provider) {
		return new ForcedReleaseDescriptor(key, provider, Outcome.NOT_HELD, null, null, null, null, null, null);
	}

	static ForcedReleaseDescriptor unknown(String key, String provider) {
		return new ForcedReleaseDescriptor(key, provider, Outcome.FAILED, null, null, null, null, null, null);
	}

	static ForcedReleaseDescriptor failed(String key, String provider, RuntimeException failure) {
		return new ForcedReleaseDescriptor(key, provider, Outcome.FAILED, null, null, null, null, null,
				failure.toString());
	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The lock was held, and is not any more.
		 */
		RELEASED,

		/**
		 * The lock was free.
		 */
		NOT_HELD,

		/**
		 * The store did not do it, or did not answer. It is safe to ask again.
		 */
		FAILED

	}

}
