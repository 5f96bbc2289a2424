// SPDX-License-Identifier: Apache-2.0

package io.distlock.web;

import java.io.IOException;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * {@link HandlerExceptionResolver} that answers requests that got no lock with a
 * {@link LockProblems problem detail}, and sends browsers to the error page of the
 * application with the same status. To be asked last, so that whatever the application
 * has for these exceptions wins.
 *
 * @since 0.1.0
 */
public final class LockProblemResolver implements HandlerExceptionResolver {

	private static final Logger logger = LoggerFactory.getLogger(LockProblemResolver.class);

	private final LockProblems problems;

	private final List<HttpMessageConverter<?>> converters;

	/**
	 * Create a resolver.
	 * @param problems the answers
	 * @param converters write them
	 */
	public LockProblemResolver(LockProblems problems, List<HttpMessageConverter<?>> converters) {
		this.problems = problems;
		this.converters = converters;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception error) {
		ErrorResponse problem = response.isCommitted() ? null : this.problems.find(error);
		if (problem == null) {
			return null;
		}
		try {
			answer(request, response, problem);
			return new ModelAndView();
		}
		catch (IOException | ServletException ex) {
			logger.debug("The problem could not be written", ex);
			return null;
		}
	}

	private void answer(HttpServletRequest request, HttpServletResponse response, ErrorResponse problem)
			throws IOException, ServletException {
		if (Readers.wantPage(Collections.list(request.getHeaders(HttpHeaders.ACCEPT)))) {
			problem.getHeaders().forEach((name, values) -> response.setHeader(name, values.get(0)));
			response.sendError(problem.getStatusCode().value());
			return;
		}
		ServerResponse.status(problem.getStatusCode())
			.headers((headers) -> headers.putAll(problem.getHeaders()))
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.body(problem.getBody())
			.writeTo(request, response, () -> this.converters);
	}

}
