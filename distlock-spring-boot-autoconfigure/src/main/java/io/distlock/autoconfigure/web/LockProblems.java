// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.lang.reflect.UndeclaredThrowableException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;

/**
 * Answers for requests that got no lock, as problem details of RFC 9457. They name
 * neither the key nor the store: those are none of the client's business.
 * <p>
 * Only a request whose work did not run has an answer here: one that may be repeated as
 * it is, or one that gives no key. All other failures of locks are failures of the
 * application.
 *
 * @param busyStatus the status where another caller has the lock
 * @param retryAfter when the client may try again, in whole seconds; zero says nothing of
 * it
 */
record LockProblems(HttpStatusCode busyStatus, Duration retryAfter) {

	private static final Logger logger = LoggerFactory.getLogger(LockProblems.class);

	private static final Set<Class<? extends Throwable>> WRAPPERS = Set.of(CompletionException.class,
			ExecutionException.class, UndeclaredThrowableException.class);

	/**
	 * Is left out of the answer. Spring puts the path of the request in if there is none,
	 * and the path may have the key in it.
	 */
	private static final URI NO_INSTANCE = URI.create("");

	/**
	 * Find the answer to a failed request.
	 * @param error what the request ended with, as it is or as a future wraps it
	 * @return the answer, or {@code null} if the failure is of another kind
	 */
	@Nullable ErrorResponse find(Throwable error) {
		Throwable cause = error;
		while (WRAPPERS.contains(cause.getClass()) && cause.getCause() != null) {
			cause = cause.getCause();
		}
		if (cause instanceof LockNotAcquiredException) {
			logger.debug("Answered with {}: {}", this.busyStatus, cause.getMessage());
			return retryable(cause, LockNotAcquiredException.class, this.busyStatus,
					"Another request is working on the same thing. Try again later.");
		}
		if (cause instanceof LockProviderException) {
			logger.warn("Answered with {}: {}", HttpStatus.SERVICE_UNAVAILABLE, cause.getMessage());
			return retryable(cause, LockProviderException.class, HttpStatus.SERVICE_UNAVAILABLE,
					"Nothing was done, because it is not known at present whether another request is working "
							+ "on the same thing. Try again later.");
		}
		if (cause instanceof IllegalLockKeyException && cause.getCause() == null) {
			logger.warn("Answered with {}: {}", HttpStatus.BAD_REQUEST, cause.getMessage());
			return problem(cause, IllegalLockKeyException.class, HttpStatus.BAD_REQUEST,
					"A value of the request cannot be used. Nothing was done.")
				.build();
		}
		return null;
	}

	private ErrorResponse retryable(Throwable cause, Class<?> kind, HttpStatusCode status, String detail) {
		ErrorResponse.Builder problem = problem(cause, kind, status, detail);
		if (!this.retryAfter.isZero()) {
			problem.header(HttpHeaders.RETRY_AFTER, String.valueOf(this.retryAfter.plusNanos(999_999_999).toSeconds()));
		}
		return problem.build();
	}

	/**
	 * Begin an answer. Its message codes name the documented exception, not a subclass.
	 */
	private static ErrorResponse.Builder problem(Throwable cause, Class<?> kind, HttpStatusCode status, String detail) {
		return ErrorResponse.builder(cause, status, detail)
			.typeMessageCode(ErrorResponse.getDefaultTypeMessageCode(kind))
			.titleMessageCode(ErrorResponse.getDefaultTitleMessageCode(kind))
			.detailMessageCode(ErrorResponse.getDefaultDetailMessageCode(kind, null))
			.instance(NO_INSTANCE);
	}

	/**
	 * Return whether a request is one of a browser, which shows a page. A client that
	 * does not care gets what programs get.
	 */
	static boolean isPageWanted(HttpHeaders request) {
		try {
			return request.getAccept().stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype);
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

}
