// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Ends locks of any owner in the stores. Each attempt is logged, and published as an
 * audit event with its outcome.
 */
final class ForcedReleases {

	private static final String AUDIT_TYPE = "DISTLOCK_FORCE_RELEASE";

	private static final int KEY_LENGTH = 200;

	private static final Logger logger = LoggerFactory.getLogger(ForcedReleases.class);

	private final LockStores stores;

	private final String keyPrefix;

	private final StoreCalls calls;

	private final ApplicationEventPublisher events;

	private final AuditTrail audit;

	ForcedReleases(LockStores stores, String keyPrefix, StoreCalls calls, ApplicationEventPublisher events) {
		this.stores = stores;
		this.keyPrefix = keyPrefix;
		this.calls = calls;
		this.events = events;
		this.audit = new AuditTrail(events);
	}

	/**
	 * Check the provider, without a request to its store.
	 * @throws IllegalArgumentException if the provider is unknown or ambiguous
	 */
	ForcedReleaseDescriptor check(String key, @Nullable String provider) {
		return ForcedReleaseDescriptor.without(key, provider(provider), Outcome.CHECKED, null);
	}

	/**
	 * End a lock.
	 * @throws IllegalArgumentException if the key is invalid, or if the provider is
	 * unknown, ambiguous or unable to end locks
	 */
	ForcedReleaseDescriptor release(SecurityContext securityContext, String key, @Nullable LockMode mode,
			@Nullable String provider) {
		return release(securityContext, lockKey(key, mode), provider(provider));
	}

	private LockKey lockKey(String key, @Nullable LockMode mode) {
		return new LockKey(this.keyPrefix, key, (mode == LockMode.PERMIT) ? LockMode.PERMIT : LockMode.EXCLUSIVE);
	}

	private String provider(@Nullable String name) {
		Set<String> names = this.stores.providerNames();
		if (name == null || name.isEmpty()) {
			return this.stores.primaryName()
				.orElseThrow(() -> new IllegalArgumentException(
						"There are several lock providers: name one of %s as 'provider'".formatted(names)));
		}
		if (!names.contains(name)) {
			throw new IllegalArgumentException("There is no lock provider '%s'; there are %s".formatted(name, names));
		}
		return name;
	}

	private ForcedReleaseDescriptor release(SecurityContext securityContext, LockKey key, String name) {
		LockProvider provider = this.stores.get(name);
		if (!(provider instanceof ForcedRelease store)) {
			throw new IllegalArgumentException(
					"Provider '%s' does not release locks of other owners. Stop the holder and wait for its lease to end"
						.formatted(provider.name()));
		}
		ForcedReleaseDescriptor done = ForcedReleaseDescriptor.without(key.name(), name, Outcome.FAILED, null);
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
			Optional<StoredLock> ended = this.calls.call(name, () -> store.forceRelease(key));
			return ended
				.map((lock) -> ForcedReleaseDescriptor.released(key.name(), name, lock, publish(key, lock, provider)))
				.orElseGet(() -> ForcedReleaseDescriptor.without(key.name(), name, Outcome.NOT_HELD, null));
		}
		catch (RuntimeException ex) {
			return ForcedReleaseDescriptor.without(key.name(), name, Outcome.FAILED, ex.toString());
		}
	}

	/**
	 * Publish the event after the lock was released, ignoring exceptions of listeners.
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
				done.provider(), LockKey.shown(AuditTrail.name(securityContext)), done.outcome(),
				(done.holder() != null) ? LockKey.shown(done.holder()) : null, done.lastToken());
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
	 * @param key the key, as given by the application
	 * @param provider the bean name of the provider
	 * @param outcome the outcome
	 * @param mode the former mode, or {@code null}
	 * @param holder a former holding node, or {@code null}
	 * @param lastToken the last fencing token that the holder may have used, or {@code
	 * null}
	 * @param remaining the former remaining lease, or {@code null}
	 * @param awaited {@code true} if another node waits, or {@code null}
	 * @param error the error message, or {@code null}
	 */
	public record ForcedReleaseDescriptor(String key, String provider, Outcome outcome, @Nullable LockMode mode,
			@Nullable String holder, @Nullable Long lastToken, @Nullable Duration remaining, @Nullable Boolean awaited,
			@Nullable String error) implements OperationResponseBody {

		/**
		 * Return the response, with the status of its outcome.
		 */
		WebEndpointResponse<OperationResponseBody> response() {
			return new WebEndpointResponse<>(this, this.outcome.status);
		}

		static ForcedReleaseDescriptor released(String key, String provider, StoredLock lock, @Nullable String error) {
			return new ForcedReleaseDescriptor(key, provider, Outcome.RELEASED, lock.mode(), lock.holder(),
					lock.lastToken(), lock.remaining().truncatedTo(ChronoUnit.MILLIS), lock.awaited(), error);
		}

		static ForcedReleaseDescriptor without(String key, String provider, Outcome outcome, @Nullable String error) {
			return new ForcedReleaseDescriptor(key, provider, outcome, null, null, null, null, null, error);
		}

	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The lock was held and has been released.
		 */
		RELEASED(200),

		/**
		 * The lock was free.
		 */
		NOT_HELD(404),

		/**
		 * The caller may end locks. No lock was changed.
		 */
		CHECKED(200),

		/**
		 * The store did not respond, or refused the request. The request may be repeated.
		 */
		FAILED(503);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

	}

}
