// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.SSLContext;

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ClientCandidate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.nats.NatsLockProvider;
import io.distlock.provider.LockProvider;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in NATS. A connection created from {@code distlock.nats.*} detects
 * an unresponsive server within seconds, tries further servers indefinitely, and buffers
 * no requests meanwhile, because the engine retries requests.
 */
final class NatsLockProviderCandidate extends ClientCandidate<Connection> {

	private static final String PREFIX = "distlock.nats.";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration PING = Duration.ofSeconds(1);

	private static final Duration RECONNECT = Duration.ofMillis(100);

	private final DistlockNatsProperties properties;

	private final NatsConnectionDetails details;

	private final String origin;

	NatsLockProviderCandidate(ListableBeanFactory beanFactory, DistlockNatsProperties properties,
			NatsConnectionDetails details) {
		super("nats", new ApplicationClients<>(beanFactory, Connection.class, "NATS Connection"), PREFIX + "servers",
				details.getServers(), "your servers, as in nats://nats1:4222,nats://nats2:4222,nats://nats3:4222");
		this.properties = properties;
		this.details = details;
		this.origin = (details instanceof PropertiesNatsConnectionDetails) ? PREFIX : "NatsConnectionDetails.";
	}

	@Override
	protected Optional<String> ignoredProperty() {
		if (StringUtils.hasText(this.properties.username())) {
			return Optional.of(PREFIX + "username");
		}
		if (StringUtils.hasText(this.properties.credentials())) {
			return Optional.of(PREFIX + "credentials");
		}
		return StringUtils.hasText(this.properties.sslBundle()) ? Optional.of(PREFIX + "ssl-bundle") : Optional.empty();
	}

	@Override
	protected LockProvider provider(Connection connection) {
		return LockConfigurationException.orRefused(() -> new NatsLockProvider(connection, this.properties.bucket()));
	}

	@Override
	protected LockProvider ownProvider(String place) {
		Options options = options(place);
		return LockConfigurationException
			.orRefused(() -> new NatsLockProvider(() -> Nats.connect(options), this.properties.bucket()));
	}

	/**
	 * Not called: the provider opens and closes its own connection.
	 */
	@Override
	protected Connection connect(String place) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected void close(Connection connection) {
	}

	private Options options(String place) {
		List<URI> servers = servers(place);
		Options.Builder options = Options.builder()
			.servers(servers.stream().map(URI::toString).toArray(String[]::new))
			.connectionName("distlock")
			.connectionTimeout(CONNECT_TIMEOUT)
			.socketWriteTimeout(CONNECT_TIMEOUT.multipliedBy(2))
			.pingInterval(PING)
			.maxPingsOut(2)
			.maxReconnects(-1)
			.reconnectWait(RECONNECT)
			.reconnectBufferSize(0)
			.errorListener(new ErrorListener() {
			});
		authenticate(options);
		encrypt(options, servers.get(0).getScheme().equals("tls"));
		return options.build();
	}

	private List<URI> servers(String text) {
		List<URI> servers = Arrays.stream(text.split(","))
			.map(String::strip)
			.filter(StringUtils::hasText)
			.map((server) -> server(text, server))
			.toList();
		if (servers.stream().map(URI::getScheme).distinct().count() != 1) {
			throw refused(text, servers.isEmpty() ? "it names no server" : "some begin with nats, some with tls");
		}
		return servers;
	}

	private URI server(String text, String server) {
		try {
			URI uri = URI.create(server);
			boolean known = "nats".equals(uri.getScheme()) || "tls".equals(uri.getScheme());
			if (!known || uri.getHost() == null || uri.getPort() < 0) {
				throw refused(text, "'%s' is not nats://host:port or tls://host:port"
					.formatted(LockProviderCandidate.shown(server, text)));
			}
			if (uri.getUserInfo() != null) {
				throw refused(text,
						"a user and a password belong in %1$susername and %1$spassword".formatted(this.origin));
			}
			if (uri.getQuery() != null || uri.getFragment() != null) {
				throw refused(text, "NATS knows no parameters");
			}
			return uri;
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "'%s' is no URL".formatted(LockProviderCandidate.shown(server, text)));
		}
	}

	private LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException(
				"'%sservers' is '%s', which cannot be used: %s.".formatted(this.origin,
						LockProviderCandidate.shown(text), reason),
				"Write it as nats://host:port,nats://host:port, or with tls in all of them.");
	}

	private void authenticate(Options.Builder options) {
		String username = this.details.getUsername();
		String password = this.details.getPassword();
		String credentials = this.details.getCredentials();
		if (StringUtils.hasText(username) != StringUtils.hasText(password)) {
			throw new LockConfigurationException(
					"Of %1$susername and %1$spassword only one is set.".formatted(this.origin), "Set both, or none.");
		}
		if (StringUtils.hasText(username) && StringUtils.hasText(credentials)) {
			throw new LockConfigurationException(
					"Both %1$susername and %1$scredentials are set.".formatted(this.origin), "Set one of them.");
		}
		if (username != null && password != null && StringUtils.hasText(username)) {
			options.userInfo(username.toCharArray(), password.toCharArray());
		}
		if (credentials != null && StringUtils.hasText(credentials)) {
			if (!Files.isReadable(Path.of(credentials))) {
				throw new LockConfigurationException(
						"'%scredentials' is '%s', which is no file that can be read.".formatted(this.origin,
								LockProviderCandidate.shown(credentials)),
						"Correct the path, or the permissions of the file.");
			}
			options.authHandler(Nats.credentials(credentials));
		}
	}

	private void encrypt(Options.Builder options, boolean encrypted) {
		SslBundle bundle = this.details.getSslBundle();
		if (!encrypted && bundle != null) {
			throw new LockConfigurationException(
					"%1$sssl-bundle is set, but %1$sservers begin with nats, which is not encrypted.".formatted(
							this.origin),
					"Use tls in the servers, or remove %sssl-bundle.".formatted(this.origin));
		}
		if (encrypted) {
			try {
				options.sslContext((bundle != null) ? bundle.createSslContext() : SSLContext.getDefault());
			}
			catch (NoSuchAlgorithmException | IllegalStateException ex) {
				throw new LockConfigurationException(
						"The SSL bundle of %sssl-bundle cannot be used: %s.".formatted(this.origin, ex.getMessage()),
						"Correct the bundle.");
			}
		}
	}

}
