// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.Uninterrupted;
import io.distlock.scheduling.JobInUseException;
import io.distlock.scheduling.JobRemoval;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.OrphanedJob;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.rules.OrphanRules;
import io.distlock.scheduling.rules.OrphanRules.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that stores have, and that no code of this node has.
 */
final class Orphans {

	private static final Logger logger = LoggerFactory.getLogger(Orphans.class);

	private static final int MAX_CONFLICTS = 100;

	private final Supplier<JobStores> stores;

	private final Supplier<Collection<LocalJob>> jobs;

	private final JobSettings settings;

	private final OrphanRules rules;

	Orphans(Supplier<JobStores> stores, Supplier<Collection<LocalJob>> jobs, JobSettings settings) {
		this.stores = stores;
		this.jobs = jobs;
		this.settings = settings;
		this.rules = new OrphanRules(settings.triggerTimeout());
	}

	OrphanedJobs list() {
		List<OrphanedJob> found = new ArrayList<>();
		Map<String, LockProviderException> failures = new HashMap<>();
		boolean truncated = false;
		for (Map.Entry<String, JobStore> store : all().entrySet()) {
			try {
				truncated |= list(store.getKey(), store.getValue(), found);
			}
			catch (LockStoreException ex) {
				failures.put(store.getKey(), failed(store.getValue(), "was asked for its jobs", ex));
			}
		}
		return new OrphanedJobs(found, truncated, failures);
	}

	/**
	 * Find the stores that keep jobs, each once, though it may be that of several names.
	 */
	private Map<String, JobStore> all() {
		JobStores known = this.stores.get();
		Map<String, JobStore> all = new LinkedHashMap<>();
		Set<JobLedger> ledgers = Collections.newSetFromMap(new IdentityHashMap<>());
		Set<String> names = new TreeSet<>(known.providerNames());
		names.add("");
		names.forEach((name) -> known.find(name)
			.filter((store) -> ledgers.add(store.ledger()))
			.ifPresent((store) -> all.put(name, store)));
		return all;
	}

	private boolean list(String provider, JobStore store, List<OrphanedJob> found) {
		JobLedger.Listing listing = Uninterrupted.call(() -> store.ledger().jobs(store.keyPrefix()));
		Set<LockKey> brought = brought(store);
		List<LockKey> orphans = listing.jobs().stream().filter((key) -> !brought.contains(key)).toList();
		read(store, orphans).forEach((key, entry) -> {
			if (entry.version() != 0) {
				found.add(new OrphanedJob(key.name(), provider, entry.state().trigger().text(),
						entry.state().trigger().confirmedAt(), entry.state().lastFireTime(), entry.state().running()));
			}
		});
		return listing.truncated();
	}

