// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisTransport;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Lettuce transports to the configured masters: to addresses, with own connections, or by
 * connection factories.
 */
final class RedlockMasters implements DisposableBean {

	private static final String FORM = "Write it as redis[s]://[[user]:password@]host[:port][/db], such as redis://10.0.0.1:6379; "
			+ "percent-encode characters of a user or a password that have a meaning in URIs.";

	/**
	 * Connect timeout.
	 */
	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * Maximum time until a recovered master votes again.
	 */
	private static final Duration MAX_RECONNECT_DELAY = Duration.ofSeconds(2);

	private final SingletonSupplier<ClientResources> threads = SingletonSupplier.of(RedlockMasters::newThreads);

	private final ListableBeanFactory beanFactory;

	private final Binder client;

	private final ObjectProvider<SslBundles> bundles;

	private volatile boolean connected;

	RedlockMasters(ListableBeanFactory beanFactory, Binder client, ObjectProvider<SslBundles> bundles) {
		this.beanFactory = beanFactory;
		this.client = client;
		this.bundles = bundles;
	}

	// The addresses as Spring Data Redis reads them.
	List<Master> at(String property, List<String> addresses) {
		return all(property, addresses, this::at);
	}

	List<Master> behind(String property, List<String> beans) {
		return all(property, beans, this::behind);
	}

	private static List<Master> all(String property, List<String> texts, BiFunction<String, String, Master> read) {
		List<Master> all = new ArrayList<>();
		for (String text : texts) {
			all.add(read.apply("%s[%d]".formatted(property, all.size()), text.strip()));
		}
		return all;
	}

	private Master at(String property, String address) {
		RedisURI uri = uri(property, address);
		if (!(LettuceConnectionFactory.createRedisConfiguration(uri) instanceof RedisStandaloneConfiguration server)
				|| isCutShort(address, server.getHostName())) {
			throw unreadable(property);
		}
		String database = (server.getDatabase() != 0) ? "/" + server.getDatabase() : "";
		return new Master(property, (uri.isSsl() ? "rediss://" : "redis://") + place(server) + database, place(server),
				() -> {
					LettuceConnectionFactory factory = newFactory(server, uri.isSsl());
					return SpringRedisTransports.of(factory, factory::destroy);
				});
	}

	// The cause would show the address, which may have a password.
	private static RedisURI uri(String property, String address) {
		try {
			return RedisURI.create(address);
		}
		catch (IllegalArgumentException ex) {
			throw unreadable(property);
		}
	}

	// A part of a password may be taken for a host, or something behind the database
	// would be ignored.
	private static boolean isCutShort(String address, String host) {
		return address.contains("?") || address.contains("#") || (host.contains(":") && !host.startsWith("["));
	}

	private static LockConfigurationException unreadable(String property) {
		return new LockConfigurationException("'%s' is not the address of one Redis server.".formatted(property), FORM);
	}

	private Master behind(String property, String bean) {
		LettuceConnectionFactory factory = factory(property, bean);
		String server = place(factory.getStandaloneConfiguration());
		if (factory.isClusterAware() || factory.isRedisSentinelAware() || factory.getSocketConfiguration() != null) {
			throw new LockConfigurationException(
					"'%s' is '%s', which does not lead to the address of one Redis server.".formatted(property, bean),
					"Name connection factories with a RedisStandaloneConfiguration each: a master that fails over to a replica may forget locks.");
		}
		return new Master(property, "%s (%s)".formatted(bean, server), server, () -> SpringRedisTransports.of(factory));
	}

	private LettuceConnectionFactory factory(String property, String bean) {
		String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
				RedisConnectionFactory.class);
		if (!List.of(names).contains(bean)) {
			throw new LockConfigurationException(
					"'%s' is '%s', but there is no such RedisConnectionFactory bean.".formatted(property,
							LockProviderCandidate.shown(bean)),
					(names.length == 0) ? "Define a LettuceConnectionFactory bean for each master."
							: "Name one of these: %s.".formatted(String.join(", ", names)));
		}
		RedisConnectionFactory found = this.beanFactory.getBean(bean, RedisConnectionFactory.class);
		if (!(found instanceof LettuceConnectionFactory lettuce)) {
			throw new LockConfigurationException("'%s' is '%s', a %s, but Redlock runs over Lettuce only.".formatted(
					property, bean, found.getClass().getName()), "Define the bean as a LettuceConnectionFactory.");
		}
		return lettuce;
	}

	private static String place(RedisStandaloneConfiguration server) {
		return "%s:%d".formatted(server.getHostName(), server.getPort());
	}

	LettuceConnectionFactory newFactory(RedisStandaloneConfiguration server, boolean secure) {
		this.connected = true;
		LettuceConnectionFactory factory = new LettuceConnectionFactory(server, configuration(secure));
		factory.afterPropertiesSet();
		return factory;
	}

	// After the provider, which was created later.
	@Override
	public void destroy() {
		if (this.connected) {
			this.threads.obtain().shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		}
	}

	private LettuceClientConfiguration configuration(boolean secure) {
		String bundle = secure ? of("ssl.bundle", String.class, "") : "";
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.commandTimeout(of("timeout", Duration.class, RedisReplies.TIMEOUT))
			.clientResources(this.threads.obtain())
			.clientOptions(options(bundle.isEmpty() ? null : this.bundles.getObject().getBundle(bundle)));
		String name = of("client-name", String.class, "");
		if (!name.isEmpty()) {
			builder.clientName(name);
		}
		return secure ? builder.useSsl().build() : builder.build();
	}

	// A request that was not sent at once, or not answered in time, is of no use later.
	private ClientOptions options(@Nullable SslBundle bundle) {
		ClientOptions.Builder options = ClientOptions.builder()
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.timeoutOptions(TimeoutOptions.enabled())
			.socketOptions(SocketOptions.builder()
				.connectTimeout(of("connect-timeout", Duration.class, CONNECT_TIMEOUT))
				.build());
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

	private <T> T of(String property, Class<T> type, T otherwise) {
		return this.client.bind("spring.data.redis." + property, type).orElse(otherwise);
	}

	private static ClientResources newThreads() {
		return ClientResources.builder()
			.reconnectDelay(Delay.exponential(Duration.ZERO, MAX_RECONNECT_DELAY, 2, TimeUnit.MILLISECONDS))
			.build();
	}

	/**
	 * Independent master. Its text form contains no credentials.
	 *
	 * @param property the property with its position
	 * @param name the name in messages
	 * @param server the server
	 * @param connect creates the unconnected transport
	 */
	record Master(String property, String name, String server, Supplier<RedisTransport> connect) {

		@Override
		public String toString() {
			return this.name;
		}

	}

}
