// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import io.distlock.record.RecordStore;
import io.distlock.record.StoreClock;
import io.distlock.record.StoredRecord;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamOptions;
import io.nats.client.PublishOptions;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueWatchOption;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import org.jspecify.annotations.Nullable;

/**
 * Records in the stream of a bucket. A write contains the expected sequence of the key,
 * and a delete applies to a sequence. Reads are answered by the leader of the stream,
 * never by a copy with outdated content.
 * <p>
 * The answers of a server contain no time, but each record does: a dedicated record is
 * written and read periodically.
 */
final class NatsRecordStore implements RecordStore {

	private static final String TIME = "time/now";

	private static final int NO_MESSAGE = 10037;

	/**
	 * Error codes of a single server and of a cluster.
	 */
	private static final Set<Integer> OTHER_SEQUENCE = Set.of(10071, 10164);

	private static final JetStreamOptions OPTIONS = JetStreamOptions.builder()
		.requestTimeout(NatsFailures.MAX_RESPONSE_TIME)
		.build();

	private static final int MAX_TEXT_BYTES = 900_000;

	private final StoreClock clock = new StoreClock();

	private final KeyAlphabet alphabet = KeyAlphabet.of('=', "-_");

	private final NatsLink link;

	private final NatsBucket bucket;

	NatsRecordStore(NatsLink link, String bucket) {
		this.link = link;
		this.bucket = new NatsBucket(link, bucket, OPTIONS);
	}

	@Override
	public String title() {
		return "NATS";
	}

	@Override
	public KeyAlphabet alphabet() {
		return this.alphabet;
	}

	@Override
	public int longestKey() {
		return 900;
	}

	@Override
	public int longestText() {
		return MAX_TEXT_BYTES;
	}

	@Override
	public StoreClock clock() {
		return this.clock;
	}

	/**
	 * Write and read the dedicated record. Another node may write the record in between,
	 * which is later as well.
	 */
	@Override
	public void askTime() throws Exception {
		long sent = this.clock.monotonic();
		this.link.await(this.bucket.publisher().publishAsync(this.bucket.subject(TIME), new byte[0]));
		MessageInfo now = find(TIME);
		ZonedDateTime time = (now != null) ? now.getTime() : null;
		if (time != null) {
			this.clock.answered(sent, time.toInstant(), Duration.ZERO);
		}
	}

	@Override
	public @Nullable StoredRecord read(String key) throws Exception {
		MessageInfo found = find(key);
		return (found == null) ? null : StoredRecord.of(key, String.valueOf(found.getSeq()), text(found.getData()));
	}

	private @Nullable MessageInfo find(String key) throws Exception {
		MessageInfo found = new MessageInfo(
				api("MSG.GET", "{\"last_by_subj\":\"%s\"}".formatted(this.bucket.subject(key))), this.bucket.stream(),
				false);
		if (found.getApiErrorCode() == NO_MESSAGE) {
			return null;
		}
		return found.throwOnHasError();
	}

	@Override
	public @Nullable String write(String key, @Nullable String version, String text) throws Exception {
		PublishOptions expected = PublishOptions.builder()
			.expectedLastSubjectSequence((version != null) ? Long.parseLong(version) : 0)
			.build();
		try {
			return String.valueOf(this.link
				.await(this.bucket.publisher()
					.publishAsync(this.bucket.subject(key), text.getBytes(StandardCharsets.UTF_8), expected))
				.getSeqno());
		}
		catch (JetStreamApiException ex) {
			if (OTHER_SEQUENCE.contains(ex.getApiErrorCode())) {
				return null;
			}
			throw ex;
		}
	}

	/**
	 * Delete a sequence, which no longer exists if the key has been written since.
	 */
	@Override
	public void delete(String key, String version) throws Exception {
		api("MSG.DELETE", "{\"seq\":%s,\"no_erase\":true}".formatted(version));
	}

	private io.nats.client.Message api(String request, String body) throws Exception {
		return this.link.await(this.bucket.require()
			.request("$JS.API.STREAM.%s.%s".formatted(request, this.bucket.stream()),
					body.getBytes(StandardCharsets.UTF_8)));
	}

	@Override
	public void list(String path, Consumer<StoredRecord> visitor) throws Exception {
		CompletableFuture<Boolean> complete = new CompletableFuture<>();
		KeyValueWatcher found = watcher(
				(entry) -> visitor.accept(StoredRecord.of(path + entry.getKey().substring(path.length()),
						String.valueOf(entry.getRevision()), text(entry.getValue()))),
				() -> complete.complete(true));
		try (NatsKeyValueWatchSubscription subscription = watch(NatsBucket.token(path) + '>', found,
				KeyValueWatchOption.IGNORE_DELETE)) {
			Uninterrupted.await(complete, NatsFailures.MAX_RESPONSE_TIME.multipliedBy(5));
		}
	}

	@Override
	public AutoCloseable watch(String key, Runnable changed) throws Exception {
		return watch(NatsBucket.token(key), watcher((entry) -> changed.run(), () -> {
		}), KeyValueWatchOption.UPDATES_ONLY);
	}

	private NatsKeyValueWatchSubscription watch(String keys, KeyValueWatcher watcher, KeyValueWatchOption option)
			throws Exception {
		return this.bucket.require()
			.keyValue(this.bucket.name(), io.nats.client.KeyValueOptions.builder().jetStreamOptions(OPTIONS).build())
			.watch(keys, watcher, option);
	}

	private static KeyValueWatcher watcher(Consumer<KeyValueEntry> visitor, Runnable end) {
		return new KeyValueWatcher() {

			@Override
			public void watch(KeyValueEntry entry) {
				visitor.accept(entry);
			}

			@Override
			public void endOfData() {
				end.run();
			}

		};
	}

	private static String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : "";
	}

	@Override
	public void close() {
		this.link.close();
	}

	@Override
	public LockStoreException failed(String purpose, Exception failure) {
		this.bucket.doubt();
		return NatsFailures.explain(purpose, failure);
	}

}
