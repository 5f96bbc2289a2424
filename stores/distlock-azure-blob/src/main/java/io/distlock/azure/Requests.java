// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.rest.Response;
import com.azure.storage.blob.models.BlobStorageException;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Uninterrupted;
import reactor.core.publisher.Mono;

/**
 * The requests of one operation. Together they take a few seconds at most, whatever the
 * client's own patience is, and however often it tries again: what is not answered then
 * is cancelled.
 */
final class Requests {

	/**
	 * Longest time that an operation may take.
	 */
	static final Duration LONGEST = Duration.ofSeconds(5);

	private final long start = System.nanoTime();

	private final String purpose;

	private final String container;

	Requests(String purpose, String container) {
		this.purpose = purpose;
		this.container = container;
	}

	String purpose() {
		return this.purpose;
	}

	/**
	 * Send a request, and wait for the answer.
	 * @throws LockStoreException if there was none, or an error
	 */
	Answer send(Mono<? extends Response<?>> request) {
		try {
			return Uninterrupted.await(answer(request).toFuture(), LONGEST.plusSeconds(1));
		}
		catch (ExecutionException ex) {
			throw failed((ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (TimeoutException ex) {
			throw failed(ex);
		}
	}

	/**
	 * Return the answer to a request, which is sent with the subscription.
	 */
	Mono<Answer> answer(Mono<? extends Response<?>> request) {
		return Mono.<Answer>defer(() -> request.map((response) -> new Answer(response.getHeaders(), ""))
			.timeout(left())
			.onErrorResume(Requests::isRefusal, (failure) -> Mono.just(refused((BlobStorageException) failure))));
	}

	private Duration left() {
		Duration left = LONGEST.minusNanos(System.nanoTime() - this.start);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private static boolean isRefusal(Throwable failure) {
		return failure instanceof BlobStorageException refusal && Answer.isRefusal(code(refusal));
	}

	private static Answer refused(BlobStorageException refusal) {
		return new Answer(headers(refusal), code(refusal));
	}

	private static HttpHeaders headers(BlobStorageException refusal) {
		return (refusal.getResponse() != null) ? refusal.getResponse().getHeaders() : new HttpHeaders();
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

	/**
	 * Make an exception of the client into one that says what became of the request.
	 */
	LockStoreException failed(Throwable failure) {
		if (failure instanceof LockStoreException known) {
			return known;
		}
		return new LockStoreException(
				"Could not %s in Azure Blob Storage. %s (%s)".formatted(this.purpose, remedy(failure), brief(failure)),
				outcome(failure), failure);
	}

	private static String brief(Throwable failure) {
		if (failure instanceof BlobStorageException refusal) {
			return code(refusal);
		}
		return (failure.getMessage() != null) ? failure.getMessage() : failure.toString();
	}

	private static Outcome outcome(Throwable failure) {
		if (failure instanceof BlobStorageException refusal) {
			int status = refusal.getStatusCode();
			return (status == 429) ? Outcome.TRANSIENT : (status < 500) ? Outcome.PERMANENT : Outcome.UNKNOWN;
		}
		return (failure instanceof ClientAuthenticationException) ? Outcome.TRANSIENT : Outcome.UNKNOWN;
	}

	private String remedy(Throwable failure) {
		if (failure instanceof BlobStorageException refusal) {
			return switch (refusal.getStatusCode()) {
				case 401, 403 ->
					"The service refuses this node: check the key or the identity, and give it the role 'Storage Blob Data Contributor' on container '%s'."
						.formatted(this.container);
				case 429, 503 -> "The storage account is over its limits, or the service is overloaded.";
				default -> (refusal.getStatusCode() < 500) ? "The service refuses the request."
						: "The service failed, so the request may still have taken effect.";
			};
		}
		if (failure instanceof ClientAuthenticationException) {
			return "There are no credentials to sign in with.";
		}
		return (failure instanceof TimeoutException)
				? "No response within %s, so it may still take effect. Check the endpoint.".formatted(LONGEST)
				: "The outcome of the request is unknown.";
	}

}
