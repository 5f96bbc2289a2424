// SPDX-License-Identifier: Apache-2.0

package io.distlock.web;

import java.util.List;

import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;

/**
 * {@link WebExceptionHandler} that answers requests that got no lock with a
 * {@link LockProblems problem detail}, and sends browsers to the error page of the
 * application with the same status. What the application has in its controllers for these
 * exceptions comes before.
 *
 * @since 0.1.0
 */
public final class LockProblemHandler implements WebExceptionHandler {

	private final LockProblems problems;

	private final ServerResponse.Context context;

	/**
	 * Create a handler.
	 * @param problems the answers
	 * @param writers write them
	 */
	public LockProblemHandler(LockProblems problems, List<HttpMessageWriter<?>> writers) {
		this.problems = problems;
		this.context = new WritersOnly(writers);
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
		ErrorResponse problem = exchange.getResponse().isCommitted() ? null : this.problems.find(error);
		if (problem == null) {
			return Mono.error(error);
		}
		if (Readers.wantPage(exchange.getRequest().getHeaders())) {
			exchange.getResponse().getHeaders().putAll(problem.getHeaders());
			return Mono.error(new ResponseStatusException(problem.getStatusCode(), null, error));
		}
		return ServerResponse.status(problem.getStatusCode())
			.headers((headers) -> headers.putAll(problem.getHeaders()))
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyValue(problem.getBody())
			.flatMap((response) -> response.writeTo(exchange, this.context));
	}

	private record WritersOnly(List<HttpMessageWriter<?>> messageWriters) implements ServerResponse.Context {

		@Override
		public List<ViewResolver> viewResolvers() {
			return List.of();
		}

	}

}
