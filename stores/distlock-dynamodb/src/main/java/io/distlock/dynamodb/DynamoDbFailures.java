// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.stream.Stream;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Translates errors of the client into the outcome of the request.
 */
final class DynamoDbFailures {

	private DynamoDbFailures() {
	}

	static LockStoreException explain(String purpose, String table, Exception failure) {
		if (failure instanceof ResourceNotFoundException) {
			return failure(purpose,
					"There is no table '%s': create it as the page 'The DynamoDB store' shows, or set distlock.dynamodb.create-table=true."
						.formatted(table),
					Outcome.PERMANENT, failure);
		}
		if (failure instanceof SdkServiceException refusal) {
			return explain(purpose, table, refusal);
		}
		if (isCausedBy(failure, ConnectException.class) || isCausedBy(failure, UnknownHostException.class)) {
			return failure(purpose, "There is no connection: check the region and the endpoint.", Outcome.TRANSIENT,
					failure);
		}
		if (failure instanceof SdkClientException && String.valueOf(failure.getMessage()).contains("credentials")) {
			return failure(purpose, "There are no credentials to sign requests with.", Outcome.TRANSIENT, failure);
		}
		return failure(purpose, "No response within %s, so it may still take effect. Check the region and the endpoint."
			.formatted(Durations.text(DynamoDbTable.MAX_RESPONSE_TIME)), Outcome.UNKNOWN, failure);
	}

	private static LockStoreException explain(String purpose, String table, SdkServiceException refusal) {
		if (refusal.isThrottlingException()) {
			return failure(purpose, "The table '%s', or the account, is over its limits: raise them.".formatted(table),
					Outcome.TRANSIENT, refusal);
		}
		if (refusal.statusCode() < 500) {
			return failure(purpose,
					"DynamoDB refuses the request: check the credentials, their permissions for table '%s', and that its key is the string 'k'."
						.formatted(table),
					Outcome.PERMANENT, refusal);
		}
		return failure(purpose, "The service failed, so it may still take effect.", Outcome.UNKNOWN, refusal);
	}

	private static boolean isCausedBy(Exception failure, Class<? extends Exception> type) {
		return Stream.<Throwable>iterate(failure, (cause) -> cause != null, Throwable::getCause)
			.anyMatch(type::isInstance);
	}

	/**
	 * Create the failure. A request that the client has repeated may have taken effect
	 * before the last attempt.
	 */
	private static LockStoreException failure(String purpose, String remedy, Outcome outcome, Exception cause) {
		Integer attempts = (cause instanceof SdkException known) ? known.numAttempts() : null;
		@Nullable String detail = cause.getMessage();
		return new LockStoreException(
				"Could not %s in DynamoDB. %s (%s)".formatted(purpose, remedy,
						(detail != null) ? detail : cause.toString()),
				(attempts != null && attempts > 1) ? Outcome.UNKNOWN : outcome, cause);
	}

}
