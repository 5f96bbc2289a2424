// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.look.PollResult;
import io.distlock.scheduling.look.WatchedJob;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.schedule.Catalogue;
import io.distlock.scheduling.schedule.CatalogueEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedules that this node has handlers for: learns of them by the looks that nodes
 * take anyway, and keeps a job for each.
 */
final class ScheduledJobs implements WatchedJob {

	private static final Logger logger = LoggerFactory.getLogger(ScheduledJobs.class);

	/**
	 * How many are forgotten with one look.
	 */
	private static final int FORGOTTEN_AT_ONCE = 10;

	private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

	private final ScheduleStore store;

	private final Jobs jobs;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<String, LocalSchedule> known = new ConcurrentHashMap<>();

	private final List<LocalJob> retired = new CopyOnWriteArrayList<>();

	private final Set<String> told = ConcurrentHashMap.newKeySet();

	private volatile long version = -1;

	private volatile @Nullable Catalogue catalogue;

	private volatile @Nullable Long readAt;

	ScheduledJobs(ScheduleStore store, Jobs jobs) {
		this.store = store;
		this.jobs = jobs;
	}

	@Override
	public String name() {
		return Catalogue.NAME;
	}

	@Override
	public LockKey key() {
		return this.store.key();
	}

	/**
	 * Return whether what this node knows of the schedules counts: one that was paused or
	 * cut off for long looks at the catalogue first.
	 */
	boolean isTrusted() {
		Long last = this.readAt;
		return last != null && System.nanoTime() - last < this.store.trust().toNanos();
	}

	Collection<LocalJob> all() {
		Set<LocalJob> all = new LinkedHashSet<>(this.retired);
		this.known.values().forEach((schedule) -> all.add(schedule.job()));
		return all;
	}

	@Nullable LocalSchedule find(String name) {
		return this.known.get(name);
	}

	Collection<LocalSchedule> schedules() {
		return this.known.values();
	}

	@Override
	public PollResult look(JobEntry entry) {
		long asked = System.nanoTime();
		learn(entry, asked);
		try {
			tellUnhandled(entry.now());
			endThoseThatAreOver();
			forgetOld(entry.now());
		}
		catch (RuntimeException ex) {
			logger.debug("Schedules that have ended are looked at again later", ex);
		}
		return new PollResult(this.store.housekeeping(), true, null, false, null);
	}

	@Override
	public PollResult failed(RuntimeException failure) {
		logger.debug("Schedules cannot be looked at", failure);
		return PollResult.in(AFTER_ERROR);
	}

	@Override
	public PollResult run() {
		return PollResult.atOnce();
	}

	/**
	 * Learn what has changed, at once.
	 */
	void refresh() {
		long asked = System.nanoTime();
		Catalogue read = this.store.read();
		learn(read, asked);
	}

	private void learn(JobEntry entry, long asked) {
		Catalogue last = this.catalogue;
		if (last == null || this.version != entry.version()) {
			learn(this.store.read(entry), asked);
		}
		else {
			this.readAt = asked;
		}
	}

	private void learn(Catalogue read, long asked) {
		this.mutex.lock();
		try {
			Long last = this.readAt;
			if (last != null && asked < last) {
				return;
			}
			Map<String, CatalogueEntry> handled = new HashMap<>();
			read.slots().values().forEach((schedule) -> {
				if (isHandled(schedule)) {
					handled.put(schedule.name(), schedule);
				}
			});
			this.known.values()
				.removeIf((local) -> !local.isSameAs(handled.get(local.schedule().name())) && retire(local));
			this.catalogue = read;
			this.version = read.version();
			this.readAt = asked;
			handled.values().forEach(this::add);
			this.retired.removeIf(LocalJob::isStoppedForGood);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean retire(LocalSchedule local) {
		this.retired.add(local.job());
		return true;
	}

	private boolean isHandled(CatalogueEntry schedule) {
		if (this.jobs.isAnnotated(schedule.name())) {
			if (!schedule.ended() && this.told.add("annotated " + schedule.name())) {
				logger.error(
						"Schedule '{}', which was made at run time, has the name of an annotated method of this node: neither runs here. Unschedule it, or give the method another name",
						schedule.name());
			}
			return false;
		}
		return this.jobs.hasHandler(schedule.handler());
	}

	private void add(CatalogueEntry schedule) {
		if (!this.known.containsKey(schedule.name())) {
			this.known.put(schedule.name(), new LocalSchedule(schedule, this.jobs.start(schedule, this::isTrusted)));
		}
	}

	/**
	 * Tell once of a schedule that waits, and that no node runs.
	 */
	private void tellUnhandled(Instant now) {
		Map<LockKey, CatalogueEntry> unhandled = new HashMap<>();
		Catalogue read = this.catalogue;
		if (read != null) {
			read.slots()
				.values()
				.stream()
				.filter((schedule) -> !schedule.ended() && !this.jobs.hasHandler(schedule.handler())
						&& !this.told.contains(schedule.handler() + " of " + schedule.name()))
				.forEach((schedule) -> unhandled.put(this.store.store().key(schedule.name()), schedule));
		}
		this.store.entries(unhandled.keySet()).forEach((key, entry) -> {
			Instant overdue = (entry.version() != 0) ? DueTimes.overdue(entry) : null;
			CatalogueEntry schedule = unhandled.get(key);
			if (schedule != null && overdue != null && overdue.plus(this.store.trust()).isBefore(now)) {
				this.told.add(schedule.handler() + " of " + schedule.name());
				logger.warn(
						"Schedule '{}' waits since {}, and no node runs it: its handler '{}' is not on this node, and seems to be on no other. Deploy the handler, or unschedule it",
						schedule.name(), overdue, schedule.handler());
			}
		});
	}

	private void endThoseThatAreOver() {
		List<LocalSchedule> over = this.known.values().stream().filter(LocalSchedule::isOver).toList();
		Catalogue read = this.catalogue;
		if (over.isEmpty() || read == null) {
			return;
		}
		long revision = read.nextRevision();
		List<CatalogueEntry> ended = new ArrayList<>();
		over.forEach((local) -> ended.add(local.schedule()
			.ended(CatalogueEntry.End.OVER, revision + ended.size(), local.job().lastSeenAt(read.now()))));
		if (this.store.write(read, read.with(ended))) {
			refresh();
		}
	}

	private void forgetOld(Instant now) {
		Catalogue read = this.catalogue;
		if (read == null) {
			return;
		}
		List<CatalogueEntry> old = read.slots()
			.values()
			.stream()
			.filter((schedule) -> schedule.ended() && schedule.changedAt().plus(Catalogue.RETENTION).isBefore(now))
			.limit(FORGOTTEN_AT_ONCE)
			.toList();
		old.forEach(this.store::forget);
		if (!old.isEmpty()) {
			refresh();
		}
	}

	/**
	 * The jobs of this node.
	 */
	interface Jobs {

		boolean isAnnotated(String name);

		boolean hasHandler(String name);

		/**
		 * Make a job, and let it run if this node runs jobs.
		 */
		LocalJob start(CatalogueEntry schedule, BooleanSupplier trusted);

	}

}
