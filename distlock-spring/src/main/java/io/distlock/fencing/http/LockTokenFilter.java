// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.http;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Adds the fencing token of the innermost lock of the thread that subscribes to requests
 * of a {@code WebClient}. The lock is looked for at the subscription, not at the
 * assembly, so each retry that is subscribed to on another thread finds what that one
 * holds.
 *
 * @since 0.1.0
 */
public final class LockTokenFilter implements ExchangeFilterFunction {

	private final LockTokenHeader header;

	/**
	 * Create a filter.
	 * @param header the header and who gets it
	 */
	public LockTokenFilter(LockTokenHeader header) {
		this.header = header;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return Mono.defer(() -> next.exchange(this.header.value(request.url(), request.headers())
			.map((value) -> ClientRequest.from(request).header(this.header.name(), value).build())
			.orElse(request)));
	}

}
