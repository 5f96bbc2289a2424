// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

import io.distlock.HeldLock;
import io.distlock.LockContext;

import org.springframework.http.HttpHeaders;

/**
 * The header that carries the innermost lock of a thread to hosts that are trusted with
 * it, as {@code <url-encoded key>;<token>}. A header that the request has already stays
 * as it is.
 *
 * @param name the name of the header
 * @param hosts who is told
 * @since 0.1.0
 */
public record LockTokenHeader(String name, TrustedHosts hosts) {

	private static final Pattern TOKEN = Pattern.compile("[\\p{Alnum}!#$%&'*+.^_`|~-]+");

	/**
	 * Create a header.
	 * @throws IllegalArgumentException if the name cannot be that of a header
	 */
	public LockTokenHeader {
		if (!TOKEN.matcher(name).matches()) {
			throw new IllegalArgumentException(
					"'distlock.fencing.http.header' must be the name of an HTTP header like 'X-Lock-Token', without spaces and colons, but is '%s'"
						.formatted(name));
		}
	}

	Optional<String> value(URI target, HttpHeaders headers) {
		return (!headers.containsHeader(this.name) && this.hosts.contain(target))
				? LockContext.current().map(LockTokenHeader::format) : Optional.empty();
	}

	private static String format(HeldLock lock) {
		return URLEncoder.encode(lock.key(), StandardCharsets.UTF_8) + ';' + lock.fencingToken();
	}

}
