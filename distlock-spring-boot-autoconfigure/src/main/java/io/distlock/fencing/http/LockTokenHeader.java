package io.distlock.fencing.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

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

	Optional<String> value(URI target, HttpHeaders headers) {
		return (!headers.containsHeader(this.name) && this.hosts.contain(target))
				? LockContext.current().map(LockTokenHeader::format) : Optional.empty();
	}

	private static String format(HeldLock lock) {
		return URLEncoder.encode(lock.key(), StandardCharsets.UTF_8) + ';' + lock.fencingToken();
	}

}