	/**
	 * One job that this version does not understand must not hide the others.
	 */
	private static Map<LockKey, JobEntry> read(JobStore store, List<LockKey> jobs) {
		try {
			return Uninterrupted.call(() -> store.ledger().readAll(jobs));
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != LockStoreException.Outcome.PERMANENT || jobs.size() == 1) {
				throw ex;
			}
			Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
			jobs.forEach((job) -> readOne(store, job).ifPresent((entry) -> entries.put(job, entry)));
			return entries;
		}
	}

	private static Optional<JobEntry> readOne(JobStore store, LockKey job) {
		try {
			return Optional.of(Uninterrupted.call(() -> store.ledger().read(job)));
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != LockStoreException.Outcome.PERMANENT) {
				throw ex;
			}
			logger.warn("Job '{}', which no code of this node has, cannot be listed", job, ex);
			return Optional.empty();
		}
	}

	private Set<LockKey> brought(JobStore store) {
		return this.jobs.get()
			.stream()
			.filter((job) -> job.isKeptIn(store.ledger()))
			.map(LocalJob::key)
			.collect(Collectors.toSet());
	}

	/**
	 * Remove a job under its lock, so that no run of it goes on.
	 */
	JobRemoval remove(String name, String provider) {
		JobStore store = store(provider);
		LockKey key = store.key(name);
		if (brought(store).contains(key)) {
			throw new JobInUseException(
					"Job '%s' cannot be removed: this node brings it. Take it out of the code, or out of the beans of this node"
						.formatted(key));
		}
		try {
			checkKnown(store, key, provider);
			JobLock lock = new JobLock(store, name, this.settings.leaseTime(), OnLost.IGNORE);
			try (HeldLock held = lock.tryAcquire().orElseThrow(() -> running(lock, store, key))) {
				return remove(store, key);
			}
		}
		catch (LockStoreException ex) {
			throw failed(store, "was asked to remove job '%s'".formatted(key), ex);
		}
	}

	private JobStore store(String provider) {
		JobStores known = this.stores.get();
		if (!provider.isEmpty() && !known.providerNames().contains(provider)) {
			throw new IllegalArgumentException("There is no LockProvider bean '%s'; there are %s".formatted(provider,
					new TreeSet<>(known.providerNames())));
		}
		return known.find(provider)
			.orElseThrow(() -> new IllegalArgumentException("The provider '%s' keeps no jobs".formatted(provider)));
	}

	private static void checkKnown(JobStore store, LockKey key, String provider) {
		if (Uninterrupted.call(() -> store.ledger().read(key)).version() == 0) {
			throw new IllegalArgumentException("The %s store of %s has no job '%s'".formatted(store.providerName(),
					provider.isEmpty() ? "the default provider" : "provider '%s'".formatted(provider), key));
		}
	}

	private JobRemoval remove(JobStore store, LockKey key) {
		for (int i = 0; i < MAX_CONFLICTS; i++) {
			JobEntry entry = Uninterrupted.call(() -> store.ledger().read(key));
			if (entry.version() == 0) {
				return new JobRemoval(true, entry.now());
			}
			Verdict verdict = this.rules.decide(entry);
			if (isDone(store, key, entry.version(), verdict)) {
				return new JobRemoval(verdict.kind() == OrphanRules.Kind.ORPHANED, verdict.at());
			}
		}
		throw new LockProviderException(key.name(),
				"The entry of job '%s' changed %d times while it was to be removed; try again".formatted(key,
						MAX_CONFLICTS),
				null);
	}

	private boolean isDone(JobStore store, LockKey key, long version, Verdict verdict) {
		return switch (verdict.kind()) {
			case ASKED -> true;
			case IN_USE -> throw new JobInUseException(
					"Job '%s' cannot be removed: a node that brings it said so within the last %s. Take it out of the code "
						.formatted(key, this.settings.triggerTimeout())
							+ "of all nodes; if it is, try again after %s".formatted(verdict.at()));
			case TO_ASK -> Uninterrupted.call(
					() -> store.ledger().write(key, version, verdict.state(), List.of(), this.settings.historySize()));
			case ORPHANED -> removed(store, key, version);
		};
	}

	private static boolean removed(JobStore store, LockKey key, long version) {
		boolean removed = Uninterrupted.call(() -> store.ledger().remove(key, version));
		if (removed) {
			logger.info("Job '{}' was removed with its history: no node brings it", key);
		}
		return removed;
	}

	private static LockNotAcquiredException running(JobLock lock, JobStore store, LockKey key) {
		Duration left = lock.leaseLeft();
		return new LockNotAcquiredException(lock.key(),
				"Job '%s' cannot be removed now: it is running, or was broken off, and its lease in the %s store has %s left. Try again when it has ended"
					.formatted(key, store.providerName(), left));
	}

	private static LockProviderException failed(JobStore store, String what, LockStoreException failure) {
		return new LockProviderException("", "The %s store did not answer when it %s: %s"
			.formatted(store.providerName(), what, failure.getMessage()), failure);
	}

}
