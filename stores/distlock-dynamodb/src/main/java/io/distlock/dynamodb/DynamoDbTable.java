// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Sends requests to the table, which is created with the first request if configured.
 * Requests run on separate threads, because the client reacts to interrupts and may have
 * long timeouts.
 */
final class DynamoDbTable {

	/**
	 * Maximum duration of a request.
	 */
	static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(2);

	private static final int CREATION_POLLS = 100;

	private static final long CREATION_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

	private final Executor threads = DaemonThreads.executor("distlock-dynamodb-request-");

	private final DynamoDbClient client;

	private final String name;

	private final boolean creatable;

	DynamoDbTable(DynamoDbClient client, String name, boolean creatable) {
		this.client = client;
		this.name = name;
		this.creatable = creatable;
	}

	String name() {
		return this.name;
	}

	<T> T send(Function<DynamoDbClient, T> request) throws Exception {
		try {
			return await(request);
		}
		catch (ResourceNotFoundException ex) {
			if (!this.creatable) {
				throw ex;
			}
			create();
			return await(request);
		}
	}

	private <T> T await(Function<DynamoDbClient, T> request) throws Exception {
		CompletableFuture<T> answer = CompletableFuture.supplyAsync(() -> request.apply(this.client), this.threads);
		try {
			return Uninterrupted.await(answer, MAX_RESPONSE_TIME.plusSeconds(1));
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
		catch (TimeoutException ex) {
			answer.cancel(false);
			throw ex;
		}
	}

	/**
	 * Create the table. Another node may create it concurrently.
	 */
	private void create() throws Exception {
		try {
			await((client) -> client.createTable((table) -> table.tableName(this.name)
				.billingMode(BillingMode.PAY_PER_REQUEST)
				.attributeDefinitions(
						(key) -> key.attributeName(DynamoDbRecordStore.KEY).attributeType(ScalarAttributeType.S))
				.keySchema((key) -> key.attributeName(DynamoDbRecordStore.KEY).keyType(KeyType.HASH))));
		}
		catch (ResourceInUseException ex) {
			// Wait for what the other node creates.
		}
		for (int poll = 0; !isActive(); poll++) {
			if (poll > CREATION_POLLS) {
				throw new LockStoreException(
						"The table '%s' of DynamoDB is being created. Try again".formatted(this.name),
						Outcome.TRANSIENT, null);
			}
			LockSupport.parkNanos(CREATION_PAUSE);
		}
		try {
			await((client) -> client.updateTimeToLive((table) -> table.tableName(this.name)
				.timeToLiveSpecification((ttl) -> ttl.attributeName(DynamoDbRecordStore.TTL).enabled(true))));
		}
		catch (DynamoDbException ex) {
			// Nodes delete idle records, too.
		}
	}

	private boolean isActive() throws Exception {
		return await((client) -> client.describeTable((table) -> table.tableName(this.name))).table()
			.tableStatus() == TableStatus.ACTIVE;
	}

}
