// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

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

import io.distlock.LockProviderException;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.Uninterrupted;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.OrphanedJobs.OrphanedJob;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.rules.TriggerRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that stores have, and that no code of this node has.
 */
final class Orphans {

	private static final Logger logger = LoggerFactory.getLogger(Orphans.class);

	private final Supplier<JobStores> stores;

	private final Supplier<Collection<LocalJob>> jobs;

	private final JobSettings settings;

	Orphans(Supplier<JobStores> stores, Supplier<Collection<LocalJob>> jobs, JobSettings settings) {
		this.stores = stores;
		this.jobs = jobs;
		this.settings = settings;
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
				failures.put(store.getKey(), failed(store.getValue(), ex));
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
		Set<LockKey> defined = defined(store);
		List<LockKey> orphans = listing.jobs().stream().filter((key) -> !defined.contains(key)).toList();
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
			logger.warn("Cannot read job '{}', which this node does not define", job, ex);
			return Optional.empty();
		}
	}

	private Set<LockKey> defined(JobStore store) {
		return this.jobs.get()
			.stream()
			.filter((job) -> job.isKeptIn(store.ledger()))
			.map((job) -> job.ledger().key())
			.collect(Collectors.toSet());
	}

	/**
	 * Forget the jobs of a store that no node has confirmed for long. An entry that a
	 * node writes meanwhile has another version, and stays.
	 * @param store the store
	 */
	void forget(JobStore store) {
		try {
			JobLedger ledger = store.ledger();
			List<LockKey> known = Uninterrupted.call(() -> ledger.jobs(store.keyPrefix())).jobs();
			read(store, known).forEach((key, entry) -> {
				if (TriggerRules.isForgotten(entry, this.settings.forgetAfter())
						&& Uninterrupted.call(() -> ledger.remove(key, entry.version()))) {
					logger.info("Job '{}' was removed with its history: no node has confirmed it since {}", key,
							entry.state().trigger().confirmedAt());
				}
			});
		}
		catch (RuntimeException ex) {
			logger.debug("Could not remove jobs that no node confirms; will retry", ex);
		}
	}

	private static LockProviderException failed(JobStore store, LockStoreException failure) {
		return new LockProviderException("", "The %s store did not answer when it was asked for its jobs: %s"
			.formatted(store.providerName(), failure.getMessage()), failure);
	}

}
