// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import javax.net.ssl.SSLParameters;

import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.spring.SpringRedisTransports;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Clients on Jedis, each with a pool of connections.
 */
final class JedisRedlockClient implements RedlockClient {

	private final RedlockSsl ssl;

	JedisRedlockClient(RedlockSsl ssl) {
		this.ssl = ssl;
	}

	@Override
	public Client name() {
		return Client.SPRING_DATA_REDIS;
	}

	@Override
	public String title() {
		return "Jedis";
	}

	@Override
	public RedisTransport newTransport(RedlockAddress address) {
		JedisConnectionFactory factory = newFactory(address);
		return SpringRedisTransports.of(factory, factory::destroy);
	}

	JedisConnectionFactory newFactory(RedlockAddress address) {
		JedisConnectionFactory factory = new JedisConnectionFactory(SpringDataAddresses.standalone(address),
				configuration(address));
		factory.afterPropertiesSet();
		return factory;
	}

	private JedisClientConfiguration configuration(RedlockAddress address) {
		JedisClientConfiguration.JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder()
			.connectTimeout(CONNECT_TIMEOUT)
			.readTimeout(RedisReplies.TIMEOUT);
		if (address.secure()) {
			encrypt(builder.useSsl(), this.ssl.bundle());
		}
		return builder.usePooling().build();
	}

	// Unlike the other clients, Jedis compares the name in the certificate with that of
	// the server only if it is told to.
	private static void encrypt(JedisClientConfiguration.JedisSslClientConfigurationBuilder builder,
			@Nullable SslBundle bundle) {
		SSLParameters parameters = new SSLParameters();
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		if (bundle != null) {
			parameters.setCipherSuites(bundle.getOptions().getCiphers());
			parameters.setProtocols(bundle.getOptions().getEnabledProtocols());
			builder.sslSocketFactory(bundle.createSslContext().getSocketFactory());
		}
		builder.sslParameters(parameters);
	}

}
