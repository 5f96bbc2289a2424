// SPDX-License-Identifier: Apache-2.0

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
