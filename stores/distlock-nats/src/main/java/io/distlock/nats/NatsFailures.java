// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.nats.client.AuthenticationException;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusException;
import io.nats.client.support.Status;

/**
 * Translates errors of the client into the outcome of the request.
 */
final class NatsFailures {

	/**
	 * Maximum response time of the servers.
	 */
	static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(2);

	private NatsFailures() {
	}

	/**
	 * Return the cause of a failed request, which the client wraps once or twice.
	 */
	static Exception cause(Exception failure) {
		boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException
				|| failure.getClass() == RuntimeException.class || isWrapping(failure);
		return (wrapped && failure.getCause() instanceof Exception cause) ? cause(cause) : failure;
	}

	private static boolean isWrapping(Exception failure) {
		return failure instanceof IOException && failure.getCause() instanceof ExecutionException;
	}

	static LockStoreException explain(String purpose, Exception failure) {
		Exception cause = cause(failure);
		String detail = (cause.getMessage() != null) ? cause.getMessage() : cause.toString();
		if (cause instanceof JetStreamApiException refusal) {
			return explain(purpose, refusal);
		}
		if (isWithoutResponder(cause)) {
			return failure(purpose,
					"No server answers for JetStream: enable it, or wait until the stream has a leader.", detail,
					Outcome.TRANSIENT, cause);
		}
		if (cause instanceof IllegalStateException) {
			String remedy = (cause.getCause() instanceof AuthenticationException)
					? "The servers refuse the user: check the user name and the password, or the credentials."
					: "The connection is down: check the servers.";
			return failure(purpose, remedy, detail, Outcome.TRANSIENT, cause);
		}
		return failure(purpose,
				"No response within %s, so it may still take effect. Check the servers, and that the user may publish to $JS.API.> and $KV.>."
					.formatted(Durations.text(MAX_RESPONSE_TIME)),
				detail, Outcome.UNKNOWN, cause);
	}

	private static LockStoreException explain(String purpose, JetStreamApiException refusal) {
		boolean permanent = refusal.getErrorCode() < 500 && refusal.getApiErrorCode() != NatsBucket.NO_STREAM;
		return failure(purpose, permanent ? "The servers refuse the request." : "The servers cannot serve it now.",
				String.valueOf(refusal.getMessage()), permanent ? Outcome.PERMANENT : Outcome.TRANSIENT, refusal);
	}

	/**
	 * Return whether the servers report a subject without listeners.
	 */
	private static boolean isWithoutResponder(Exception cause) {
		return cause instanceof CancellationException || cause instanceof JetStreamStatusException
				|| String.valueOf(cause.getMessage()).contains(Status.NO_RESPONDERS_TEXT);
	}

	private static LockStoreException failure(String purpose, String remedy, String detail, Outcome outcome,
			Exception cause) {
		return new LockStoreException("Could not %s in NATS. %s (%s)".formatted(purpose, remedy, detail), outcome,
				cause);
	}

}
