// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterSchedule;
import io.distlock.scheduling.JobSchedule;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.schedule.Catalogue;
import io.distlock.scheduling.schedule.CatalogueEntry;
import io.distlock.scheduling.schedule.CatalogueEntry.End;
import io.distlock.scheduling.schedule.ScheduleParser;
import org.jspecify.annotations.Nullable;

/**
 * Makes, changes, ends and lists schedules.
 */
final class Schedules {

	private final Supplier<ScheduleStore> store;

	private final Predicate<String> annotated;

	private final Predicate<String> handlers;

	private final Runnable changed;

	Schedules(Supplier<ScheduleStore> store, Predicate<String> annotated, Predicate<String> handlers,
			Runnable changed) {
		this.store = store;
		this.annotated = annotated;
		this.handlers = handlers;
		this.changed = changed;
	}

	/**
	 * Make or change a schedule: first in the catalogue, which is what counts, then in
	 * the entry of its job, so that no run of a former one starts.
	 */
	void schedule(String name, JobSchedule wanted) {
		CatalogueEntry parsed = ScheduleParser.parse(name, wanted);
		if (this.annotated.test(name)) {
			throw taken(name);
		}
		ScheduleStore schedules = this.store.get();
		schedules.translated(name, () -> {
			CatalogueEntry made = written(schedules, parsed);
			RegisteredTrigger trigger = schedules.bring(made).trigger();
			if (!ScheduleRules.isSchedule(trigger)) {
				// A node with such a method came in between.
				schedules
					.change((catalogue) -> catalogue.find(name).map((same) -> catalogue.without(name)).orElse(null));
				throw taken(name);
			}
			this.changed.run();
			return made;
		});
	}

	private CatalogueEntry written(ScheduleStore schedules, CatalogueEntry parsed) {
		AtomicReference<CatalogueEntry> made = new AtomicReference<>(parsed);
		makeRoom(schedules, parsed.name());
		schedules.change((catalogue) -> {
			RegisteredTrigger known = schedules.state(parsed.name()).trigger();
			if (!known.text().isEmpty() && !ScheduleRules.isSchedule(known)) {
				throw taken(parsed.name());
			}
			CatalogueEntry before = catalogue.find(parsed.name()).orElse(null);
			if (before != null && before.isSameAs(parsed) && before.end() != End.UNSCHEDULED) {
				made.set(before);
				return null;
			}
			checkRoom(catalogue, parsed.name());
			long revision = Math.max(catalogue.nextRevision(), known.version() + 1);
			made.set(new CatalogueEntry(parsed.name(), parsed.handler(), parsed.trigger(), parsed.parameters(),
					revision, catalogue.now(), End.NONE));
			return catalogue.with(List.of(made.get()));
		});
		return made.get();
	}

	private static void makeRoom(ScheduleStore schedules, String name) {
		Catalogue catalogue = schedules.read();
		if (!catalogue.hasRoomFor(name)) {
			catalogue.oldest().ifPresent(schedules::forget);
		}
	}

	private static void checkRoom(Catalogue catalogue, String name) {
		if (!catalogue.hasRoomFor(name)) {
			throw new IllegalStateException(
					"Schedule '%s' cannot be made: there are %d schedules, which is the most. Unschedule some, or let one schedule find its work in a table"
						.formatted(name, Catalogue.MOST));
		}
	}

	private static IllegalArgumentException taken(String name) {
		return new IllegalArgumentException(
				"Schedule '%s' cannot be made: an annotated method has, or had, a job of that name. Choose another name, or remove the job that no code has any more"
					.formatted(name));
	}

	boolean unschedule(String name) {
		ScheduleStore schedules = this.store.get();
		return schedules.translated(name, () -> {
			AtomicBoolean found = new AtomicBoolean();
			AtomicReference<@Nullable CatalogueEntry> ended = new AtomicReference<>();
			schedules.change((catalogue) -> {
				CatalogueEntry before = catalogue.find(name).orElse(null);
				ended.set(before);
				found.set(before != null && !before.ended());
				if (before == null || before.ended()) {
					return null;
				}
				CatalogueEntry after = before.ended(End.UNSCHEDULED,
						Math.max(catalogue.nextRevision(), before.revision() + 1), catalogue.now());
				ended.set(after);
				return catalogue.with(List.of(after));
			});
			CatalogueEntry last = ended.get();
			if (last != null) {
				// Also if an earlier call did not get that far.
				schedules.bring(last);
				this.changed.run();
			}
			return found.get();
		});
	}

	List<ClusterSchedule> list() {
		ScheduleStore schedules = this.store.get();
		return schedules.translated(Catalogue.NAME, () -> {
			Map<LockKey, CatalogueEntry> all = new LinkedHashMap<>();
			schedules.read()
				.slots()
				.values()
				.stream()
				.sorted(Comparator.comparing(CatalogueEntry::name))
				.forEach((schedule) -> all.put(schedules.store().key(schedule.name()), schedule));
			Map<LockKey, JobEntry> entries = schedules.entries(all.keySet());
			return all.entrySet().stream().map((one) -> describe(one.getValue(), entries.get(one.getKey()))).toList();
		});
	}

	private ClusterSchedule describe(CatalogueEntry schedule, @Nullable JobEntry entry) {
		Instant overdue = (entry != null && entry.version() != 0) ? DueTimes.overdue(entry) : null;
		return new ClusterSchedule(schedule.name(), schedule.handler(), this.handlers.test(schedule.handler()),
				schedule.trigger(), schedule.parameters(), schedule.changedAt(),
				schedule.ended() ? schedule.changedAt() : null, overdue);
	}

}
