// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.distlock.LockMode;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Ends locks, whichever owners hold them, and reports it to the log, the audit, and
 * listeners for {@link LockForceReleasedEvent}.
 */
final class ForcedReleases {

	private static final String AUDIT_TYPE = "DISTLOCK_FORCE_RELEASE";

	private static final Logger logger = LoggerFactory.getLogger(ForcedReleases.class);

	private static final int KEY_LENGTH = 200;

	private final LockStores stores;

	private final ApplicationEventPublisher events;

	private final AuditTrail audit;

	ForcedReleases(LockStores stores, ApplicationEventPublisher events) {
		this.stores = stores;
		this.events = events;
		this.audit = new AuditTrail(events);
	}

	ForcedReleaseDescriptor forceRelease(SecurityContext securityContext, LockKey key, String name) {
		LockProvider provider = this.stores.get(name);
		if (!(provider instanceof ForcedRelease store)) {
			throw new IllegalArgumentException(
					"Provider '%s' does not release locks of other owners. Stop the holder and wait for its lease to end"
						.formatted(provider.name()));
		}
		ForcedReleaseDescriptor done = ForcedReleaseDescriptor.unknown(key.name(), name);
		try {
			done = end(store, key, name, provider.name());
			return done;
		}
		finally {
			publish(securityContext, key, done);
		}
	}

	private ForcedReleaseDescriptor end(ForcedRelease store, LockKey key, String name, String provider) {
		try {
			Optional<StoredLock> ended = store.forceRelease(key);
			return ended
				.map((lock) -> ForcedReleaseDescriptor.released(key.name(), name, lock, publish(key, lock, provider)))
				.orElseGet(() -> ForcedReleaseDescriptor.notHeld(key.name(), name));
		}
		catch (RuntimeException ex) {
			return ForcedReleaseDescriptor.failed(key.name(), name, ex);
		}
	}

	/**
	 * Publish the event. The lock is free by then, whatever listeners throw.
	 */
	private @Nullable String publish(LockKey key, StoredLock lock, String provider) {
		try {
			this.events.publishEvent(new LockForceReleasedEvent(key.name(), lock.mode(), lock.lastToken(), provider));
			return null;
		}
		catch (RuntimeException | Error ex) {
			logger.error("A listener failed when notified that {} was forcibly released", shown(key), ex);
			return "The lock was released, but a listener failed when notified: " + ex;
		}
	}

	private void publish(SecurityContext securityContext, LockKey key, ForcedReleaseDescriptor done) {
		logger.warn("Release of {} in provider '{}' forced by '{}': {} (holder {}, last token {})", shown(key),
				done.provider(), AuditTrail.name(securityContext), done.outcome(), done.holder(), done.lastToken());
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("key", done.key());
		data.put("provider", done.provider());
		data.put("outcome", done.outcome().name());
		if (done.mode() != null && done.holder() != null && done.lastToken() != null) {
			data.put("mode", done.mode().name());
			data.put("holder", done.holder());
			data.put("lastToken", done.lastToken());
		}
		this.audit.record(securityContext, AUDIT_TYPE, data);
	}

	// The encoded key: a key comes from outside, and may hold line breaks.
	private static String shown(LockKey key) {
		return "%s '%s'".formatted((key.mode() == LockMode.PERMIT) ? "all permits of" : "lock",
				key.in(LockMode.EXCLUSIVE).encoded(KEY_LENGTH));
	}

	/**
	 * Result of the forced release of a lock.
	 *
	 * @param key the key, as the application gives it
	 * @param provider the bean name of the provider
	 * @param outcome what happened
	 * @param mode how it was held, or {@code null}
	 * @param holder the node that held it, or {@code null}; of several, one of them
	 * @param lastToken the last fencing token that the holder may have used, or
	 * {@code null}
	 * @param remaining what was left of the lease, or {@code null}
	 * @param awaited whether another node waits for it, or {@code null}
	 * @param error what went wrong, or {@code null}
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

}
