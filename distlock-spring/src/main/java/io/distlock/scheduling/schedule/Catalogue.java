// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import io.distlock.scheduling.rules.JobStates;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.trigger.NoFireTimes;
import org.jspecify.annotations.Nullable;

/**
 * All schedules, as they were read at one time.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param version the version of the entry that keeps them
 * @param revision the latest revision
 * @param now the store's clock
 * @param slots the schedules, by the slot that keeps them
 * @since 0.1.0
 */
public record Catalogue(long version, long revision, Instant now, Map<Integer, CatalogueEntry> slots) {

	/**
	 * The name of the entry, which no job may have.
	 */
	public static final String NAME = "distlock:schedules";

	/**
	 * The most schedules, with those that have ended and are not forgotten.
	 */
	public static final int MOST = 200;

	/**
	 * How long a schedule that has ended is kept with the history of its runs, unless
	 * room is needed.
	 */
	public static final Duration RETENTION = Duration.ofDays(1);

	/**
	 * Read a catalogue.
	 * @param entry its entry
	 * @param records what is kept with it, read after that
	 * @return the catalogue
	 */
	public static Catalogue of(JobEntry entry, List<JobRun> records) {
		Map<Integer, CatalogueEntry> slots = new TreeMap<>();
		for (JobRun record : records) {
			CatalogueEntry schedule = CatalogueEntry.parse(record.error());
			if (schedule != null) {
				slots.put((int) record.fireTime().getEpochSecond(), schedule);
			}
		}
		long revision = Math.max(ScheduleRules.FIRST_REVISION, entry.state().trigger().version());
		return new Catalogue(entry.version(), revision, JobStates.millis(entry.now()), slots);
	}

	/**
	 * Find a schedule.
	 * @param name its name
	 * @return the schedule
	 */
	public Optional<CatalogueEntry> find(String name) {
		return this.slots.values().stream().filter((schedule) -> schedule.name().equals(name)).findFirst();
	}

	/**
	 * Return the next revision. It lies above those of a catalogue that was lost, too.
	 * @return the revision
	 */
	public long nextRevision() {
		return Math.max(this.revision + 1, ScheduleRules.FIRST_REVISION + this.now.toEpochMilli());
	}

	/**
	 * Find the schedule that ended first.
	 * @return the schedule; empty if none has ended
	 */
	public Optional<CatalogueEntry> oldest() {
		return this.slots.values()
			.stream()
			.filter(CatalogueEntry::ended)
			.min(Comparator.comparing(CatalogueEntry::changedAt));
	}

	/**
	 * Return whether there is room for a schedule.
	 * @param name its name
	 * @return whether there is
	 */
	public boolean hasRoomFor(String name) {
		return find(name).isPresent() || this.slots.size() < MOST;
	}

	/**
	 * Change schedules, or add them.
	 * @param changed the schedules as they are to be
	 * @return what is to be written
	 */
	public Change with(Collection<CatalogueEntry> changed) {
		Map<Integer, CatalogueEntry> after = new LinkedHashMap<>();
		changed.forEach((schedule) -> after.put(slot(schedule.name(), after), schedule));
		long latest = changed.stream().mapToLong(CatalogueEntry::revision).max().orElse(this.revision);
		List<JobRun> records = after.entrySet()
			.stream()
			.map((slot) -> record(slot.getKey(), slot.getValue().text()))
			.toList();
		return new Change(state(Math.max(this.revision, latest)), records);
	}

	/**
	 * Forget a schedule.
	 * @param name its name
	 * @return what is to be written
	 */
	public Change without(String name) {
		return new Change(state(this.revision), List.of(record(slot(name, Map.of()), null)));
	}

	private int slot(String name, Map<Integer, CatalogueEntry> taken) {
		return IntStream.range(0, MOST)
			.filter((slot) -> isOf(slot, name))
			.findFirst()
			.orElseGet(() -> IntStream.range(0, MOST)
				.filter((slot) -> !this.slots.containsKey(slot) && !taken.containsKey(slot))
				.findFirst()
				.orElseThrow());
	}

	private boolean isOf(int slot, String name) {
		CatalogueEntry schedule = this.slots.get(slot);
		return schedule != null && schedule.name().equals(name);
	}

	private JobState state(long revision) {
		return JobState.unknown()
			.withTrigger(new RegisteredTrigger(new NoFireTimes().text(), revision, Instant.EPOCH, this.now), null);
	}

	private static JobRun record(int slot, @Nullable String text) {
		Instant time = Instant.ofEpochSecond(slot);
		return new JobRun(time, 1, "-", 0, time, time, Outcome.SUCCEEDED, text);
	}

	/**
	 * What is to be written.
	 *
	 * @param state the state of the entry
	 * @param records the records that belong to it
	 */
	public record Change(JobState state, List<JobRun> records) {

	}

}
