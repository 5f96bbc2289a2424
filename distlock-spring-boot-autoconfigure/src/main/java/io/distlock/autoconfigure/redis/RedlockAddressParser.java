// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.net.URI;
import java.net.URISyntaxException;

import io.distlock.autoconfigure.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Reads where a master is. No message shows the credentials of what was read.
 */
final class RedlockAddressParser {

	private static final String FORM = "Write it as redis[s]://[user[:password]@]host[:port][/db], such as redis://10.0.0.1:6379; "
			+ "percent-encode characters of a user or a password that have a meaning in URIs.";

	private static final int DEFAULT_PORT = 6379;

	private static final int LAST_PORT = 65535;

	private final RedlockCredentials otherwise;

	/**
	 * Create a parser.
	 * @param otherwise who asks where the URI does not say
	 */
	RedlockAddressParser(RedlockCredentials otherwise) {
		this.otherwise = otherwise;
	}

	/**
	 * Read one entry.
	 * @param property the property with its position
	 * @param text its value
	 * @return the address
	 * @throws LockConfigurationException if it cannot be read
	 */
	RedlockAddress parse(String property, @Nullable String text) {
		Entry entry = new Entry(property, StringUtils.hasText(text) ? text.strip() : "");
		URI uri = entry.uri();
		RedlockAddress address = new RedlockAddress(property, entry.isSecure(uri), entry.host(uri), entry.port(uri),
				entry.database(uri), entry.credentials(uri, this.otherwise));
		entry.checkRest(uri);
		return address;
	}

	/**
	 * An entry, with what can be wrong about it.
	 */
	private record Entry(String property, String text) {

		URI uri() {
			if (this.text.isEmpty()) {
				throw wrong("which names no master");
			}
			try {
				return new URI(this.text);
			}
			catch (URISyntaxException ex) {
				throw wrong("which is no URI");
			}
		}

		boolean isSecure(URI uri) {
			String scheme = String.valueOf(uri.getScheme());
			if ("rediss".equalsIgnoreCase(scheme)) {
				return true;
			}
			if ("redis".equalsIgnoreCase(scheme)) {
				return false;
			}
			throw wrong("whose scheme is neither 'redis' nor 'rediss'");
		}

		String host(URI uri) {
			String host = uri.getHost();
			if (!StringUtils.hasText(host)) {
				throw wrong("which names no host, or one that is not valid");
			}
			return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
		}

		int port(URI uri) {
			int port = (uri.getPort() != -1) ? uri.getPort() : DEFAULT_PORT;
			if (port < 1 || port > LAST_PORT) {
				throw wrong("whose port is not from 1 to 65535");
			}
			return port;
		}

		int database(URI uri) {
			String path = uri.getPath();
			if (!StringUtils.hasLength(path) || "/".equals(path)) {
				return 0;
			}
			if (!path.matches("/\\d{1,9}")) {
				throw wrong("whose database is no number");
			}
			return Integer.parseInt(path.substring(1));
		}

		RedlockCredentials credentials(URI uri, RedlockCredentials otherwise) {
			RedlockCredentials credentials;
			try {
				credentials = otherwise.or(uri.getRawUserInfo());
			}
			catch (IllegalArgumentException ex) {
				throw wrong("whose user or password is not percent-encoded");
			}
			if (credentials.lacksPassword()) {
				throw new LockConfigurationException(
						"'%s' is '%s', which has a user, but neither it nor spring.data.redis.password a password."
							.formatted(this.property, hidden()),
						"Write user:password@host, or :password@host for the default user, or set spring.data.redis.password.");
			}
			return credentials;
		}

		void checkRest(URI uri) {
			if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
				throw wrong("which has something after the database");
			}
		}

		private LockConfigurationException wrong(String how) {
			return new LockConfigurationException("'%s' is '%s', %s.".formatted(this.property, hidden(), how), FORM);
		}

		// What is wrong may be that a password was not encoded, so nothing is shown that
		// could be one.
		private String hidden() {
			return this.text.replaceFirst("[?#](?!.*@).*", "?...").replaceFirst("^([a-zA-Z]+://)?.*@", "$1******@");
		}

	}

}
