// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * The fire times of a cron expression in a time zone.
 * <p>
 * With fixed hours they are local times: one that a change of the clocks skips is moved
 * to the end of the gap, and one that comes twice counts the first time only. Without,
 * they are all instants at which the local clock shows a matching time.
 *
 * @param expression the expression
 * @param zone the zone
 */
public record CronFireTimes(CronExpression expression, ZoneId zone) implements JobTrigger {

	static final String KIND = "cron";

	@Override
	public String text() {
		return "%s %s %s".formatted(KIND, this.expression, this.zone);
	}

	@Override
	public String description() {
		return "%s in %s".formatted(this.expression, this.zone);
	}

	/**
	 * Return whether a fire time lies ahead. Expressions have no years, so one that fires
	 * once fires again.
	 * @return whether there is one; not for the 31st of February
	 */
	public boolean everFires() {
		return next(Instant.now()) != null;
	}

	/**
	 * Return whether another trigger fires at the same local times, at fixed hours, in
	 * another zone.
	 * @param other the other trigger
	 * @return whether it does
	 */
	public boolean isOtherZoneOf(CronFireTimes other) {
		return this.expression.equals(other.expression) && !this.zone.equals(other.zone)
				&& CronHours.areFixed(this.expression);
	}

	/**
	 * Return when clocks of this zone show the time that those of another one show.
	 * @param time a time
	 * @param other the other zone
	 * @return the time
	 */
	public Instant sameLocalTime(Instant time, ZoneId other) {
		return instant(LocalDateTime.ofInstant(time, other));
	}

	@Override
	public @Nullable Instant due(JobState state, Instant after, Instant now) {
		Instant fireTime = next(after);
		return (fireTime == null || fireTime.isAfter(now)) ? null : latest(fireTime, now);
	}

	/**
	 * Find the latest fire time by halving the time in which it can be, since there may
	 * be millions of them.
	 */
	private Instant latest(Instant first, Instant now) {
		Instant latest = first;
		Instant end = now;
		Instant following = next(latest);
		while (following != null && !following.isAfter(end)) {
			Instant middle = latest.plus(Duration.between(latest, end).dividedBy(2));
			Instant later = next(middle);
			if (later != null && !later.isAfter(end)) {
				latest = later;
				following = next(latest);
			}
			else {
				end = middle;
			}
		}
		return latest;
	}

	@Override
	public @Nullable Instant next(JobState state, Instant now) {
		return next(now);
	}

	@Override
	public @Nullable Stretch between(Instant after, Instant until) {
		Instant first = next(after);
		if (first == null || first.isAfter(until)) {
			return null;
		}
		int count = 1;
		Instant following = next(first);
		while (following != null && !following.isAfter(until) && count < Stretch.MOST) {
			following = next(following);
			count++;
		}
		return new Stretch(first, latest(first, until), count);
	}

	@Nullable Instant next(Instant after) {
		return CronHours.areFixed(this.expression) ? nextLocalTime(after) : nextInstant(after);
	}

	/**
	 * Go through the times between two changes of the clocks, in which local times and
	 * instants are the same.
	 */
	private @Nullable Instant nextInstant(Instant after) {
		ZoneRules rules = this.zone.getRules();
		ZoneOffset offset = rules.getOffset(after);
		LocalDateTime local = LocalDateTime.ofInstant(after, offset);
		ZoneOffsetTransition change = rules.nextTransition(after);
		while (true) {
			LocalDateTime next = this.expression.next(local);
			if (next == null || change == null || next.toInstant(offset).isBefore(change.getInstant())) {
				return (next != null) ? next.toInstant(offset) : null;
			}
			offset = change.getOffsetAfter();
			local = change.getDateTimeAfter().minusNanos(1);
			change = rules.nextTransition(change.getInstant());
		}
	}

	private @Nullable Instant nextLocalTime(Instant after) {
		LocalDateTime next = this.expression.next(local(after));
		while (next != null && !instant(next).isAfter(after)) {
			next = this.expression.next(next);
		}
		return (next != null) ? instant(next) : null;
	}

	/**
	 * Return the local time, or the end of an overlap if it comes for the second time.
	 */
	private LocalDateTime local(Instant instant) {
		ZoneRules rules = this.zone.getRules();
		ZoneOffset offset = rules.getOffset(instant);
		LocalDateTime local = LocalDateTime.ofInstant(instant, offset);
		ZoneOffsetTransition change = rules.getTransition(local);
		if (change != null && change.isOverlap() && offset.equals(change.getOffsetAfter())) {
			return change.getDateTimeBefore().minusNanos(1);
		}
		return local;
	}

	private Instant instant(LocalDateTime local) {
		ZoneRules rules = this.zone.getRules();
		ZoneOffsetTransition change = rules.getTransition(local);
		if (change == null) {
			return local.toInstant(rules.getOffset(local));
		}
		return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
	}

}
