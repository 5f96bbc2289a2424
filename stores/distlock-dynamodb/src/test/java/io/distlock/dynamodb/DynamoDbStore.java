// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A server that answers as Amazon DynamoDB does, with the hands of an operator. All nodes
 * share a client.
 */
final class DynamoDbStore implements StoreUnderTest, AutoCloseable {

	private static final String TABLE = DynamoDbLockProvider.DEFAULT_TABLE;

	private final String url;

	private final DynamoDbClient client;

	DynamoDbStore(String url) {
		this.url = url;
		this.client = connect(url);
		newProvider().heldLocks(1);
	}

	static DynamoDbClient connect(String url, ExecutionInterceptor... interceptors) {
		return DynamoDbClient.builder()
			.region(Region.EU_CENTRAL_1)
			.endpointOverride(URI.create(url))
			.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
			.httpClientBuilder(UrlConnectionHttpClient.builder())
			.overrideConfiguration((options) -> options.retryStrategy(AwsRetryStrategy.doNotRetry())
				.executionInterceptors(List.of(interceptors)))
			.build();
	}

	@Override
	public List<String> connection() {
		return List.of(this.url);
	}

	@Override
	public DynamoDbLockProvider newProvider() {
		return new DynamoDbLockProvider(this.client, TABLE, true);
	}

	@Override
	public void delete(LockKey key) {
		this.client.deleteItem((request) -> request.tableName(TABLE).key(Map.of("k", text(place(key)))));
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		Stream.of("hello", "lock2 1 EXCLUSIVE 1", "lock1 1 EXCLUSIVE 1\nhold o")
			.forEach((text) -> intrusions.put("text '%s'".formatted(text),
					() -> put(key, Map.of("t", text(text), "v", text("1")))));
		intrusions.put("no text", () -> put(key, Map.of()));
		intrusions.put("a number", () -> put(key, Map.of("t", AttributeValue.fromN("1"))));
		return intrusions;
	}

	private void put(LockKey key, Map<String, AttributeValue> attributes) {
		Map<String, AttributeValue> item = new LinkedHashMap<>(attributes);
		item.put("k", text(place(key)));
		this.client.putItem((request) -> request.tableName(TABLE).item(item));
	}

	private static AttributeValue text(String text) {
		return AttributeValue.fromS(text);
	}

	@Override
	public String place(LockKey key) {
		return "locks/" + key.encoded(1994);
	}

	@Override
	public void purge() {
		newProvider().purge(Duration.ZERO);
	}

	@Override
	public long size() {
		return this.client
			.scanPaginator((request) -> request.tableName(TABLE)
				.consistentRead(true)
				.filterExpression("begins_with(k, :path)")
				.expressionAttributeValues(Map.of(":path", text("locks/"))))
			.items()
			.stream()
			.count();
	}

	/**
	 * The service tells whole seconds: one node may know the end of one, another the
	 * begin of the next.
	 */
	@Override
	public Duration clockPrecision() {
		return Duration.ofSeconds(1);
	}

	@Override
	public void close() {
		this.client.close();
	}

}
