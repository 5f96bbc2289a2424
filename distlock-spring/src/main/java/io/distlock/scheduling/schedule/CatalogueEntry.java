// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.schedule;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.JobTriggers;
import io.distlock.scheduling.trigger.NoFireTimes;
import org.jspecify.annotations.Nullable;

/**
 * One schedule of the catalogue.
 *
 * @param name the name of its job
 * @param handler the name of its handler
 * @param trigger when to run, as text
 * @param parameters a JSON object, on one line of ASCII
 * @param revision the order of its changes
 * @param changedAt when it was last changed, by the store's clock; if it has ended, when
 * that was
 * @param end how it ended
 * @since 0.1.0
 */
public record CatalogueEntry(String name, String handler, String trigger, String parameters, long revision,
		Instant changedAt, End end) {

	private static final int PARTS = 6;

	/**
	 * Check the size.
	 * @throws IllegalArgumentException if it cannot be kept
	 */
	public CatalogueEntry {
		int length = text(name, handler, trigger, parameters, revision, changedAt, end).length();
		if (length > JobRun.MAX_ERROR_LENGTH) {
			throw new IllegalArgumentException(
					"Schedule '%s' takes %d characters, and at most %d are kept. Shorten its name, handler, cron expression or parameters"
						.formatted(name, length, JobRun.MAX_ERROR_LENGTH));
		}
	}

	/**
	 * Return whether it has ended.
	 * @return whether it has
	 */
	public boolean ended() {
		return this.end != End.NONE;
	}

	/**
	 * Return whether another one asks for the same.
	 * @param other the other one
	 * @return whether it does
	 */
	public boolean isSameAs(CatalogueEntry other) {
		return this.handler.equals(other.handler) && this.trigger.equals(other.trigger)
				&& this.parameters.equals(other.parameters);
	}

	/**
	 * Return this schedule as it ended.
	 * @param end how
	 * @param revision the revision of that
	 * @param now the store's clock
	 * @return the schedule
	 */
	public CatalogueEntry ended(End end, long revision, Instant now) {
		return new CatalogueEntry(this.name, this.handler, this.trigger, this.parameters, revision, now, end);
	}

	/**
	 * Return the rules of a node that knows this.
	 * @return the rules
	 */
	public ScheduleRules rules() {
		JobTrigger parsed = ended() ? new NoFireTimes() : JobTriggers.parse(this.trigger);
		return new ScheduleRules((parsed != null) ? parsed : new NoFireTimes(), this.revision, this.changedAt);
	}

	String text() {
		return text(this.name, this.handler, this.trigger, this.parameters, this.revision, this.changedAt, this.end);
	}

	private static String text(String name, String handler, String trigger, String parameters, long revision,
			Instant changedAt, End end) {
		return String.join(" ", Long.toString(revision), end.name(), changedAt.toString(), encoded(name),
				encoded(handler), trigger + parameters);
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Read a schedule. No trigger has a brace.
	 * @return the schedule, or {@code null} where there is none
	 */
	static @Nullable CatalogueEntry parse(@Nullable String text) {
		String[] parts = (text != null) ? text.split(" ", PARTS) : new String[0];
		int json = (parts.length == PARTS) ? parts[PARTS - 1].indexOf('{') : -1;
		if (json < 0) {
			return null;
		}
		return new CatalogueEntry(decoded(parts[3]), decoded(parts[4]), parts[5].substring(0, json),
				parts[5].substring(json), Long.parseLong(parts[0]), Instant.parse(parts[2]), End.valueOf(parts[1]));
	}

	private static String decoded(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

	/**
	 * How a schedule ended.
	 */
	public enum End {

		/**
		 * It did not.
		 */
		NONE,

		/**
		 * It was to run once, and its fire time is over.
		 */
		OVER,

		/**
		 * It was unscheduled.
		 */
		UNSCHEDULED

	}

}
