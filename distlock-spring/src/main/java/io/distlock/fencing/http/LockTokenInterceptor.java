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

package io.distlock.fencing.http;

import java.io.IOException;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Adds the fencing token of the thread's innermost lock to requests of a
 * {@code RestClient} or {@code RestTemplate}.
 *
 * @since 0.1.0
 */
public final class LockTokenInterceptor implements ClientHttpRequestInterceptor {

	private final LockTokenHeader header;

	/**
	 * Create an interceptor.
	 * @param header the header and who gets it
	 */
	public LockTokenInterceptor(LockTokenHeader header) {
		this.header = header;
	}

	@Override
	public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
			throws IOException {
		this.header.value(request.getURI(), request.getHeaders())
			.ifPresent((value) -> request.getHeaders().set(this.header.name(), value));
		return execution.execute(request, body);
	}

}
