// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.function.BiFunction;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.validation.AnnotationAttribute;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.scheduling.rules.RetryRules;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of the annotation for other attempts of a fire time.
 *
 * @param job the annotation
 * @param method the annotated method
 * @param attributes finds what an attribute says, by its name and its text
 */
record RetryAttributes(ClusterScheduled job, Method method,
		BiFunction<String, String, AnnotationAttribute> attributes) {

	private static final Duration SHORTEST_DELAY = Duration.ofMillis(100);

	private static final double LARGEST_MULTIPLIER = 1000;

	/**
	 * Read the attributes.
	 * @return the rules
	 * @throws InvalidLockAnnotationException if they do not make sense
	 */
	RetryRules rules() {
		AnnotationAttribute first = this.attributes.apply("retryDelay", this.job.retryDelay());
		AnnotationAttribute longest = this.attributes.apply("maxRetryDelay", this.job.maxRetryDelay());
		Duration delay = first.duration(SHORTEST_DELAY);
		Duration maxDelay = longest.duration(SHORTEST_DELAY);
		checkAttempts();
		checkMultiplier();
		checkUsed(first, delay);
		checkUsed(longest, maxDelay);
		RetryRules rules = RetryRules.of(this.job.maxAttempts(), delay, this.job.retryMultiplier(), maxDelay);
		if (rules.maxDelay().compareTo(rules.delay()) < 0) {
			throw longest.invalid("is shorter than the first delay, " + rules.delay(),
					"Give a longer duration, or a shorter retryDelay.");
		}
		return rules;
	}

	private void checkAttempts() {
		if (this.job.maxAttempts() < 1) {
			throw plain("maxAttempts", this.job.maxAttempts()).invalid("must be at least 1",
					"1 means no retry; with more, a run that failed or was lost is retried.");
		}
	}

	private void checkMultiplier() {
		double multiplier = this.job.retryMultiplier();
		if (!(multiplier >= 1 && multiplier <= LARGEST_MULTIPLIER)) {
			throw plain("retryMultiplier", multiplier).invalid("must be between 1 and 1000",
					"1 keeps the delay as it is, and 2 doubles it with each attempt.");
		}
	}

	private void checkUsed(AnnotationAttribute attribute, @Nullable Duration value) {
		if (value != null && this.job.maxAttempts() == 1) {
			throw attribute.invalid("maxAttempts is 1, so nothing is retried",
					"Set maxAttempts to 2 or more, or leave the attribute out.");
		}
	}

	private AnnotationAttribute plain(String name, Number value) {
		return AnnotationAttribute.plain(ClusterScheduled.class, this.method, name, value.toString());
	}

}
