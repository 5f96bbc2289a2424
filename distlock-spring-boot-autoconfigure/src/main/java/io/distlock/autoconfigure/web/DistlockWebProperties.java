// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.time.Duration;

import io.distlock.autoconfigure.internal.CheckedProperties;
import io.distlock.autoconfigure.internal.PropertyChecks;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpStatusCode;

/**
 * Configuration properties for responses to web requests without a lock.
 *
 * @param busyStatus Status of the response if the lock is busy, from 400 to 599.
 * @param retryAfter Header "Retry-After" of the response if the lock is busy, in whole
 * seconds. Zero omits the header.
 * @param problemDetails problem details
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.web", ignoreUnknownFields = false)
record DistlockWebProperties(@DefaultValue("409") int busyStatus, @DefaultValue("1s") Duration retryAfter,
		@DefaultValue ProblemDetails problemDetails) implements CheckedProperties {

	@Override
	public void check() {
		PropertyChecks checks = new PropertyChecks("distlock.web.");
		checks.check("busy-status", this.busyStatus, this.busyStatus >= 400 && this.busyStatus <= 599,
				"It must be the status of an error, from 400 to 599.");
		checks.check("retry-after", this.retryAfter, !this.retryAfter.isNegative(),
				"It must not be negative; 0 leaves the header out.");
	}

	LockProblems problems() {
		check();
		return new LockProblems(HttpStatusCode.valueOf(this.busyStatus), this.retryAfter);
	}

	/**
	 * Problem details.
	 *
	 * @param enabled Whether web clients receive problem details (RFC 9457): status 409
	 * for a busy lock, 503 for a failing store, 400 for an invalid key.
	 */
	public record ProblemDetails(@DefaultValue("true") boolean enabled) {

	}

}
