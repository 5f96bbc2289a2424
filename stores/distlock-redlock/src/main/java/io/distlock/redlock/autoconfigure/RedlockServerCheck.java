// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.redis.internal.check.EvictionCheck;
import io.distlock.redis.internal.check.RedisServerCheck;
import io.distlock.redis.internal.check.RedisServerCheck.Finding;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.transport.RedisTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks independent masters before they keep locks. Risks for locks are logged as
 * warnings and returned.
 */
final class RedlockServerCheck {

	private static final Logger logger = LoggerFactory.getLogger(RedlockServerCheck.class);

	private final RedisServerCheck server;

	RedlockServerCheck(EvictionCheck eviction) {
		this.server = new RedisServerCheck(eviction);
	}

	/**
	 * Check the masters concurrently.
	 * @param masters the transports by the names of the masters, in the order of the
	 * configuration
	 * @param quarantine the time for which a restarted master grants no locks
	 * @return the warnings
	 * @throws UnsafeRedisServerException if a master may evict locks and the policy is to
	 * fail, or if two masters are the same server
	 */
	List<String> check(Map<String, RedisTransport> masters, Duration quarantine) {
		List<Finding> findings = findings(masters, quarantine);
		List<String> warnings = new ArrayList<>();
		findings.forEach((finding) -> warnings.addAll(finding.warnings()));
		long up = findings.stream().filter(Finding::hasAnswered).count();
		int needed = masters.size() / 2 + 1;
		if (up < needed) {
			warnings.add("%d of %d Redis masters have responded: no lock can be acquired until %d do".formatted(up,
					masters.size(), needed));
		}
		warnings.forEach(logger::warn);
		checkDifferent(List.copyOf(masters.keySet()), findings);
		return warnings;
	}

	private List<Finding> findings(Map<String, RedisTransport> masters, Duration quarantine) {
		Executor threads = DaemonThreads.executor("distlock-redis-check-");
		List<CompletableFuture<Finding>> asked = new ArrayList<>();
		masters.forEach((name, transport) -> asked
			.add(CompletableFuture.supplyAsync(() -> inspectMaster(name, transport, quarantine), threads)));
		try {
			return asked.stream().map(CompletableFuture::join).toList();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof UnsafeRedisServerException unsafe) {
				throw unsafe;
			}
			throw ex;
		}
	}

	private Finding inspectMaster(String name, RedisTransport transport, Duration quarantine) {
		String master = "Redis master " + name;
		return this.server.inspect(master, master, transport, (info, warnings) -> {
			if (quarantine.isZero() && !info.isAppendOnly()) {
				warnings.add(
						("%s loses held locks when it restarts (appendonly is 'no'), and 'distlock.redis.redlock.quarantine' is 0, so it votes for another node at once. Set the "
								+ "property to the longest lease")
							.formatted(master));
			}
			if (info.isReplica()) {
				warnings.add("%s is a replica, which cannot grant locks: specify its master instead".formatted(master));
			}
			int replicas = info.connectedReplicas();
			if (replicas > 0) {
				warnings.add(
						("%s has %d replica(s): a lagging one that is promoted has lost held locks, and votes for another node. Do not let a replica take over from this master")
							.formatted(master, replicas));
			}
			return info.runId();
		});
	}

	private static void checkDifferent(List<String> names, List<Finding> findings) {
		Map<String, String> known = new HashMap<>();
		for (int i = 0; i < names.size(); i++) {
			Finding finding = findings.get(i);
			String same = finding.hasAnswered() ? known.put(finding.runId(), names.get(i)) : null;
			if (same != null) {
				throw new UnsafeRedisServerException(
						("The masters of Redlock must be different servers, but %s and %s are the same one "
								+ "(run_id %s), whose vote would count twice")
							.formatted(same, names.get(i), finding.runId()));
			}
		}
	}

}
