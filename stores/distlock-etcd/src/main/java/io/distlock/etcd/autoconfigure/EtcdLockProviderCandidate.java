// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

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

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ClientCandidate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.etcd.EtcdLockProvider;
import io.distlock.provider.LockProvider;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in etcd. A client created from {@code distlock.etcd.*} detects a
 * dead connection within seconds, and does not wait for servers that refuse connections,
 * because the engine retries requests within the wait time of the caller. A replacing
 * client starts with the next member.
 */
final class EtcdLockProviderCandidate extends ClientCandidate<Client> {

	private static final String PREFIX = "distlock.etcd.";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * Interval of pings. Members close a connection with more than one ping per five
	 * seconds, or with pings without an open call. The sixth second allows for delayed
	 * pings.
	 */
	private static final Duration KEEPALIVE_TIME = Duration.ofSeconds(6);

	private static final Duration KEEPALIVE_TIMEOUT = Duration.ofSeconds(2);

	private final DistlockEtcdProperties properties;

	private final EtcdConnectionDetails details;

	private final String origin;

	EtcdLockProviderCandidate(ListableBeanFactory beanFactory, DistlockEtcdProperties properties,
			EtcdConnectionDetails details) {
		super("etcd", new ApplicationClients<>(beanFactory, Client.class, "etcd Client"), PREFIX + "endpoints",
				details.getEndpoints(), "your members, as in http://etcd1:2379,http://etcd2:2379,http://etcd3:2379");
		this.properties = properties;
		this.details = details;
		this.origin = (details instanceof PropertiesEtcdConnectionDetails) ? PREFIX : "EtcdConnectionDetails.";
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

	private List<URI> endpoints(String text) {
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

	private URI endpoint(String text, String endpoint) {
		try {
			URI uri = URI.create(endpoint);
			boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
			if (!known || uri.getHost() == null || uri.getPort() < 0) {
				throw refused(text, "'%s' is not http://host:port or https://host:port"
					.formatted(LockProviderCandidate.shown(endpoint, text)));
			}
			if (uri.getUserInfo() != null) {
				throw refused(text,
						"a user and a password belong in %1$susername and %1$spassword".formatted(this.origin));
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

	private LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException(
				"'%sendpoints' is '%s', which cannot be used: %s.".formatted(this.origin,
						LockProviderCandidate.shown(text), reason),
				"Write it as http://host:port,http://host:port, or with https in all of them.");
	}

	private void authenticate(ClientBuilder builder) {
		String username = this.details.getUsername();
		String password = this.details.getPassword();
		if (StringUtils.hasText(username) != StringUtils.hasText(password)) {
			throw new LockConfigurationException(
					"Of %1$susername and %1$spassword only one is set.".formatted(this.origin), "Set both, or none.");
		}
		if (username != null && password != null && StringUtils.hasText(username)) {
			builder.user(ByteSequence.from(username, StandardCharsets.UTF_8))
				.password(ByteSequence.from(password, StandardCharsets.UTF_8));
		}
	}

	private void encrypt(ClientBuilder builder, boolean encrypted) {
		SslBundle bundle = this.details.getSslBundle();
		if (!encrypted && bundle != null) {
			throw new LockConfigurationException(
					"%1$sssl-bundle is set, but %1$sendpoints begin with http, which is not encrypted.".formatted(
							this.origin),
					"Use https in the endpoints, or remove %sssl-bundle.".formatted(this.origin));
		}
		if (encrypted) {
			try {
				builder.sslContext((context) -> trust(context, bundle));
			}
			catch (SSLException ex) {
				throw new LockConfigurationException(
						"The SSL bundle of %sssl-bundle cannot be used: %s.".formatted(this.origin, ex.getMessage()),
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
