// SPDX-License-Identifier: Apache-2.0

package io.distlock.web;

import java.util.List;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Tells browsers from programs.
 */
final class Readers {

	private Readers() {
	}

	/**
	 * Return whether a page is asked for: a client that does not care gets what programs
	 * get.
	 */
	static boolean wantPage(List<String> acceptHeaders) {
		try {
			return MediaType.parseMediaTypes(acceptHeaders)
				.stream()
				.anyMatch((type) -> type.equalsTypeAndSubtype(MediaType.TEXT_HTML));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	/**
	 * Return whether a page is asked for.
	 */
	static boolean wantPage(HttpHeaders headers) {
		return wantPage(headers.getOrEmpty(HttpHeaders.ACCEPT));
	}

}
