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
 * Responses to requests that did not acquire a lock, as problem details of RFC 9457.
 * Responses contain neither the key nor the store, which must not be disclosed to
 * clients.
 * <p>
 * Covers only requests whose work did not run: requests that may be repeated, and
 * requests with an invalid key. All other failures of locks are failures of the
 * application.
 *
 * @param busyStatus the status if another caller has the lock
 * @param retryAfter the delay before the next request, in whole seconds; zero for none
 */
record LockProblems(HttpStatusCode busyStatus, Duration retryAfter) {

	private static final Logger logger = LoggerFactory.getLogger(LockProblems.class);

	private static final Set<Class<? extends Throwable>> WRAPPERS = Set.of(CompletionException.class,
			ExecutionException.class, UndeclaredThrowableException.class);

	/**
	 * Omitted from the response. Otherwise Spring adds the path of the request, which may
	 * contain the key.
	 */
	private static final URI NO_INSTANCE = URI.create("");

	/**
	 * Find the response to a failed request.
	 * @param error the error of the request, possibly wrapped by a future
	 * @return the response, or {@code null} for another failure
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
	 * Begin a response. Its message codes contain the documented exception instead of a
	 * subclass.
	 */
	private static ErrorResponse.Builder problem(Throwable cause, Class<?> kind, HttpStatusCode status, String detail) {
		return ErrorResponse.builder(cause, status, detail)
			.typeMessageCode(ErrorResponse.getDefaultTypeMessageCode(kind))
			.titleMessageCode(ErrorResponse.getDefaultTitleMessageCode(kind))
			.detailMessageCode(ErrorResponse.getDefaultDetailMessageCode(kind, null))
			.instance(NO_INSTANCE);
	}

	/**
	 * Return whether a browser has sent the request, and a page is expected. A client
	 * without a preference receives the response for programs.
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
