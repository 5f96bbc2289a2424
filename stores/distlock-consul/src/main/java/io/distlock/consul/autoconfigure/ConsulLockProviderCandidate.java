// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ClientCandidate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.consul.ConsulClient;
import io.distlock.consul.ConsulLockProvider;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in Consul, with a client created from {@code distlock.consul.*} or
 * a client bean.
 */
final class ConsulLockProviderCandidate extends ClientCandidate<ConsulClient> {

	private static final String PREFIX = "distlock.consul.";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

	private final DistlockConsulProperties properties;

	private final ConsulConnectionDetails details;

	private final String origin;

	ConsulLockProviderCandidate(ListableBeanFactory beanFactory, DistlockConsulProperties properties,
			ConsulConnectionDetails details) {
		super("consul", new ApplicationClients<>(beanFactory, ConsulClient.class, "ConsulClient"), PREFIX + "url",
				details.getUrl(), "the agent, as in http://localhost:8500");
		this.properties = properties;
		this.details = details;
		this.origin = (details instanceof PropertiesConsulConnectionDetails) ? PREFIX : "ConsulConnectionDetails.";
	}

	@Override
	protected Optional<String> ignoredProperty() {
		if (StringUtils.hasText(this.properties.token())) {
			return Optional.of(PREFIX + "token");
		}
		return StringUtils.hasText(this.properties.sslBundle()) ? Optional.of(PREFIX + "ssl-bundle") : Optional.empty();
	}

	@Override
	protected LockProvider provider(ConsulClient client) {
		return LockConfigurationException.orRefused(() -> new ConsulLockProvider(client, this.properties.rootPath()));
	}

	/**
	 * Do nothing: JDK 17 leaves an HTTP client to the garbage collector.
	 */
	@Override
	protected void close(ConsulClient client) {
	}

	@Override
	protected ConsulClient connect(String place) {
		URI url = url(place);
		HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT);
		SslBundle bundle = this.details.getSslBundle();
		if (bundle != null && !url.getScheme().equals("https")) {
			throw new LockConfigurationException(
					"%1$sssl-bundle is set, but %1$surl begins with http, which is not encrypted.".formatted(
							this.origin),
					"Use https in the URL, or remove %sssl-bundle.".formatted(this.origin));
		}
		if (bundle != null) {
			http.sslContext(bundle.createSslContext());
		}
		String token = this.details.getToken();
		return new ConsulClient(http.build(), url, () -> (token != null) ? token.strip() : "");
	}

	private URI url(String text) {
		try {
			URI url = URI.create(text);
			boolean known = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
			if (!known || url.getHost() == null) {
				throw refused(text, "it is not http://host:port or https://host:port");
			}
			if (url.getUserInfo() != null) {
				throw refused(text, "Consul knows no users; a token belongs in %stoken".formatted(this.origin));
			}
			if (url.getQuery() != null || url.getFragment() != null) {
				throw refused(text, "parameters are not passed on; a token belongs in %stoken".formatted(this.origin));
			}
			return url;
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "it is no URL");
		}
	}

	private LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException("'%surl' is '%s', which cannot be used: %s.".formatted(this.origin,
				LockProviderCandidate.shown(text), reason),
				"Write it as http://localhost:8500, where the agent of this machine is.");
	}

}
