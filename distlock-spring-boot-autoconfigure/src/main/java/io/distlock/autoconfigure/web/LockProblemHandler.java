// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;

/**
 * Responds with {@link LockProblems problem details} in Spring WebFlux, in the language
 * of the client, and forwards browsers to the application's error page with the same
 * status. Called after all advices of the application, also for errors that no advice
 * handles, such as a failed body of a functional endpoint.
 * <p>
 * Has the same order as Spring Boot's error page, and precedes it by the order of
 * registration.
 */
@Order(-1)
@ConditionalOnWebApplication(type = Type.REACTIVE)
final class LockProblemHandler implements WebExceptionHandler {

	private final ObjectProvider<DistlockWebProperties> properties;

	private final ServerResponse.Context context;

	private final ApplicationContext messages;

	LockProblemHandler(ObjectProvider<DistlockWebProperties> properties, ServerCodecConfigurer codecs,
			ApplicationContext messages) {
		this.properties = properties;
		this.messages = messages;
		this.context = new WritersOnly(codecs.getWriters());
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
		ErrorResponse problem = exchange.getResponse().isCommitted() ? null
				: this.properties.getObject().problems().find(error);
		if (problem == null) {
			return Mono.error(error);
		}
		exchange.getResponse().getHeaders().putAll(problem.getHeaders());
		if (LockProblems.isPageWanted(exchange.getRequest().getHeaders())) {
			return Mono.error(new ResponseStatusException(problem.getStatusCode(), null, error));
		}
		Locale locale = Objects.requireNonNullElseGet(exchange.getLocaleContext().getLocale(), Locale::getDefault);
		return ServerResponse.status(problem.getStatusCode())
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyValue(problem.updateAndGetBody(this.messages, locale))
			.flatMap((response) -> response.writeTo(exchange, this.context));
	}

	private record WritersOnly(List<HttpMessageWriter<?>> messageWriters) implements ServerResponse.Context {

		@Override
		public List<ViewResolver> viewResolvers() {
			return List.of();
		}

	}

}
