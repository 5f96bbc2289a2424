// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.internal;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

/**
 * Headers of the console: the browser runs and loads only files of the console, displays
 * it in no frame, and caches nothing.
 */
final class ConsoleHeaders {

	private static final Map<String, String> HEADERS = Map.of("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
					+ "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options", "nosniff", "Cache-Control", "no-store", "Referrer-Policy", "no-referrer");

	private final Supplier<PathMappedEndpoints> endpoints;

	private volatile @Nullable String path;

	ConsoleHeaders(Supplier<PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	/**
	 * Set the headers of a request for the console.
	 * @param requested the path of the request, including the path of the application
	 * @param headers sets a header
	 */
	void set(String requested, BiConsumer<String, String> headers) {
		String path = this.path;
		if (path == null) {
			String found = ConsoleEndpoint.path(this.endpoints.get());
			path = (found != null) ? found : "";
			this.path = path;
		}
		if (!path.isEmpty() && (requested.endsWith(path) || requested.contains(path + '/'))) {
			HEADERS.forEach(headers);
		}
	}

}
