// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.time.Duration;

import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Rejects values of properties that make no sense, by name, value and remedy.
 *
 * @since 0.1.0
 */
public final class PropertyChecks {

	private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

	private final String prefix;

	/**
	 * Create checks.
	 * @param prefix what the names of the properties begin with, with a dot at its end
	 */
	public PropertyChecks(String prefix) {
		this.prefix = prefix;
	}

	/**
	 * Check a value.
	 * @param name the name of the property
	 * @param value its value
	 * @param valid whether it makes sense
	 * @param reason what it must be, with {@code %s} for arguments
	 * @param arguments the arguments
	 */
	public void check(String name, @Nullable Object value, boolean valid, String reason, Object... arguments) {
		if (!valid) {
			throw new InvalidConfigurationPropertyValueException(this.prefix + name, value,
					reason.formatted(arguments));
		}
	}

	/**
	 * Check a duration that is part of a time.
	 * @param name the name of the property
	 * @param value its value
	 * @param shortest the shortest that makes sense
	 * @param reason what it must be
	 */
	public void duration(String name, Duration value, Duration shortest, String reason) {
		check(name, value, value.compareTo(shortest) >= 0, reason);
		check(name, value, value.compareTo(LONGEST) <= 0, "It must not be longer than 292 years.");
	}

	/**
	 * Check a lease.
	 * @param name the name of the property
	 * @param value its value
	 */
	public void lease(String name, Duration value) {
		duration(name, value, LockRequest.MIN_LEASE_TIME,
				"A lease must be at least %d ms, to leave room for a round trip to the store."
					.formatted(LockRequest.MIN_LEASE_TIME.toMillis()));
	}

	/**
	 * Check a duration that may be zero.
	 * @param name the name of the property
	 * @param value its value
	 */
	public void notNegative(String name, Duration value) {
		check(name, value, !value.isNegative(), "It must not be negative.");
	}

}
