// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;

import org.springframework.util.StringUtils;

/**
 * Reads {@code distlock.memcached.servers}.
 */
final class MemcachedAddresses {

	private MemcachedAddresses() {
	}

	/**
	 * Return the addresses of servers.
	 * @param text hosts with ports, separated by commas
	 * @return the addresses
	 * @throws LockConfigurationException if the text cannot be read
	 */
	static List<InetSocketAddress> of(String text) {
		List<InetSocketAddress> addresses = Arrays.stream(text.split(","))
			.map(String::strip)
			.filter(StringUtils::hasText)
			.map((server) -> address(text, server))
			.toList();
		if (addresses.isEmpty()) {
			throw refused(text, "it names no server");
		}
		if (addresses.stream().distinct().count() < addresses.size()) {
			throw refused(text, "it names a server twice");
		}
		return addresses;
	}

	private static InetSocketAddress address(String text, String server) {
		try {
			URI uri = URI.create("memcached://" + server);
			if (uri.getHost() != null && uri.getPort() > 0 && uri.getUserInfo() == null && uri.getPath().isEmpty()) {
				return resolved(text, new InetSocketAddress(uri.getHost(), uri.getPort()));
			}
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "'%s' is not host:port".formatted(server));
		}
		throw refused(text, "'%s' is not host:port".formatted(server));
	}

	private static InetSocketAddress resolved(String text, InetSocketAddress address) {
		if (address.isUnresolved()) {
			throw refused(text, "the host '%s' is not known".formatted(address.getHostString()));
		}
		return address;
	}

	private static LockConfigurationException refused(String text, String reason) {
		return new LockConfigurationException(
				"'distlock.memcached.servers' is '%s', which cannot be used: %s.".formatted(text, reason),
				"Write it as host:port,host:port. For SASL or TLS define a bean of type net.spy.memcached.MemcachedClient instead.");
	}

}
