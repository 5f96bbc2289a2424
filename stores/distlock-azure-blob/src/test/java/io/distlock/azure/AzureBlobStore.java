// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.LeaseStateType;
import com.azure.storage.blob.options.BlobBreakLeaseOptions;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

/**
 * A container of a real server, with the hands of an operator.
 */
final class AzureBlobStore implements StoreUnderTest {

	private final BlobContainerClient container;

	AzureBlobStore(String connectionString, String container) {
		this.container = new BlobContainerClientBuilder().connectionString(connectionString)
			.containerName(container)
			.buildClient();
		this.container.createIfNotExists();
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
	public LockProvider newProvider() {
		return new AzureBlobLockProvider(this.container);
	}

	/**
	 * The service deletes no blob with a lease.
	 */
	@Override
	public void delete(LockKey key) {
		BlobClient blob = blob(LockBlobs.name(key));
		endLease(blob);
		blob.deleteIfExists();
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		intrusions.put("token that is no number", () -> write(key, Map.of("token", "hello")));
		intrusions.put("token beyond all numbers", () -> write(key, Map.of("token", "9".repeat(30))));
		intrusions.put("token that leaves no other", () -> write(key, Map.of("token", "" + Long.MAX_VALUE)));
		intrusions.put("negative token", () -> write(key, Map.of("token", "-1")));
		intrusions.put("metadata of another application", () -> write(key, Map.of("color", "blue")));
		intrusions.put("content", () -> blob(LockBlobs.name(key)).upload(BinaryData.fromString("hello"), true));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return LockBlobs.name(key);
	}

	private void write(LockKey key, Map<String, String> metadata) {
		BlobClient blob = blob(LockBlobs.name(key));
		blob.upload(BinaryData.fromBytes(new byte[0]), true);
		blob.setMetadata(metadata);
	}

	static void endLease(BlobClient blob) {
		try {
			new BlobLeaseClientBuilder().blobClient(blob)
				.buildClient()
				.breakLeaseWithResponse(new BlobBreakLeaseOptions().setBreakPeriod(Duration.ZERO), null, null);
		}
		catch (BlobStorageException ex) {
			// It has none.
		}
	}

	BlobClient blob(String name) {
		return this.container.getBlobClient(name);
	}

	/**
	 * As a rule for the life cycle of blobs does, which spares those with a lease.
	 */
	@Override
	public void purge() {
		this.container.listBlobs()
			.stream()
			.filter((blob) -> blob.getProperties().getLeaseState() != LeaseStateType.LEASED)
			.forEach(this::deleteUnlessLeased);
	}

	private void deleteUnlessLeased(BlobItem blob) {
		try {
			blob(blob.getName()).deleteIfExists();
		}
		catch (BlobStorageException ex) {
			// It has a lease by now.
		}
	}

	@Override
	public long size() {
		return this.container.listBlobs().stream().count();
	}

	/**
	 * No lease of the service is shorter.
	 */
	@Override
	public Duration heldAfterDeath(Duration lease) {
		return (lease.compareTo(LockBlob.SHORTEST_LEASE) > 0) ? lease : LockBlob.SHORTEST_LEASE;
	}

	/**
	 * A release only ends the lease, and writes nothing.
	 */
	@Override
	public boolean grantsUnusedTokensAgain() {
		return false;
	}

}
