// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SSLException;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.ClientCandidate;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.etcd.EtcdLockProvider;
import io.distlock.provider.LockProvider;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * The provider in etcd. The client that is made from {@code distlock.etcd.*} notices
 * within seconds that a connection is dead, and does not wait for servers that refuse:
 * the engine repeats what may be repeated, and knows how long the caller waits. The
 * client that replaces it tries the next member first.
 */
final class EtcdLockProviderCandidate extends ClientCandidate<Client> {

	private static final String PREFIX = "distlock.etcd.";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * Members close a connection on which pings come more often than each five seconds,
	 * or while no call is open; the sixth is for pings that are late.
	 */
	private static final Duration KEEPALIVE_TIME = Duration.ofSeconds(6);

	private static final Duration KEEPALIVE_TIMEOUT = Duration.ofSeconds(2);

	private final DistlockEtcdProperties properties;

	private final ObjectProvider<SslBundles> bundles;

	EtcdLockProviderCandidate(ListableBeanFactory beanFactory, DistlockEtcdProperties properties,
			ObjectProvider<SslBundles> bundles) {
		super("etcd", new ApplicationClients<>(beanFactory, Client.class, "etcd Client"), PREFIX + "endpoints",
				properties.endpoints(), "your members, as in http://etcd1:2379,http://etcd2:2379,http://etcd3:2379");
		this.properties = properties;
		this.bundles = bundles;
	}

	@Override
	protected Optional<String> ignoredProperty() {
		if (StringUtils.hasText(this.properties.username())) {
			return Optional.of(PREFIX + "username");
		}
		return StringUtils.hasText(this.properties.sslBundle()) ? Optional.of(PREFIX + "ssl-bundle") : Optional.empty();
	}

	@Override
	protected LockProvider provider(Client client) {
		return LockConfigurationException.orRefused(() -> new EtcdLockProvider(client, this.properties.rootPath()));
	}

	@Override
	protected LockProvider ownProvider(String place) {
		Supplier<Client> clients = clients(place);
		return LockConfigurationException.orRefused(() -> new EtcdLockProvider(clients, this.properties.rootPath()));
	}

	@Override
	protected Client connect(String place) {
		return clients(place).get();
	}

	@Override
	protected void close(Client client) {
		client.close();
	}

	private Supplier<Client> clients(String place) {
		List<URI> endpoints = new ArrayList<>(endpoints(place));
		ClientBuilder builder = Client.builder()
			.connectTimeout(CONNECT_TIMEOUT)
			.keepaliveTime(KEEPALIVE_TIME)
			.keepaliveTimeout(KEEPALIVE_TIMEOUT)
			.keepaliveWithoutCalls(false)
			.waitForReady(false);
		authenticate(builder);
		encrypt(builder, endpoints.get(0).getScheme().equals("https"));
		return () -> {
			Client client = builder.endpoints(endpoints).build();
			Collections.rotate(endpoints, -1);
			return client;
		};
	}

	private static List<URI> endpoints(String text) {
		List<URI> endpoints = Arrays.stream(text.split(","))
			.map(String::strip)
			.filter(StringUtils::hasText)
			.map((endpoint) -> endpoint(text, endpoint))
			.toList();
		if (endpoints.stream().map(URI::getScheme).distinct().count() != 1) {
			throw refused(text, endpoints.isEmpty() ? "it names no member" : "some begin with http, some with https");
		}
		return endpoints;
	}

	private static URI endpoint(String text, String endpoint) {
		try {
			URI uri = URI.create(endpoint);
			boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
			if (!known || uri.getHost() == null || uri.getPort() < 0) {
				throw refused(text, "'%s' is not http://host:port or https://host:port"
					.formatted(LockProviderCandidate.shown(endpoint, text)));
			}
			if (uri.getUserInfo() != null) {
				throw refused(text,
						"a user and a password belong in distlock.etcd.username and distlock.etcd.password");
			}
			if (uri.getQuery() != null || uri.getFragment() != null) {
				throw refused(text, "etcd knows no parameters");
			}
			return uri;
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "'%s' is no URL".formatted(LockProviderCandidate.shown(endpoint, text)));
		}
	}

	private static LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException(
				"'distlock.etcd.endpoints' is '%s', which cannot be used: %s."
					.formatted(LockProviderCandidate.shown(text), reason),
				"Write it as http://host:port,http://host:port, or with https in all of them.");
	}

	private void authenticate(ClientBuilder builder) {
		String username = this.properties.username();
		String password = this.properties.password();
		if (StringUtils.hasText(username) != StringUtils.hasText(password)) {
			throw new LockConfigurationException(
					"Of distlock.etcd.username and distlock.etcd.password only one is set.", "Set both, or none.");
		}
		if (username != null && password != null && StringUtils.hasText(username)) {
			builder.user(ByteSequence.from(username, StandardCharsets.UTF_8))
				.password(ByteSequence.from(password, StandardCharsets.UTF_8));
		}
	}

	private void encrypt(ClientBuilder builder, boolean encrypted) {
		if (!encrypted && StringUtils.hasText(this.properties.sslBundle())) {
			throw new LockConfigurationException(
					"distlock.etcd.ssl-bundle is set, but distlock.etcd.endpoints begin with http, which is not encrypted.",
					"Use https in the endpoints, or remove distlock.etcd.ssl-bundle.");
		}
		if (encrypted) {
			SslBundle bundle = sslBundle(PREFIX + "ssl-bundle", this.properties.sslBundle(), this.bundles);
			try {
				builder.sslContext((context) -> trust(context, bundle));
			}
			catch (SSLException ex) {
				throw new LockConfigurationException(
						"The SSL bundle of distlock.etcd.ssl-bundle cannot be used: " + ex.getMessage() + '.',
						"Correct the bundle.");
			}
		}
	}

	private static void trust(SslContextBuilder context, @Nullable SslBundle bundle) {
		if (bundle != null) {
			context.trustManager(bundle.getManagers().getTrustManagerFactory())
				.keyManager(bundle.getManagers().getKeyManagerFactory());
		}
	}

}
