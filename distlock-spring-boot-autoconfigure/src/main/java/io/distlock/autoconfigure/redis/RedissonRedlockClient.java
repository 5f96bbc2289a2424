// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.redisson.RedissonTransport;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.boot.ssl.SslBundle;

/**
 * Clients on Redisson, which connect at their first use.
 */
final class RedissonRedlockClient implements RedlockClient {

	private static final int THREADS = 2;

	private static final int CONNECTIONS = 8;

	private final RedlockSsl ssl;

	RedissonRedlockClient(RedlockSsl ssl) {
		this.ssl = ssl;
	}

	@Override
	public Client name() {
		return Client.REDISSON;
	}

	@Override
	public String title() {
		return "Redisson";
	}

	@Override
	public RedisTransport newTransport(RedlockAddress address) {
		RedissonClient redisson = Redisson.create(configuration(address));
		return new RedissonTransport(redisson, redisson::shutdown);
	}

	// A request is not repeated: the next one finds out.
	Config configuration(RedlockAddress address) {
		Config config = new Config();
		config.setLazyInitialization(true).setThreads(THREADS).setNettyThreads(THREADS);
		config.setUsername(address.username()).setPassword(address.password());
		config.useSingleServer()
			.setAddress(address.server())
			.setDatabase(address.database())
			.setConnectionMinimumIdleSize(1)
			.setConnectionPoolSize(CONNECTIONS)
			.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
			.setTimeout((int) RedisReplies.TIMEOUT.toMillis())
			.setRetryAttempts(0);
		SslBundle bundle = address.secure() ? this.ssl.bundle() : null;
		if (bundle != null) {
			encrypt(config, bundle);
		}
		return config;
	}

	private static void encrypt(Config config, SslBundle bundle) {
		config.setSslTrustManagerFactory(bundle.getManagers().getTrustManagerFactory())
			.setSslKeyManagerFactory(bundle.getManagers().getKeyManagerFactory());
		if (bundle.getOptions().getCiphers() != null) {
			config.setSslCiphers(bundle.getOptions().getCiphers());
		}
		if (bundle.getOptions().getEnabledProtocols() != null) {
			config.setSslProtocols(bundle.getOptions().getEnabledProtocols());
		}
	}

}
