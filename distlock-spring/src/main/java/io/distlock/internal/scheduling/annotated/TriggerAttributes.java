// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.DelayFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.NoFireTimes;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * Trigger attributes of an annotation. Alternative attributes for the same value are
 * mutually exclusive.
 *
 * @param unit the default unit of numbers, {@code null} to require a unit
 */
record TriggerAttributes(AnnotationAttribute cron, AnnotationAttribute zone, List<AnnotationAttribute> rates,
		List<AnnotationAttribute> delays, List<AnnotationAttribute> initialDelays, DurationFormat.@Nullable Unit unit) {

	/**
	 * Minimum interval: each run needs a store request, and times are whole milliseconds.
	 */
	private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);

	/**
	 * Expressions for a late day of the month with {@code W}: for a Sunday, Spring moves
	 * to the following Monday, which is in the next month.
	 */
	private static final Pattern LATE_WEEKDAY = Pattern.compile("(\\S+\\s+){3}(\\S*,)?0*(2[89]|3[01])W.*");

	private static boolean isSet(AnnotationAttribute attribute) {
		return StringUtils.hasText(attribute.value());
	}

	private static @Nullable AnnotationAttribute one(Stream<AnnotationAttribute> attributes) {
		List<AnnotationAttribute> set = attributes.filter(TriggerAttributes::isSet).toList();
		if (set.size() > 1) {
			throw set.get(1).invalid("'%s' is set, too".formatted(set.get(0).name()), "Choose one of the two.");
		}
		return set.isEmpty() ? null : set.get(0);
	}

	private Stream<AnnotationAttribute> triggers() {
		return Stream.of(Stream.of(this.cron), this.rates.stream(), this.delays.stream()).flatMap((part) -> part);
	}

	/**
	 * Return any attribute that is set.
	 */
	@Nullable AnnotationAttribute any() {
		return Stream.of(triggers(), Stream.of(this.zone), this.initialDelays.stream())
			.flatMap((part) -> part)
			.filter((attribute) -> !attribute.literal().isEmpty())
			.findFirst()
			.orElse(null);
	}

	@Nullable JobTrigger trigger() {
		AnnotationAttribute trigger = one(triggers());
		AnnotationAttribute initialDelay = one(this.initialDelays.stream());
		if (trigger == null) {
			return null;
		}
		if (trigger.equals(this.cron)) {
			return cron(initialDelay);
		}
		if (isSet(this.zone)) {
			throw this.zone.invalid("it belongs to a cron expression, and there is none", "Leave the attribute out.");
		}
		return interval(trigger, initialDelay);
	}

	private JobTrigger cron(@Nullable AnnotationAttribute initialDelay) {
		if (initialDelay != null) {
			throw initialDelay.invalid("a cron expression has no initial delay", "Leave the attribute out.");
		}
		ZoneId zone = isSet(this.zone) ? zoneId() : ZoneId.systemDefault();
		String expression = this.cron.value().strip();
		return expression.equals(Scheduled.CRON_DISABLED) ? new NoFireTimes()
				: firing(new CronFireTimes(parsed(expression), zone));
	}

	private CronFireTimes firing(CronFireTimes trigger) {
		if (!trigger.everFires()) {
			String value = this.cron.value();
			throw this.cron.invalid(
					value.equals(this.cron.literal()) ? "it never fires"
							: "is '%s', which never fires".formatted(value),
					"Choose a date that comes, or write - for a job that does not run by itself.");
		}
		return trigger;
	}

	private CronExpression parsed(String expression) {
		if (LATE_WEEKDAY.matcher(expression).matches()) {
			throw this.cron.invalid("it would not run in a month that ends with that day, a Sunday",
					"Write LW for the last weekday of a month, or a day up to 27W.");
		}
		try {
			return CronExpression.parse(expression);
		}
		catch (IllegalArgumentException ex) {
			throw this.cron.invalid("%s: %s".formatted(this.cron.notA("cron expression"), ex.getMessage()),
					"Write six fields, from seconds to the day of the week, like 0 0 6 * * *, or - for a job that does "
							+ "not run by itself.");
		}
	}

	private ZoneId zoneId() {
		try {
			return StringUtils.parseTimeZoneString(this.zone.value().strip()).toZoneId();
		}
		catch (IllegalArgumentException ex) {
			throw this.zone.invalid(this.zone.notA("time zone"), "Use an id like Europe/Berlin or UTC.");
		}
	}

	private JobTrigger interval(AnnotationAttribute trigger, @Nullable AnnotationAttribute initialDelay) {
		Duration interval = trigger.duration(SHORTEST_INTERVAL, this.unit);
		Duration initial = (initialDelay != null) ? initialDelay.duration(Duration.ZERO, this.unit) : null;
		Duration delay = (initial != null) ? initial : Duration.ZERO;
		if (interval == null) {
			throw trigger.invalid("must not be blank", "Give a duration.");
		}
		return this.rates.contains(trigger) ? new RateFireTimes(interval, delay, null)
				: new DelayFireTimes(interval, delay);
	}

}
