// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;

/**
 * Waits for answers, for a few seconds at most regardless of the client's timeouts, and
 * translates errors into the outcome of the request.
 */
final class EtcdReplies {

	/**
	 * Maximum response time of the servers.
	 */
	static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(3);

	private static final Duration MAX_WAIT = MAX_RESPONSE_TIME.plusSeconds(1);

	private static final String REFUSED_USER = "The servers refuse the user: check the user name and the password.";

	private static final String REFUSED = "The servers refuse the request.";

	private EtcdReplies() {
	}

	/**
	 * Wait for an answer.
	 * @param purpose the purpose of the request
	 * @throws LockStoreException if the request failed, or without an answer
	 */
	static <T> T await(String purpose, CompletableFuture<T> answer) {
		try {
			return Uninterrupted.await(answer, MAX_WAIT);
		}
		catch (TimeoutException | ExecutionException ex) {
			throw failed(purpose, ex);
		}
	}

	/**
	 * Translate an exception of the client into the outcome of the request.
	 */
	static LockStoreException failed(String purpose, Throwable failure) {
		Throwable cause = cause(failure);
		if (cause instanceof LockStoreException known) {
			return known;
		}
		if (cause instanceof TimeoutException) {
			return new LockStoreException(
					"Could not %s in etcd. No response within %s, so it may still take effect. Check the endpoints, and that the servers have a leader"
						.formatted(purpose, Durations.text(MAX_RESPONSE_TIME)),
					Outcome.UNKNOWN, cause);
		}
		Status.Code code = code(cause);
		String message = (cause.getMessage() != null) ? cause.getMessage() : cause.toString();
		return new LockStoreException(
				"Could not %s in etcd. %s (%s)".formatted(purpose, remedy(code, message), message), outcome(code),
				cause);
	}

	/**
	 * Return whether the servers report an unknown lease, so that all its keys are gone,
	 * and no further key can be created.
	 */
	static boolean isLeaseGone(Throwable failure) {
		Throwable cause = (failure instanceof LockStoreException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return code(cause(cause)) == Status.Code.NOT_FOUND;
	}

	/**
	 * Return whether the client has no connection, or its server has no leader.
	 */
	static boolean isUnavailable(Throwable failure) {
		return code(cause(failure)) == Status.Code.UNAVAILABLE;
	}

	static Throwable cause(Throwable failure) {
		boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
		return (wrapped && failure.getCause() != null) ? cause(failure.getCause()) : failure;
	}

	private static Status.Code code(Throwable cause) {
		return (cause instanceof EtcdException known) ? Status.Code.valueOf(known.getErrorCode().name())
				: Status.fromThrowable(cause).getCode();
	}

	private static Outcome outcome(Status.Code code) {
		return switch (code) {
			case PERMISSION_DENIED, UNAUTHENTICATED, INVALID_ARGUMENT, FAILED_PRECONDITION, UNIMPLEMENTED,
					OUT_OF_RANGE ->
				Outcome.PERMANENT;
			case NOT_FOUND, RESOURCE_EXHAUSTED, ABORTED -> Outcome.TRANSIENT;
			default -> Outcome.UNKNOWN;
		};
	}

	private static String remedy(Status.Code code, String message) {
		return switch (code) {
			case PERMISSION_DENIED ->
				"The user may not do this: grant its role 'readwrite' on the root path as a prefix.";
			case UNAUTHENTICATED -> REFUSED_USER;
			case INVALID_ARGUMENT -> message.contains("user") ? REFUSED_USER : REFUSED;
			case FAILED_PRECONDITION, UNIMPLEMENTED, OUT_OF_RANGE -> REFUSED;
			case NOT_FOUND -> "The lease of this process has ended.";
			case RESOURCE_EXHAUSTED -> "The servers are out of space or overloaded: see the cause.";
			case UNAVAILABLE -> "No server responds, or the servers have no leader.";
			default -> "The outcome of the request is unknown.";
		};
	}

}
