// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.Uninterrupted;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.JobRules;
import io.distlock.scheduling.rules.JobStates;
import io.distlock.scheduling.rules.JobStep;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.schedule.Catalogue;
import io.distlock.scheduling.schedule.CatalogueEntry;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of schedules in a store, and the entries of their jobs.
 */
final class ScheduleStore {

	private static final int MAX_CONFLICTS = 100;

	private final JobStore store;

	private final LockKey key;

	private final JobSettings settings;

	ScheduleStore(JobStore store, JobSettings settings) {
		this.store = store;
		this.key = store.key(Catalogue.NAME);
		this.settings = settings;
	}

	JobStore store() {
		return this.store;
	}

	LockKey key() {
		return this.key;
	}

	private JobLedger ledger() {
		return this.store.ledger();
	}

	Catalogue read() {
		return read(read(this.key));
	}

	/**
	 * Read the schedules that belong to an entry. They may be newer than that.
	 */
	Catalogue read(JobEntry entry) {
		return Catalogue.of(entry, (entry.version() == 0) ? List.of()
				: Uninterrupted.call(() -> ledger().history(this.key, Catalogue.MOST)));
	}

	private JobEntry read(LockKey key) {
		JobEntry entry = Uninterrupted.call(() -> ledger().read(key));
		return new JobEntry(entry.version(), entry.state(), JobStates.millis(entry.now()));
	}

	JobState state(String name) {
		return read(this.store.key(name)).state();
	}

	Map<LockKey, JobEntry> entries(Set<LockKey> keys) {
		return keys.isEmpty() ? Map.of() : Uninterrupted.call(() -> ledger().readAll(keys));
	}

	/**
	 * Change the catalogue, also while other nodes change it.
	 * @param change what to write, or {@code null} for nothing
	 */
	void change(Function<Catalogue, Catalogue.@Nullable Change> change) {
		for (int i = 0; i < MAX_CONFLICTS; i++) {
			Catalogue catalogue = read();
			Catalogue.Change wanted = change.apply(catalogue);
			if (wanted == null || write(catalogue, wanted)) {
				return;
			}
		}
		throw new LockProviderException(Catalogue.NAME,
				"The schedules changed %d times while one was to be changed; try again".formatted(MAX_CONFLICTS), null);
	}

	boolean write(Catalogue catalogue, Catalogue.Change change) {
		return Uninterrupted.call(
				() -> ledger().write(this.key, catalogue.version(), change.state(), change.records(), Catalogue.MOST));
	}

	/**
	 * Bring a schedule to the entry of its job, so that no run of a former one starts any
	 * more. One that has ended is registered as well, so that a node which has not
	 * learned of it finds it.
	 * @return the state of the job
	 */
	JobState bring(CatalogueEntry schedule) {
		LockKey job = this.store.key(schedule.name());
		ScheduleRules own = schedule.rules();
		JobRules rules = new JobRules(own, RetryRules.of(1, null, 1, null), new DueTimes(LocalSchedule.UNBOUNDED));
		for (int i = 0; i < MAX_CONFLICTS; i++) {
			JobEntry entry = read(job);
			Instant now = entry.now();
			JobStep step = (entry.version() == 0) ? new JobStep.Register(own.registered(entry.state(), now), List.of())
					: rules.step(entry);
			if (!(step instanceof JobStep.Register register)) {
				return entry.state();
			}
			Uninterrupted.call(() -> ledger().write(job, entry.version(), register.state(), register.records(),
					this.settings.historySize()));
		}
		throw new LockProviderException(schedule.name(),
				"The entry of job '%s' changed %d times while it was to be scheduled; try again"
					.formatted(schedule.name(), MAX_CONFLICTS),
				null);
	}

	/**
	 * Forget a schedule that has ended, with the history of its job, unless a run of it
	 * goes on.
	 * @return whether it is forgotten
	 */
	boolean forget(CatalogueEntry schedule) {
		if (!isJobRemoved(schedule)) {
			return false;
		}
		change((catalogue) -> catalogue.find(schedule.name())
			.filter(schedule::equals)
			.map((same) -> catalogue.without(same.name()))
			.orElse(null));
		return true;
	}

	private boolean isJobRemoved(CatalogueEntry schedule) {
		LockKey job = this.store.key(schedule.name());
		JobLock lock = new JobLock(this.store, schedule.name(), this.settings.leaseTime(), OnLost.IGNORE);
		try (HeldLock held = lock.tryAcquire().orElse(null)) {
			JobEntry entry = read(job);
			boolean another = !ScheduleRules.isSchedule(entry.state().trigger())
					|| entry.state().trigger().version() > schedule.revision();
			return entry.version() == 0 || another
					|| (held != null && Uninterrupted.call(() -> ledger().remove(job, entry.version())));
		}
	}

	/**
	 * Call on behalf of the application: errors of the store are of the type that it
	 * knows.
	 */
	<T extends @Nullable Object> T translated(String name, Supplier<T> call) {
		try {
			return call.get();
		}
		catch (LockStoreException ex) {
			throw new LockProviderException(name,
					"The %s store did not answer about schedule '%s': %s. What was asked may have happened; it is safe to ask again"
						.formatted(this.store.providerName(), name, ex.getMessage()),
					ex);
		}
	}

	Duration housekeeping() {
		return this.settings.triggerTimeout().dividedBy(2);
	}

	/**
	 * Return how long what a node has read of the catalogue counts.
	 */
	Duration trust() {
		return this.settings.triggerTimeout();
	}

}
