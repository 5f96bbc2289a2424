// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.distlock.LockForceReleasedEvent;
import io.distlock.LockMode;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Ends locks, whichever owners hold them, and reports it to the log, the audit, and
 * listeners for {@link LockForceReleasedEvent}.
 *
 * @since 0.1.0
 */
public final class ForcedReleases {

	/**
	 * The type of the audit events.
	 */
	public static final String AUDIT_TYPE = "DISTLOCK_FORCE_RELEASE";

	private static final Logger logger = LoggerFactory.getLogger(ForcedReleases.class);

	private static final int KEY_LENGTH = 200;

	private final LockStores stores;

	private final ApplicationEventPublisher events;

	private final AuditTrail audit;

	/**
	 * Create one.
	 * @param stores the stores of the application
	 * @param events where events are published
	 */
	public ForcedReleases(LockStores stores, ApplicationEventPublisher events) {
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

}
