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
 * Fire times of a cron expression in a time zone.
 * <p>
 * For fixed hours, fire times are local times: a time skipped by a clock change is moved
 * to the end of the gap, and a repeated time fires only once. Otherwise, fire times are
 * all instants with a matching local time.
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
	 * Return whether the expression ever fires. Expressions have no years, so an
	 * expression that fires once fires again.
	 * @return {@code false} for an expression such as the 31st of February
	 */
	public boolean everFires() {
		return next(Instant.now()) != null;
	}

	/**
	 * Return whether another trigger fires at the same fixed local times in another zone.
	 * @param other the other trigger
	 * @return {@code true} if only the zones differ
	 */
	public boolean isOtherZoneOf(CronFireTimes other) {
		return this.expression.equals(other.expression) && !this.zone.equals(other.zone)
				&& CronHours.areFixed(this.expression);
	}

	/**
	 * Return the instant with the same local time in this zone as a given instant in
	 * another zone.
	 * @param time the instant in the other zone
	 * @param other the other zone
	 * @return the instant in this zone
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
	 * Find the latest fire time by bisection, since a range may contain millions of fire
	 * times.
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
		while (following != null && !following.isAfter(until) && count < Stretch.MAX_COUNTED_FIRE_TIMES) {
			following = next(following);
			count++;
		}
		return new Stretch(first, latest(first, until), count);
	}

	@Nullable Instant next(Instant after) {
		return CronHours.areFixed(this.expression) ? nextLocalTime(after) : nextInstant(after);
	}

	/**
	 * Iterate over the periods between clock changes, in which local times correspond to
	 * instants.
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

	/**
	 * Find the next local time. During the second pass of repeated local times, skip the
	 * times that have fired in the first pass.
	 */
	private @Nullable Instant nextLocalTime(Instant after) {
		LocalDateTime next = this.expression.next(LocalDateTime.ofInstant(after, this.zone));
		while (next != null && !instant(next).isAfter(after)) {
			next = this.expression.next(next);
		}
		return (next != null) ? instant(next) : null;
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
