// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The hosts that are told of locks: those that are named, and the subdomains of those
 * that are written as {@code *.example.com}.
 *
 * @since 0.1.0
 */
public final class TrustedHosts {

	private static final Pattern HOST = Pattern
		.compile("(\\*\\.)?[\\p{Alnum}_-]+(\\.[\\p{Alnum}_-]+)*|\\[[\\p{XDigit}:.]+]");

	private final List<String> patterns;

	/**
	 * Create the set.
	 * @param patterns hosts, without scheme and port
	 * @throws IllegalArgumentException if one is no host
	 */
	public TrustedHosts(Collection<String> patterns) {
		this.patterns = patterns.stream().map(TrustedHosts::checked).toList();
	}

	boolean contain(URI uri) {
		String host = uri.getHost();
		return host != null && this.patterns.stream().anyMatch((pattern) -> matches(pattern, lower(host)));
	}

	private static boolean matches(String pattern, String host) {
		return pattern.startsWith("*.") ? host.length() >= pattern.length() && host.endsWith(pattern.substring(1))
				: host.equals(pattern);
	}

	private static String checked(String pattern) {
		if (!HOST.matcher(pattern).matches()) {
			throw new IllegalArgumentException(
					"'distlock.fencing.http.hosts' must be hosts like 'stock.example.com' or '*.example.com', without scheme and port, but has '%s'"
						.formatted(pattern));
		}
		if (!isHostOfUri(pattern.replace("*.", "any."))) {
			throw new IllegalArgumentException(
					"'distlock.fencing.http.hosts' has '%s', which no request is sent to: java.net.URI takes it for no host, as with '_' in a name or a last part that starts with a digit. Call the service by another name or by its address"
						.formatted(pattern));
		}
		return lower(pattern);
	}

	/**
	 * The host of any other address is not known when a request is looked at, so its
	 * token would silently stay at home.
	 */
	private static boolean isHostOfUri(String host) {
		try {
			return host.equals(new URI("http://" + host).getHost());
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

	private static String lower(String text) {
		return text.toLowerCase(Locale.ROOT);
	}

}
