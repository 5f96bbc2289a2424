// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

/**
 * A container of a real server, with the hands of an operator.
 */
final class AzureBlobStore implements StoreUnderTest {

	private final String connectionString;

	private final BlobContainerClient container;

	AzureBlobStore(String connectionString, String container) {
		this.container = new BlobContainerClientBuilder().connectionString(connectionString)
			.containerName(container)
			.buildClient();
		this.container.createIfNotExists();
		this.connectionString = connectionString;
	}

	BlobContainerClient container() {
		return this.container;
	}

	/**
	 * Each is renewed by a request of its own, and a server of one thread answers.
	 */
	@Override
	public int manyLocks() {
		return 250;
	}

	@Override
	public List<String> connection() {
		return List.of(this.connectionString, this.container.getBlobContainerName());
	}

	@Override
	public LockProvider newProvider() {
		return new AzureBlobLockProvider(this.container);
	}

	@Override
	public void delete(LockKey key) {
		this.container.getBlobClient(place(key)).deleteIfExists();
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		Stream.of("", "hello", "lock2 1 EXCLUSIVE 1", "lock1 1 EXCLUSIVE 1\nhold o")
			.forEach((text) -> intrusions.put("text '%s'".formatted(text),
					() -> this.container.getBlobClient(place(key)).upload(BinaryData.fromString(text), true)));
		intrusions.put("bytes", () -> this.container.getBlobClient(place(key))
			.upload(BinaryData.fromBytes(new byte[] { -1, 0, 1 }), true));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return "locks/" + key.encoded(KeyAlphabet.of('=', ":-_~"), 894);
	}

	String text(LockKey key) {
		return this.container.getBlobClient(place(key)).downloadContent().toString();
	}

	@Override
	public void purge() {
		try (AzureBlobLockProvider provider = new AzureBlobLockProvider(this.container)) {
			provider.purge(Duration.ZERO);
		}
	}

	@Override
	public long size() {
		return this.container.listBlobsByHierarchy("locks/").stream().count();
	}

	/**
	 * The service tells whole seconds: the end of a lease is a second later for the
	 * holder, and for those who wait.
	 */
	@Override
	public Duration clockPrecision() {
		return Duration.ofSeconds(1);
	}

}
