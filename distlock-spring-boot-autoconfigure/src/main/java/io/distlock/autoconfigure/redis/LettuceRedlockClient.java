// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.spring.SpringRedisTransports;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Clients on Lettuce, which share their threads.
 */
final class LettuceRedlockClient implements RedlockClient, DisposableBean {

	/**
	 * How long a master that is back stays without a vote, at most.
	 */
	private static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(2);

	private final SingletonSupplier<ClientResources> resources = SingletonSupplier
		.of(LettuceRedlockClient::newResources);

	private final RedlockSsl ssl;

	private volatile boolean used;

	LettuceRedlockClient(RedlockSsl ssl) {
		this.ssl = ssl;
	}

	@Override
	public Client name() {
		return Client.SPRING_DATA_REDIS;
	}

	@Override
	public String title() {
		return "Lettuce";
	}

	@Override
	public RedisTransport newTransport(RedlockAddress address) {
		LettuceConnectionFactory factory = newFactory(address);
		return SpringRedisTransports.of(factory, factory::destroy);
	}

	LettuceConnectionFactory newFactory(RedlockAddress address) {
		this.used = true;
		LettuceConnectionFactory factory = new LettuceConnectionFactory(SpringDataAddresses.standalone(address),
				configuration(address));
		factory.afterPropertiesSet();
		return factory;
	}

	// After the provider, which was created later.
	@Override
	public void destroy() {
		if (this.used) {
			this.resources.obtain().shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		}
	}

	private LettuceClientConfiguration configuration(RedlockAddress address) {
		SslBundle bundle = address.secure() ? this.ssl.bundle() : null;
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.commandTimeout(RedisReplies.TIMEOUT)
			.clientResources(this.resources.obtain())
			.clientOptions(options(bundle));
		return address.secure() ? builder.useSsl().build() : builder.build();
	}

	// A request that was not sent at once, or not answered in time, is of no use later.
	private static ClientOptions options(@Nullable SslBundle bundle) {
		ClientOptions.Builder options = ClientOptions.builder()
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.timeoutOptions(TimeoutOptions.enabled())
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build());
		return ((bundle != null) ? options.sslOptions(sslOptions(bundle)) : options).build();
	}

	private static SslOptions sslOptions(SslBundle bundle) {
		SslOptions.Builder options = SslOptions.builder()
			.keyManager(bundle.getManagers().getKeyManagerFactory())
			.trustManager(bundle.getManagers().getTrustManagerFactory());
		if (bundle.getOptions().getCiphers() != null) {
			options.cipherSuites(bundle.getOptions().getCiphers());
		}
		if (bundle.getOptions().getEnabledProtocols() != null) {
			options.protocols(bundle.getOptions().getEnabledProtocols());
		}
		return options.build();
	}

	private static ClientResources newResources() {
		return ClientResources.builder()
			.reconnectDelay(Delay.exponential(Duration.ZERO, LONGEST_RECONNECT_DELAY, 2, TimeUnit.MILLISECONDS))
			.build();
	}

}
