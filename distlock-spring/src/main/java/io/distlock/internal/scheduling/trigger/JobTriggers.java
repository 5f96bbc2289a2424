// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Parses triggers from their text in the store.
 *
 * @since 0.1.0
 */
public final class JobTriggers {

	private static final Pattern CRON = Pattern.compile(CronFireTimes.KIND + " (.+) (\\S+)");

	private static final Pattern INTERVAL = Pattern
		.compile("(%s|%s) (\\S+) \\+(\\S+)(?: @(\\S+))?".formatted(RateFireTimes.KIND, DelayFireTimes.KIND));

	/**
	 * Cache for the polls of jobs, whose triggers seldom change.
	 */
	private static final Map<String, Optional<JobTrigger>> KNOWN = new ConcurrentReferenceHashMap<>();

	private JobTriggers() {
	}

	/**
	 * Parse a trigger.
	 * @param known the trigger in the store
	 * @return the trigger, or {@code null} if not supported by this version
	 */
	public static @Nullable JobTrigger parse(RegisteredTrigger known) {
		return KNOWN.computeIfAbsent(known.text(), JobTriggers::parsed).orElse(null);
	}

	private static Optional<JobTrigger> parsed(String text) {
		try {
			return Optional.ofNullable(parseOrFail(text));
		}
		catch (RuntimeException ex) {
			return Optional.empty();
		}
	}

	private static @Nullable JobTrigger parseOrFail(String text) {
		if (text.equals(NoFireTimes.TEXT)) {
			return new NoFireTimes();
		}
		Matcher cron = CRON.matcher(text);
		if (cron.matches()) {
			return new CronFireTimes(CronExpression.parse(cron.group(1)), ZoneId.of(cron.group(2)));
		}
		Matcher interval = INTERVAL.matcher(text);
		return interval.matches() ? interval(interval) : null;
	}

	private static JobTrigger interval(Matcher text) {
		Duration interval = Duration.parse(text.group(2));
		Duration initialDelay = Duration.parse(text.group(3));
		boolean isRate = text.group(1).equals(RateFireTimes.KIND);
		if (interval.isNegative() || initialDelay.isNegative() || isRate && interval.toMillis() == 0) {
			throw new IllegalArgumentException("No trigger has this interval: " + text.group());
		}
		if (!isRate) {
			return new DelayFireTimes(interval, initialDelay);
		}
		String anchor = text.group(4);
		return new RateFireTimes(interval, initialDelay, (anchor != null) ? Instant.parse(anchor) : null);
	}

}
