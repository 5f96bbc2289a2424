// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redlock.RedlockProvider;
import io.distlock.redlock.RedlockSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Candidate for locks on several independent Redis masters, available to each application
 * with configured masters.
 */
final class RedlockProviderCandidate implements LockProviderCandidate {

	static final String ADDRESSES = "distlock.redis.redlock.nodes";

	static final String FACTORIES = "distlock.redis.redlock.factories";

	private static final int FEWEST = 3;

	private static final Logger logger = LoggerFactory.getLogger(RedlockProviderCandidate.class);

	private final ObjectProvider<RedlockMasters> masters;

	private final RedlockSettings settings;

	private final DistlockRedlockProperties properties;

	private final DistlockRedisProperties redis;

	private final Duration leaseTime;

	RedlockProviderCandidate(ObjectProvider<RedlockMasters> masters, RedlockSettings settings,
			DistlockRedlockProperties properties, DistlockRedisProperties redis, Duration leaseTime) {
		this.masters = masters;
		this.settings = settings;
		this.properties = properties;
		this.redis = redis;
		this.leaseTime = leaseTime;
	}

	@Override
	public String name() {
		return "redis";
	}

	RedlockSettings settings() {
		return this.settings;
	}

	@Override
	public boolean isOffered() {
		return true;
	}

	@Override
	public LockProvider create() {
		checkLeaseTime();
		checkReplicas();
		List<RedlockMasters.Master> masters = masters();
		Map<String, RedisTransport> transports = new LinkedHashMap<>();
		try {
			masters.forEach((master) -> transports.put(master.name(), master.connect().get()));
			new RedlockServerCheck(this.redis.evictionCheck()).check(transports, this.settings.quarantine());
			LockProvider provider = new RedlockProvider(List.copyOf(transports.values()), this.settings);
			logger.info("Redlock: each lock is kept by a majority of {} Redis masters, {}", transports.size(),
					String.join(", ", transports.keySet()));
			return provider;
		}
		catch (RuntimeException ex) {
			transports.values().forEach(RedisTransport::close);
			throw (ex instanceof UnsafeRedisServerException) ? new LockConfigurationException(ex.getMessage() + ".",
					"Change the server, or the property that is named.") : ex;
		}
	}

	private List<RedlockMasters.Master> masters() {
		RedlockMasters masters = overLettuce();
		if (!this.properties.nodes().isEmpty() && !this.properties.factories().isEmpty()) {
			throw new LockConfigurationException("Both '%s' and '%s' are set.".formatted(ADDRESSES, FACTORIES),
					"Name all masters by the first of them, or all by the second.");
		}
		return this.properties.factories().isEmpty()
				? checked(ADDRESSES, masters.at(ADDRESSES, this.properties.nodes()))
				: checked(FACTORIES, masters.behind(FACTORIES, this.properties.factories()));
	}

	private static List<RedlockMasters.Master> checked(String property, List<RedlockMasters.Master> masters) {
		int size = masters.size();
		if (size < FEWEST) {
			throw new LockConfigurationException("'%s' names %d master(s), %s.".formatted(property, size, masters),
					"Name 3, 5 or another odd number of independent masters. For a single server leave the property out, "
							+ "and set spring.data.redis.host.");
		}
		if (size % 2 == 0) {
			throw new LockConfigurationException("'%s' names %d masters, %s.".formatted(property, size, masters),
					"Name an odd number: one master less survives as many failures, and one more survives another.");
		}
		for (int i = 0; i < size; i++) {
			RedlockMasters.Master master = masters.get(i);
			for (RedlockMasters.Master other : masters.subList(0, i)) {
				if (other.server().equalsIgnoreCase(master.server())) {
					throw new LockConfigurationException(
							"'%s' is '%s', the same server as '%s', '%s': its vote would count twice."
								.formatted(master.property(), master, other.property(), other),
							"Name a different, independent server for each entry; a second database of the same server does not count as independent.");
				}
			}
		}
		return masters;
	}

	private RedlockMasters overLettuce() {
		if (this.redis.client() == Client.REDISSON) {
			throw new LockConfigurationException(
					"'distlock.redis.client' is 'redisson', but Redlock runs over Lettuce only.",
					"Remove that property, or 'distlock.redis.redlock'.");
		}
		RedlockMasters masters = this.masters.getIfAvailable();
		if (masters == null) {
			throw new LockConfigurationException(
					"Redlock runs over Lettuce only, but Lettuce or Spring Data Redis is not on the class path.",
					"Add spring-boot-starter-data-redis.");
		}
		return masters;
	}

	private void checkReplicas() {
		DistlockRedisProperties.Replicas replicas = this.redis.replicas();
		if (replicas.ack() > 0 || replicas.durable()) {
			String contradiction = (replicas.ack() > 0) ? "distlock.redis.replicas.ack' is '" + replicas.ack()
					: "distlock.redis.replicas.durable' is 'true";
			throw new LockConfigurationException(
					"'distlock.redis.redlock' names masters, and '%s': a lock is kept either by a majority of independent masters, or by one master and its replicas."
						.formatted(contradiction),
					"Remove one of the two.");
		}
	}

	private void checkLeaseTime() {
		Duration quarantine = this.settings.quarantine();
		if (!quarantine.isZero() && this.leaseTime.compareTo(quarantine) > 0) {
			throw new LockConfigurationException(
					("'distlock.lease-time' is '%s', but 'distlock.redis.redlock.quarantine' is '%s': a master that has lost a lock would grant it again before its lease has expired.")
						.formatted(text(this.leaseTime), text(quarantine)),
					"Raise the quarantine to the longest lease, or shorten the lease.");
		}
	}

	private static String text(Duration duration) {
		return DurationFormatterUtils.print(duration, DurationFormat.Style.COMPOSITE);
	}

}
