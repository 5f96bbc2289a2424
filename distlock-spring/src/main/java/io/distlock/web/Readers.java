/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
