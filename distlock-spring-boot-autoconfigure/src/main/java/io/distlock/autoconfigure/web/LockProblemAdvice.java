// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * Responds with {@link LockProblems problem details} in Spring MVC, in the language of
 * the client, and forwards browsers to the application's error page with the same status.
 * Called after all advices of the application.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnWebApplication(type = Type.SERVLET)
final class LockProblemAdvice {

	private final ObjectProvider<DistlockWebProperties> properties;

	private final ApplicationContext messages;

	LockProblemAdvice(ObjectProvider<DistlockWebProperties> properties, ApplicationContext messages) {
		this.properties = properties;
		this.messages = messages;
	}

	/**
	 * Handle an exception. An exception with a lock exception only as its cause is
	 * rethrown for other handlers. An exception after a partial response is rethrown as
	 * well, so that the client detects the incomplete response.
	 */
	@ExceptionHandler({ LockNotAcquiredException.class, LockProviderException.class, IllegalLockKeyException.class })
	@Nullable ResponseEntity<ProblemDetail> answer(Throwable error, HttpServletRequest request, HttpServletResponse response)
			throws Throwable {
		ErrorResponse problem = response.isCommitted() ? null : this.properties.getObject().problems().find(error);
		if (problem == null) {
			throw error;
		}
		if (LockProblems.isPageWanted(new ServletServerHttpRequest(request).getHeaders())) {
			problem.getHeaders().forEach((name, values) -> response.setHeader(name, values.get(0)));
			response.sendError(problem.getStatusCode().value());
			return null;
		}
		return ResponseEntity.status(problem.getStatusCode())
			.headers(problem.getHeaders())
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.body(problem.updateAndGetBody(this.messages, RequestContextUtils.getLocale(request)));
	}

}
