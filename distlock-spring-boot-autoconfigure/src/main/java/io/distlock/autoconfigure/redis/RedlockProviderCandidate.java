// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.redis.check.EvictionCheck;
import io.distlock.redis.check.RedlockServerCheck;
import io.distlock.redis.check.UnsafeRedisServerException;
import io.distlock.redis.redlock.RedlockProvider;
import io.distlock.redis.redlock.RedlockSettings;
import io.distlock.redis.transport.RedisTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * The provider on several independent Redis masters. Offers itself to every application
 * that names them, over clients of its own.
 */
final class RedlockProviderCandidate implements LockProviderCandidate {

	private static final Logger logger = LoggerFactory.getLogger(RedlockProviderCandidate.class);

	private final RedlockNodes nodes;

	private final RedlockClientChoice client;

	private final RedlockSettings settings;

	private final EvictionCheck eviction;

	private final Duration leaseTime;

	RedlockProviderCandidate(RedlockNodes nodes, RedlockClientChoice client, RedlockSettings settings,
			EvictionCheck eviction, Duration leaseTime) {
		this.nodes = nodes;
		this.client = client;
		this.settings = settings;
		this.eviction = eviction;
		this.leaseTime = leaseTime;
	}

	@Override
	public String name() {
		return RedisLockProviderCandidate.NAME;
	}

	@Override
	public boolean isOffered() {
		return true;
	}

	@Override
	public LockProvider create() {
		checkLeaseTime();
		RedlockClient chosen = this.client.choose();
		Map<String, RedisTransport> transports = new LinkedHashMap<>();
		try {
			this.nodes.addresses()
				.forEach((address) -> transports.put(address.toString(), chosen.newTransport(address)));
			check(transports);
			LockProvider provider = new RedlockProvider(List.copyOf(transports.values()), this.settings);
			logger.info("Redlock: each lock is kept by a majority of {} Redis masters, {}, over {}", transports.size(),
					String.join(", ", transports.keySet()), chosen.title());
			return provider;
		}
		catch (RuntimeException ex) {
			transports.values().forEach(RedisTransport::close);
			throw ex;
		}
	}

	private void checkLeaseTime() {
		Duration quarantine = this.settings.quarantine();
		if (!quarantine.isZero() && this.leaseTime.compareTo(quarantine) > 0) {
			throw new LockConfigurationException(
					("'distlock.lease-time' is '%s', but 'distlock.redis.redlock.quarantine' is '%s': a master that has "
							+ "forgotten a lock would grant it again before its lease has ended.")
						.formatted(text(this.leaseTime), text(quarantine)),
					"Raise the quarantine to the longest lease, or shorten the lease.");
		}
	}

	private void check(Map<String, RedisTransport> transports) {
		try {
			new RedlockServerCheck(transports, this.eviction, this.settings).check();
		}
		catch (UnsafeRedisServerException ex) {
			throw new LockConfigurationException(ex.getMessage() + ".",
					"Change the server, or the property that is named.");
		}
	}

	private static String text(Duration duration) {
		return DurationFormatterUtils.print(duration, DurationFormat.Style.COMPOSITE);
	}

}
