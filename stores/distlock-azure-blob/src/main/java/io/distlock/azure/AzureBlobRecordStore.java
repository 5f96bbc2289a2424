// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.DateTimeRfc1123;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import io.distlock.record.RecordStore;
import io.distlock.record.StoreClock;
import io.distlock.record.StoredRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Records as blobs. A write and a delete contain the expected ETag of the blob. Each
 * answer contains the time of the service in whole seconds.
 */
final class AzureBlobRecordStore implements RecordStore {

	private static final Duration PRECISION = Duration.ofSeconds(1);

	private static final Set<Integer> CHANGED = Set.of(409, 412);

	private static final int MAX_CONCURRENT_REQUESTS = 16;

	private final StoreClock clock = new StoreClock();

	private final KeyAlphabet alphabet = KeyAlphabet.of('=', ":-_~");

	private final BlobContainerAsyncClient container;

	private final AzureBlobFailures failures;

	AzureBlobRecordStore(BlobContainerClient container) {
		this.container = new BlobContainerClientBuilder().endpoint(container.getBlobContainerUrl())
			.pipeline(container.getHttpPipeline())
			.serviceVersion(container.getServiceVersion())
			.buildAsyncClient();
		this.failures = new AzureBlobFailures(container.getBlobContainerName());
	}

	@Override
	public String title() {
		return "Azure Blob Storage";
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
		return 1_000_000;
	}

	@Override
	public StoreClock clock() {
		return this.clock;
	}

	/**
	 * Return a long interval, because each request is billed.
	 */
	@Override
	public Duration longestPoll() {
		return Duration.ofMillis(500);
	}

	@Override
	public @Nullable StoredRecord read(String key) throws Exception {
		return await(find(key));
	}

	private Mono<StoredRecord> find(String key) {
		return request(this.container.getBlobAsyncClient(key).downloadContentWithResponse(null, null))
			.onErrorResume(BlobStorageException.class, (ex) -> isMissing(ex) ? Mono.empty() : Mono.error(ex))
			.map((found) -> StoredRecord.of(key, etag(found), found.getValue().toString()));
	}

	@Override
	public @Nullable String write(String key, @Nullable String version, String text) throws Exception {
		BlobRequestConditions unchanged = (version != null) ? new BlobRequestConditions().setIfMatch(version)
				: new BlobRequestConditions().setIfNoneMatch("*");
		return await(
				request(this.container.getBlobAsyncClient(key)
					.getBlockBlobAsyncClient()
					.uploadWithResponse(new BlockBlobSimpleUploadOptions(BinaryData.fromString(text))
						.setRequestConditions(unchanged)))
					.map(AzureBlobRecordStore::etag)
					.onErrorResume(BlobStorageException.class, AzureBlobRecordStore::emptyIfChanged));
	}

	@Override
	public void delete(String key, String version) throws Exception {
		BlobAsyncClient blob = this.container.getBlobAsyncClient(key);
		await(request(blob.deleteWithResponse(null, new BlobRequestConditions().setIfMatch(version)))
			.onErrorResume(BlobStorageException.class, AzureBlobRecordStore::emptyIfChanged));
	}

	private static <T> Mono<T> emptyIfChanged(BlobStorageException refusal) {
		return (CHANGED.contains(refusal.getStatusCode()) || isMissing(refusal)) ? Mono.empty() : Mono.error(refusal);
	}

	private static boolean isMissing(BlobStorageException refusal) {
		return refusal.getStatusCode() == 404
				&& !AzureBlobFailures.NO_CONTAINER.equals(AzureBlobFailures.code(refusal));
	}

	@Override
	public void list(String path, Consumer<StoredRecord> visitor) throws Exception {
		List<StoredRecord> found = Uninterrupted.await(this.container.listBlobs(new ListBlobsOptions().setPrefix(path))
			.flatMap((blob) -> find(blob.getName()), MAX_CONCURRENT_REQUESTS)
			.collectList()
			.toFuture(), AzureBlobFailures.MAX_RESPONSE_TIME.multipliedBy(5));
		Objects.requireNonNullElse(found, List.<StoredRecord>of()).forEach(visitor);
	}

	/**
	 * Send a request with the subscription, and record the time in its answer, including
	 * a refusal.
	 */
	private <T extends Response<?>> Mono<T> request(Mono<T> request) {
		return Mono.defer(() -> {
			long sent = this.clock.monotonic();
			return request.timeout(AzureBlobFailures.MAX_RESPONSE_TIME)
				.doOnNext((answer) -> answered(sent, answer.getHeaders()))
				.doOnError(BlobStorageException.class, (refusal) -> {
					if (refusal.getResponse() != null) {
						answered(sent, refusal.getResponse().getHeaders());
					}
				});
		});
	}

	private void answered(long sent, HttpHeaders headers) {
		String date = headers.getValue(HttpHeaderName.DATE);
		if (date != null) {
			this.clock.answered(sent, new DateTimeRfc1123(date).getDateTime().toInstant(), PRECISION);
		}
	}

	private static String etag(Response<?> answer) {
		return Objects.requireNonNull(answer.getHeaders().getValue(HttpHeaderName.ETAG));
	}

	private static <T> @Nullable T await(Mono<T> answer) throws Exception {
		try {
			return Uninterrupted.await(answer.toFuture(), AzureBlobFailures.MAX_RESPONSE_TIME.plusSeconds(1));
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	@Override
	public LockStoreException failed(String purpose, Exception failure) {
		return this.failures.explain(purpose, failure);
	}

}
