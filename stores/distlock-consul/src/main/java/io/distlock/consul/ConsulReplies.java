// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.distlock.consul.ConsulAnswer.Refusal;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Waits for answers, and translates errors into the outcome of the request.
 */
final class ConsulReplies {

	/**
	 * Longer than the client's timeout.
	 */
	private static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(5);

	private ConsulReplies() {
	}

	static <T> T await(String purpose, CompletableFuture<T> answer) {
		try {
			return Uninterrupted.await(answer, MAX_RESPONSE_TIME);
		}
		catch (TimeoutException ex) {
			throw unanswered(purpose, ex);
		}
		catch (ExecutionException ex) {
			throw failed(purpose, ex);
		}
	}

	static LockStoreException failed(String purpose, Throwable failure) {
		Throwable cause = cause(failure);
		if (cause instanceof LockStoreException known) {
			return known;
		}
		if (cause instanceof Refusal refused) {
			return new LockStoreException(
					"Could not %s in Consul. %s (%s)".formatted(purpose, remedy(refused), refused.getMessage()),
					outcome(refused), refused);
		}
		boolean late = cause instanceof HttpTimeoutException && !(cause.getCause() instanceof ConnectException);
		if (late || cause instanceof TimeoutException) {
			return unanswered(purpose, cause);
		}
		Outcome outcome = (cause instanceof ConnectException) ? Outcome.TRANSIENT : Outcome.UNKNOWN;
		return new LockStoreException(
				"Could not %s in Consul. The agent does not respond: check its address, that it runs, and its limit of connections (%s)"
					.formatted(purpose, cause),
				outcome, cause);
	}

	static boolean isSessionGone(Throwable failure) {
		Throwable cause = (failure instanceof LockStoreException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return cause(cause) instanceof Refusal refused && refused.isSessionGone();
	}

	private static LockStoreException unanswered(String purpose, Throwable cause) {
		return new LockStoreException(
				"Could not %s in Consul. No response within %s, so it may still take effect. Check that the agent runs, and that the servers have a leader"
					.formatted(purpose, Durations.text(MAX_RESPONSE_TIME)),
				Outcome.UNKNOWN, cause);
	}

	private static Throwable cause(Throwable failure) {
		boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
		return (wrapped && failure.getCause() != null) ? cause(failure.getCause()) : failure;
	}

	private static Outcome outcome(Refusal refused) {
		return switch (refused.status()) {
			case 400, 401, 403, 404, 405, 413 -> Outcome.PERMANENT;
			case 409, 429 -> Outcome.TRANSIENT;
			default -> Outcome.UNKNOWN;
		};
	}

	private static String remedy(Refusal refused) {
		return switch (refused.status()) {
			case 401, 403 ->
				"The token may not do this: grant it 'write' for keys below the root path, and for sessions of the node.";
			case 409 -> "The session of this process has ended, or a key was changed meanwhile.";
			case 413 -> "The value exceeds the limit of the servers.";
			case 429 -> "The agent limits the requests of this client.";
			case 500, 503 -> "The servers have no leader, or cannot be reached by the agent.";
			default -> "The agent refuses the request.";
		};
	}

}
