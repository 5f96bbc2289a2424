// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.record.StoredRecord;
import io.distlock.testserver.DynaliteServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Items and errors of the service, on Dynalite in its place.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DynamoDbRecordStoreTests {

	private static final int WRITERS = 16;

	private static final int ROUNDS = 20;

	private final String key = "locks/" + UUID.randomUUID();

	private DynamoDbClient client;

	private DynamoDbRecordStore store;

	@BeforeAll
	void connect() {
		this.client = DynamoDbStore.connect(DynaliteServer.shared().url());
		this.store = store(this.client, "records", true);
	}

	@AfterAll
	void disconnect() {
		if (this.client != null) {
			this.client.close();
		}
	}

	private static DynamoDbRecordStore store(DynamoDbClient client, String table, boolean createTable) {
		return new DynamoDbRecordStore(new DynamoDbTable(client, table, createTable));
	}

	@Test
	void conditionalWriteHasOneWinner() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
		try {
			for (int round = 0; round < ROUNDS; round++) {
				String key = "locks/" + UUID.randomUUID();
				assertOneWinner(threads, key, null);
				assertOneWinner(threads, key, this.store.read(key));
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void assertOneWinner(ExecutorService threads, String key, @Nullable StoredRecord before) throws Exception {
		CyclicBarrier start = new CyclicBarrier(WRITERS);
		List<CompletableFuture<String>> writes = IntStream.range(0, WRITERS)
			.mapToObj((number) -> CompletableFuture.supplyAsync(() -> {
				try {
					start.await();
					return this.store.write(key, (before != null) ? before.version() : null, "writer " + number);
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			}, threads))
			.toList();
		List<String> winners = writes.stream()
			.map(CompletableFuture::join)
			.filter((version) -> version != null)
			.toList();
		assertThat(winners).as("versions that were written").hasSize(1);
		assertThat(this.store.read(key)).isNotNull().extracting(StoredRecord::version).isEqualTo(winners.get(0));
	}

	@Test
	void listReadsAllPages() throws Exception {
		String path = "pages/" + UUID.randomUUID() + "/";
		String text = "a".repeat(40_000);
		List<String> keys = IntStream.range(0, 30).mapToObj((number) -> path + number).toList();
		for (String key : keys) {
			this.store.write(key, null, text);
		}
		List<String> found = new ArrayList<>();
		this.store.list(path, (record) -> found.add(record.key()));
		assertThat(found).containsExactlyInAnyOrderElementsOf(keys);
	}

	@Test
	void unusedRecordsHaveATimeToLiveAndNothingElseHas() throws Exception {
		assertThat(this.store.read(this.key)).isNull();
		String version = this.store.write(this.key, null, "lock");
		assertThat(item(this.key)).doesNotContainKey("ttl");
		version = this.store.writeUnused(this.key, version, "lock");
		assertThat(Instant.ofEpochSecond(Long.parseLong(item(this.key).get("ttl").n())))
			.isAfter(Instant.now().plusSeconds(6 * 86_400));
		this.store.write(this.key, version, "lock");
		assertThat(item(this.key)).doesNotContainKey("ttl");
	}

	private Map<String, AttributeValue> item(String key) {
		return this.client
			.getItem((request) -> request.tableName("records")
				.key(Map.of("k", AttributeValue.fromS(key)))
				.consistentRead(true))
			.item();
	}

	@Test
	void tableThatIsCreatedHasATimeToLive() throws Exception {
		List<UpdateTimeToLiveRequest> sent = new CopyOnWriteArrayList<>();
		ExecutionInterceptor interceptor = new ExecutionInterceptor() {

			@Override
			public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
				if (context.request() instanceof UpdateTimeToLiveRequest request) {
					sent.add(request);
				}
			}

		};
		String table = "t-" + UUID.randomUUID();
		try (DynamoDbClient watched = DynamoDbStore.connect(DynaliteServer.shared().url(), interceptor)) {
			assertThat(store(watched, table, true).read(this.key)).isNull();
		}
		assertThat(sent).singleElement().satisfies((request) -> {
			assertThat(request.tableName()).isEqualTo(table);
			assertThat(request.timeToLiveSpecification().attributeName()).isEqualTo("ttl");
			assertThat(request.timeToLiveSpecification().enabled()).isTrue();
		});
		assertThat(this.client.describeTable((request) -> request.tableName(table))
			.table()
			.billingModeSummary()
			.billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
	}

	@Test
	void missingTableIsPermanentAndNamed() {
		assertFails(this.client, "no-such-table", Outcome.PERMANENT, "There is no table 'no-such-table'",
				"distlock.dynamodb.create-table=true");
	}

	@Test
	void tableWithAnotherKeyIsPermanent() {
		this.client.createTable((table) -> table.tableName("other-key")
			.billingMode(BillingMode.PAY_PER_REQUEST)
			.attributeDefinitions((key) -> key.attributeName("id").attributeType(ScalarAttributeType.S))
			.keySchema((key) -> key.attributeName("id").keyType(KeyType.HASH)));
		this.client.waiter().waitUntilTableExists((request) -> request.tableName("other-key"));
		assertFails(this.client, "other-key", Outcome.PERMANENT, "its key is the string 'k'");
	}

	@Test
	void recordsOutlastTheEmulator() throws Exception {
		DynaliteServer server = DynaliteServer.start();
		try (DynamoDbClient restarting = DynamoDbStore.connect(server.url())) {
			DynamoDbRecordStore records = store(restarting, "records", true);
			String version = records.write(this.key, null, "text");
			server.restart();
			assertThat(records.read(this.key)).isNotNull().extracting(StoredRecord::version).isEqualTo(version);
		}
		finally {
			server.close();
		}
	}

	@Test
	void refusedConnectionIsTransientAndSilenceIsUnknown() {
		DynaliteServer server = DynaliteServer.start();
		try (DynamoDbClient failing = DynamoDbStore.connect(server.url())) {
			server.freeze();
			assertFails(failing, "any", Outcome.UNKNOWN, "No response within 2s");
			server.thaw();
			server.kill();
			assertFails(failing, "any", Outcome.TRANSIENT, "There is no connection");
		}
		finally {
			server.close();
		}
	}

	private void assertFails(DynamoDbClient failing, String table, Outcome outcome, String... parts) {
		DynamoDbRecordStore records = store(failing, table, false);
		try {
			records.write(this.key, null, "");
		}
		catch (Exception ex) {
			LockStoreException failure = records.failed("acquire 'orders'", ex);
			assertThat(failure).hasMessageStartingWith("Could not acquire 'orders' in DynamoDB. ")
				.hasMessageContainingAll(parts);
			assertThat(failure.getOutcome()).isEqualTo(outcome);
			return;
		}
		throw new AssertionError("The write did not fail");
	}

	@Test
	void requestThatTheClientRepeatedIsUnknown() {
		assertThat(outcome(throttled(1))).isEqualTo(Outcome.TRANSIENT);
		assertThat(outcome(throttled(2))).isEqualTo(Outcome.UNKNOWN);
		assertThat(outcome(DynamoDbException.builder().statusCode(400).build())).isEqualTo(Outcome.PERMANENT);
		assertThat(outcome(DynamoDbException.builder().statusCode(500).build())).isEqualTo(Outcome.UNKNOWN);
	}

	private static Exception throttled(int attempts) {
		return ProvisionedThroughputExceededException.builder()
			.statusCode(400)
			.awsErrorDetails(AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
			.numAttempts(attempts)
			.build();
	}

	private static Outcome outcome(Exception failure) {
		return DynamoDbFailures.explain("acquire 'orders'", "locks", failure).getOutcome();
	}

}
