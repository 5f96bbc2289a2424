// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.ssl.NamedSslBundle;
import io.distlock.consul.ConsulClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * Makes a client from {@code distlock.consul.*}.
 */
final class ConsulClientFactory {

	private static final String PREFIX = "distlock.consul.";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

	private final DistlockConsulProperties properties;

	private final ObjectProvider<SslBundles> bundles;

	ConsulClientFactory(DistlockConsulProperties properties, ObjectProvider<SslBundles> bundles) {
		this.properties = properties;
		this.bundles = bundles;
	}

	boolean hasServer() {
		return StringUtils.hasText(this.properties.getUrl());
	}

	/**
	 * Return where the agent is, as it was named, without anything secret.
	 * @return the URL
	 */
	String server() {
		return withoutUser(String.valueOf(this.properties.getUrl()));
	}

	/**
	 * Return the name of a property that is set, and that only this client heeds.
	 * @return the name, or nothing if there is none
	 */
	Optional<String> propertyOfOwnClient() {
		if (StringUtils.hasText(this.properties.getToken())) {
			return Optional.of(PREFIX + "token");
		}
		return StringUtils.hasText(this.properties.getSslBundle()) ? Optional.of(PREFIX + "ssl-bundle")
				: Optional.empty();
	}

	/**
	 * Create a client, which connects with its first request.
	 * @return the client
	 * @throws LockConfigurationException if a property cannot be used
	 */
	ConsulClient create() {
		URI url = url();
		HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT);
		String name = this.properties.getSslBundle();
		if (StringUtils.hasText(name) && !url.getScheme().equals("https")) {
			throw new LockConfigurationException(
					"distlock.consul.ssl-bundle is set, but distlock.consul.url begins with http, which is not encrypted.",
					"Use https in the URL, or remove distlock.consul.ssl-bundle.");
		}
		SslBundle bundle = NamedSslBundle.find(PREFIX + "ssl-bundle", name, this.bundles);
		if (bundle != null) {
			http.sslContext(bundle.createSslContext());
		}
		String token = this.properties.getToken();
		return new ConsulClient(http.build(), url, () -> (token != null) ? token.strip() : "");
	}

	private URI url() {
		String text = Objects.requireNonNull(this.properties.getUrl()).strip();
		try {
			URI url = URI.create(text);
			boolean known = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
			if (!known || url.getHost() == null) {
				throw refused(text, "it is not http://host:port or https://host:port");
			}
			if (url.getUserInfo() != null) {
				throw refused(text, "Consul knows no users; a token belongs in distlock.consul.token");
			}
			return url;
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "it is no URL");
		}
	}

	private static LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException(
				"'distlock.consul.url' is '%s', which cannot be used: %s.".formatted(withoutUser(text), reason),
				"Write it as http://localhost:8500, where the agent of this machine is.");
	}

	private static String withoutUser(String text) {
		return text.replaceAll("//[^/]*@", "//***@");
	}

}
