// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Determines whether a cron expression fires at fixed hours, based on its fire times on a
 * day without a clock change. Equivalent notations therefore have the same result.
 */
final class CronHours {

	private static final LocalDateTime DAY = LocalDate.EPOCH.atStartOfDay();

	private static final int HOURS = 24;

	private static final int TIME_FIELDS = 3;

	private static final Duration HOUR = Duration.ofHours(1);

	/**
	 * Cache for the polls of jobs, whose expressions seldom change.
	 */
	private static final Map<String, Boolean> KNOWN = new ConcurrentReferenceHashMap<>();

	private CronHours() {
	}

	/**
	 * Return whether an expression fires at fixed hours: not in every hour of the day,
	 * and not several times in a row at equal distances of less than an hour.
	 * @param expression the expression
	 * @return {@code true} for fixed hours
	 */
	static boolean areFixed(CronExpression expression) {
		return KNOWN.computeIfAbsent(expression.toString(), CronHours::areFixed);
	}

	private static boolean areFixed(String expression) {
		String[] fields = expression.split("\\s+", TIME_FIELDS + 1);
		CronExpression eachDay = CronExpression.parse("%s %s %s * * *".formatted((Object[]) fields));
		return !isEachHour(eachDay) && !isRepeated(eachDay);
	}

	private static boolean isEachHour(CronExpression eachDay) {
		return IntStream.range(0, HOURS).mapToObj(DAY::plusHours).allMatch((hour) -> {
			LocalDateTime next = eachDay.next(hour.minusNanos(1));
			return next != null && next.isBefore(hour.plusHours(1));
		});
	}

	private static boolean isRepeated(CronExpression eachDay) {
		LocalDateTime before = null;
		Duration distance = HOUR;
		LocalDateTime time = next(eachDay, DAY.minusNanos(1));
		while (time != null) {
			Duration last = (before != null) ? Duration.between(before, time) : HOUR;
			if (last.equals(distance) && last.compareTo(HOUR) < 0) {
				return true;
			}
			distance = last;
			before = time;
			time = next(eachDay, time);
		}
		return false;
	}

	private static @Nullable LocalDateTime next(CronExpression eachDay, LocalDateTime after) {
		LocalDateTime next = eachDay.next(after);
		return (next != null && next.isBefore(DAY.plusDays(1))) ? next : null;
	}

}
