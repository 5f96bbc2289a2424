// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import io.distlock.record.RecordStore;
import io.distlock.record.StoreClock;
import io.distlock.record.StoredRecord;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Records in a table. Each write has a random version, which is the condition of the next
 * write. Answers contain the time in whole seconds.
 */
final class DynamoDbRecordStore implements RecordStore {

	static final String KEY = "k";

	static final String TTL = "ttl";

	private static final String VERSION = "v";

	private static final String TEXT = "t";

	private static final Duration IDLE = Duration.ofDays(7);

	private static final AwsRequestOverrideConfiguration OPTIONS = AwsRequestOverrideConfiguration.builder()
		.apiCallTimeout(DynamoDbTable.MAX_RESPONSE_TIME)
		.build();

	private final StoreClock clock = new StoreClock();

	private final KeyAlphabet alphabet = KeyAlphabet.of('%', ":.-_~");

	private final DynamoDbTable table;

	private volatile Instant told = Instant.EPOCH;

	DynamoDbRecordStore(DynamoDbTable table) {
		this.table = table;
	}

	@Override
	public String title() {
		return "DynamoDB";
	}

	@Override
	public KeyAlphabet alphabet() {
		return this.alphabet;
	}

	@Override
	public int longestKey() {
		return 2000;
	}

	@Override
	public int longestText() {
		return 390_000;
	}

	@Override
	public StoreClock clock() {
		return this.clock;
	}

	@Override
	public @Nullable StoredRecord read(String key) throws Exception {
		Map<String, AttributeValue> item = Objects
			.requireNonNull(send((client) -> client.getItem((request) -> request.overrideConfiguration(OPTIONS)
				.tableName(this.table.name())
				.key(Map.of(KEY, text(key)))
				.consistentRead(true))))
			.item();
		return item.isEmpty() ? null : record(item);
	}

	@Override
	public @Nullable String write(String key, @Nullable String version, String text) throws Exception {
		return write(key, version, Map.of(TEXT, text(text)));
	}

	@Override
	public @Nullable String writeUnused(String key, @Nullable String version, String text) throws Exception {
		String end = String.valueOf(this.told.plus(IDLE).getEpochSecond());
		return write(key, version, Map.of(TEXT, text(text), TTL, AttributeValue.fromN(end)));
	}

	private @Nullable String write(String key, @Nullable String version, Map<String, AttributeValue> content)
			throws Exception {
		String next = UUID.randomUUID().toString();
		Map<String, AttributeValue> item = new HashMap<>(content);
		item.putAll(Map.of(KEY, text(key), VERSION, text(next)));
		PutItemResponse written = send((client) -> client.putItem((request) -> request.overrideConfiguration(OPTIONS)
			.tableName(this.table.name())
			.item(item)
			.conditionExpression((version != null) ? "v = :v" : "attribute_not_exists(k)")
			.expressionAttributeValues((version != null) ? Map.of(":v", text(version)) : null)));
		return (written != null) ? next : null;
	}

	@Override
	public void delete(String key, String version) throws Exception {
		send((client) -> client.deleteItem((request) -> request.overrideConfiguration(OPTIONS)
			.tableName(this.table.name())
			.key(Map.of(KEY, text(key)))
			.conditionExpression("v = :v")
			.expressionAttributeValues(Map.of(":v", text(version)))));
	}

	@Override
	public void list(String path, Consumer<StoredRecord> visitor) throws Exception {
		ScanResponse page = null;
		do {
			Map<String, AttributeValue> start = (page != null) ? page.lastEvaluatedKey() : null;
			page = Objects
				.requireNonNull(send((client) -> client.scan((request) -> request.overrideConfiguration(OPTIONS)
					.tableName(this.table.name())
					.consistentRead(true)
					.filterExpression("begins_with(k, :path)")
					.expressionAttributeValues(Map.of(":path", text(path)))
					.exclusiveStartKey(start))));
			page.items().forEach((item) -> visitor.accept(record(item)));
		}
		while (page.hasLastEvaluatedKey());
	}

	/**
	 * Send a request.
	 * @return the response, or {@code null} if another node has written or deleted the
	 * record
	 */
	private <T extends DynamoDbResponse> @Nullable T send(Function<DynamoDbClient, T> request) throws Exception {
		long sent = this.clock.monotonic();
		try {
			T response = this.table.send(request);
			answered(sent, response.sdkHttpResponse());
			return response;
		}
		catch (ConditionalCheckFailedException ex) {
			answered(sent, ex.awsErrorDetails().sdkHttpResponse());
			return null;
		}
	}

	private void answered(long sent, SdkHttpResponse answer) {
		Instant time = answer.firstMatchingHeader("Date")
			.map((date) -> Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
			.orElseThrow(() -> new IllegalStateException("The answer has no header 'Date'"));
		this.clock.answered(sent, time, Duration.ofSeconds(1));
		this.told = time;
	}

	private static StoredRecord record(Map<String, AttributeValue> item) {
		return StoredRecord.of(text(item, KEY), text(item, VERSION), text(item, TEXT));
	}

	/**
	 * Return an attribute, empty for an attribute of another application.
	 */
	private static String text(Map<String, AttributeValue> item, String name) {
		AttributeValue value = item.get(name);
		return (value != null) ? Objects.requireNonNullElse(value.s(), "") : "";
	}

	private static AttributeValue text(String text) {
		return AttributeValue.fromS(text);
	}

	@Override
	public LockStoreException failed(String purpose, Exception failure) {
		return DynamoDbFailures.explain(purpose, this.table.name(), failure);
	}

}
