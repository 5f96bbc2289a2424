// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.rest.Response;
import com.azure.storage.blob.models.BlobStorageException;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The requests of one operation. Together they take a few seconds at most, whatever the
 * client's own patience is, and however often it tries again: what is not answered then
 * is cancelled.
 *
 * @param purpose what is to be done, for messages
 * @param container the container of the blobs
 * @param start when the operation began, as {@link System#nanoTime()}
 */
record Requests(String purpose, String container, long start) {

	/**
	 * Longest time that an operation may take.
	 */
	static final Duration LONGEST = Duration.ofSeconds(5);

	/**
	 * Send a request, and wait for the answer.
	 * @throws LockStoreException if there was none, or an error
	 */
	Answer send(Mono<? extends Response<?>> request) {
		try {
			Future<Answer> answer = answer(request).toFuture().thenApply(Objects::requireNonNull);
			return Uninterrupted.await(answer, LONGEST.plusSeconds(1));
		}
		catch (ExecutionException ex) {
			throw failed((ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (TimeoutException ex) {
			throw failed(ex);
		}
	}

	/**
	 * Send a request that may be sent again, and return whether it is known to be done.
	 * @throws LockStoreException if it failed for certain
	 */
	boolean isDone(Mono<? extends Response<?>> request) {
		try {
			return send(request).isDone();
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != Outcome.UNKNOWN) {
				throw ex;
			}
			return false;
		}
	}

	/**
	 * Return the answer to a request, which is sent with the subscription.
	 */
	Mono<Answer> answer(Mono<? extends Response<?>> request) {
		return Mono.<Answer>defer(() -> request.map((response) -> new Answer(response.getHeaders(), ""))
			.timeout(Duration.ofNanos(Math.max(0, LONGEST.toNanos() - (System.nanoTime() - this.start))))
			.onErrorResume(BlobStorageException.class, Requests::refused));
	}

	/**
	 * An answer that says no is an answer, and no failure.
	 */
	private static Mono<Answer> refused(BlobStorageException refusal) {
		String code = code(refusal);
		if (!Answer.isRefusal(code)) {
			return Mono.error(refusal);
		}
		HttpResponse response = refusal.getResponse();
		return Mono.just(new Answer((response != null) ? response.getHeaders() : new HttpHeaders(), code));
	}

	/**
	 * Return why the service refused. What has no code says so by its status alone.
	 */
	private static String code(BlobStorageException refusal) {
		if (refusal.getErrorCode() != null) {
			return refusal.getErrorCode().toString();
		}
		return switch (refusal.getStatusCode()) {
			case 404 -> Answer.NO_BLOB;
			case 412 -> Answer.CHANGED;
			default -> "status " + refusal.getStatusCode();
		};
	}

	LockStoreException withoutContainer() {
		return new LockStoreException(
				"Could not %s in Azure Blob Storage. There is no container '%s': create it before the first lock"
					.formatted(this.purpose, this.container),
				Outcome.PERMANENT, null);
	}

	LockStoreException foreign(String blob) {
		return new LockStoreException(
				"Could not %s in Azure Blob Storage. The blob '%s' of container '%s' does not hold what this version keeps of a lock. Unless a node of another version runs, delete it"
					.formatted(this.purpose, blob, this.container),
				Outcome.PERMANENT, null);
	}

	/**
	 * Make an exception of the client into one that says what became of the request.
	 */
	LockStoreException failed(Throwable failure) {
		if (failure instanceof LockStoreException known) {
			return known;
		}
		if (failure instanceof BlobStorageException refusal) {
			return failed(refusal);
		}
		if (failure instanceof ClientAuthenticationException) {
			return failure("There are no credentials to sign in with.", failure.getMessage(), Outcome.TRANSIENT,
					failure);
		}
		String remedy = (failure instanceof TimeoutException)
				? "No response within %s, so it may still take effect. Check the endpoint."
					.formatted(Durations.text(LONGEST))
				: "The outcome of the request is unknown.";
		return failure(remedy, (failure.getMessage() != null) ? failure.getMessage() : failure.toString(),
				Outcome.UNKNOWN, failure);
	}

	private LockStoreException failed(BlobStorageException refusal) {
		int status = refusal.getStatusCode();
		Outcome outcome = (status == 429) ? Outcome.TRANSIENT : (status < 500) ? Outcome.PERMANENT : Outcome.UNKNOWN;
		String remedy = switch (status) {
			case 401, 403 ->
				"The service refuses this node: check the key or the identity, and give it the role 'Storage Blob Data Contributor' on container '%s'."
					.formatted(this.container);
			case 429, 503 -> "The storage account is over its limits, or the service is overloaded.";
			default -> (status < 500) ? "The service refuses the request."
					: "The service failed, so the request may still have taken effect.";
		};
		return failure(remedy, code(refusal), outcome, refusal);
	}

	private LockStoreException failure(String remedy, @Nullable String detail, Outcome outcome, Throwable cause) {
		return new LockStoreException(
				"Could not %s in Azure Blob Storage. %s (%s)".formatted(this.purpose, remedy, detail), outcome, cause);
	}

}
