// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.storage.blob.models.BlobStorageException;
import io.distlock.internal.task.Durations;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Translates exceptions of the client into the outcome of the request.
 *
 * @param container the name of the container
 */
record AzureBlobFailures(String container) {

	/**
	 * Maximum duration of a request, regardless of the client's timeouts and retries.
	 */
	static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(4);

	static final String NO_CONTAINER = "ContainerNotFound";

	/**
	 * Return the reason for a refusal by the service: its code, or its status without a
	 * code.
	 */
	static String code(BlobStorageException refusal) {
		return (refusal.getErrorCode() != null) ? refusal.getErrorCode().toString()
				: "status " + refusal.getStatusCode();
	}

	LockStoreException explain(String purpose, Exception failure) {
		if (failure instanceof BlobStorageException refusal) {
			return refused(purpose, refusal);
		}
		if (failure instanceof ClientAuthenticationException) {
			return failure(purpose, "There are no credentials to sign in with.", text(failure), Outcome.TRANSIENT,
					failure);
		}
		String remedy = (failure instanceof TimeoutException)
				? "No response within %s, so it may still take effect. Check the endpoint."
					.formatted(Durations.text(MAX_RESPONSE_TIME))
				: "The outcome of the request is unknown.";
		return failure(purpose, remedy, text(failure), Outcome.UNKNOWN, failure);
	}

	private LockStoreException refused(String purpose, BlobStorageException refusal) {
		int status = refusal.getStatusCode();
		if (code(refusal).equals(NO_CONTAINER)) {
			return failure(purpose,
					"There is no container '%s': create it before the first lock.".formatted(this.container),
					code(refusal), Outcome.PERMANENT, refusal);
		}
		Outcome outcome = (status == 429) ? Outcome.TRANSIENT : (status < 500) ? Outcome.PERMANENT : Outcome.UNKNOWN;
		String remedy = switch (status) {
			case 401, 403 ->
				"The service refuses this node: check the key or the identity, and give it the role 'Storage Blob Data Contributor' on container '%s'."
					.formatted(this.container);
			case 429, 503 -> "The storage account is over its limits, or the service is overloaded.";
			default -> (status < 500) ? "The service refuses the request."
					: "The service failed, so the request may still have taken effect.";
		};
		return failure(purpose, remedy, code(refusal), outcome, refusal);
	}

	private static String text(Exception failure) {
		return (failure.getMessage() != null) ? failure.getMessage() : failure.toString();
	}

	private static LockStoreException failure(String purpose, String remedy, String detail, Outcome outcome,
			Exception cause) {
		return new LockStoreException("Could not %s in Azure Blob Storage. %s (%s)".formatted(purpose, remedy, detail),
				outcome, cause);
	}

}
