// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.time.Duration;

import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Rejects invalid values of properties, with name, value and remedy.
 *
 * @since 0.1.0
 */
public final class PropertyChecks {

	private final String prefix;

	/**
	 * Create checks.
	 * @param prefix the prefix of the properties, with a trailing dot
	 */
	public PropertyChecks(String prefix) {
		this.prefix = prefix;
	}

	/**
	 * Check a value.
	 * @param name the name of the property
	 * @param value the value
	 * @param valid {@code true} for a valid value
	 * @param reason the requirement, with {@code %s} for arguments
	 * @param arguments the arguments
	 */
	public void check(String name, @Nullable Object value, boolean valid, String reason, Object... arguments) {
		if (!valid) {
			throw new InvalidConfigurationPropertyValueException(this.prefix + name, value,
					reason.formatted(arguments));
		}
	}

	/**
	 * Check a positive duration.
	 * @param name the name of the property
	 * @param value the value
	 * @param shortest the minimum
	 * @param reason the requirement
	 */
	public void duration(String name, Duration value, Duration shortest, String reason) {
		check(name, value, value.compareTo(shortest) >= 0, reason);
		check(name, value, value.compareTo(Durations.MAX) <= 0, "It must not be longer than 292 years.");
	}

	/**
	 * Check a lease.
	 * @param name the name of the property
	 * @param value the value
	 */
	public void lease(String name, Duration value) {
		duration(name, value, LockRequest.MIN_LEASE_TIME,
				"A lease must be at least %d ms, to leave room for a round trip to the store."
					.formatted(LockRequest.MIN_LEASE_TIME.toMillis()));
	}

	/**
	 * Check a duration that may be zero.
	 * @param name the name of the property
	 * @param value the value
	 */
	public void notNegative(String name, Duration value) {
		check(name, value, !value.isNegative(), "It must not be negative.");
	}

}
