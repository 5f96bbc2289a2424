// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.distlock.provider.LockStoreException;
import io.distlock.redis.redlock.RedlockSettings;
import io.distlock.redis.transport.RedisTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks several independent masters at the same time, before locks are kept in them.
 *
 * @since 0.1.0
 */
public final class RedlockServerCheck {

	private static final Logger logger = LoggerFactory.getLogger(RedlockServerCheck.class);

	private final Map<String, RedisTransport> masters;

	private final EvictionRule eviction;

	private final RedlockSettings settings;

	/**
	 * Create a check.
	 * @param masters the ways to the masters, by what they are called in messages, in the
	 * order of the configuration
	 * @param eviction what to do where locks may be evicted
	 * @param settings the settings of the locks
	 */
	public RedlockServerCheck(Map<String, RedisTransport> masters, EvictionCheck eviction, RedlockSettings settings) {
		this.masters = masters;
		this.eviction = new EvictionRule(eviction);
		this.settings = settings;
	}

	/**
	 * Check the masters, and log a warning for everything that puts locks at risk.
	 * Masters that do not respond now are no error: they may be up when they are needed.
	 * @return the warnings
	 * @throws UnsafeRedisServerException if a master may evict locks and that is to fail,
	 * or if two are the same server
	 */
	public List<String> check() {
		List<Finding> findings = findings();
		List<String> warnings = new ArrayList<>();
		findings.forEach((finding) -> warnings.addAll(finding.warnings()));
		majority(findings, warnings);
		warnings.forEach(logger::warn);
		different(findings);
		return warnings;
	}

	private List<Finding> findings() {
		ExecutorService threads = Executors.newFixedThreadPool(this.masters.size());
		try {
			List<CompletableFuture<Finding>> asked = new ArrayList<>();
			this.masters.forEach((name, transport) -> asked
				.add(CompletableFuture.supplyAsync(() -> check(name, new RedisServerInfo(transport)), threads)));
			return asked.stream().map(CompletableFuture::join).toList();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof UnsafeRedisServerException unsafe) {
				throw unsafe;
			}
			throw ex;
		}
		finally {
			threads.shutdownNow();
		}
	}

	private Finding check(String name, RedisServerInfo info) {
		List<String> warnings = new ArrayList<>();
		try {
			warnings.addAll(this.eviction.warnings("Redis master " + name, info));
			memory(name, info, warnings);
			replication(name, info, warnings);
			return new Finding(name, info.runId(), warnings);
		}
		catch (LockStoreException ex) {
			warnings.add("Could not inspect Redis master %s: %s".formatted(name, ex.getMessage()));
			return new Finding(name, "", warnings);
		}
	}

	private void memory(String name, RedisServerInfo info, List<String> warnings) {
		if (this.settings.quarantine().isZero() && !info.isAppendOnly()) {
			warnings.add(
					("Redis master %s loses held locks when it restarts (appendonly is 'no'), and 'distlock.redis.redlock.quarantine' is 0, so it votes for another node at once. Set the "
							+ "property to the longest lease")
						.formatted(name));
		}
	}

	private static void replication(String name, RedisServerInfo info, List<String> warnings) {
		if (info.isReplica()) {
			warnings.add("Redis master %s is a replica, which cannot grant locks: specify its master instead"
				.formatted(name));
		}
		int replicas = info.connectedReplicas();
		if (replicas > 0) {
			warnings.add(
					("Redis master %s has %d replica(s): a lagging one that is promoted has lost held locks, and votes for another node. Do not let a replica take over from this master")
						.formatted(name, replicas));
		}
	}

	private void majority(List<Finding> findings, List<String> warnings) {
		long up = findings.stream().filter(Finding::hasAnswered).count();
		int needed = this.masters.size() / 2 + 1;
		if (up < needed) {
			warnings.add("%d of %d Redis masters have responded: no lock can be acquired until %d do".formatted(up,
					this.masters.size(), needed));
		}
	}

	private static void different(List<Finding> findings) {
		Map<String, String> names = new HashMap<>();
		for (Finding finding : findings) {
			String same = finding.hasAnswered() ? names.put(finding.runId(), finding.name()) : null;
			if (same != null) {
				throw new UnsafeRedisServerException(
						("The masters of Redlock must be different servers, but %s and %s are the same one "
								+ "(run_id %s), whose vote would count twice")
							.formatted(same, finding.name(), finding.runId()));
			}
		}
	}

	/**
	 * Result of checking a master.
	 *
	 * @param runId what it calls itself, empty if it has not answered
	 */
	private record Finding(String name, String runId, List<String> warnings) {

		boolean hasAnswered() {
			return !this.runId.isEmpty();
		}

	}

}
