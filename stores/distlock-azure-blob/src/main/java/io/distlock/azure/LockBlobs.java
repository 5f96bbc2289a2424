// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;

/**
 * The blobs of a container: those that are locks, and the signs of those who wait, which
 * count by the clock of the service.
 */
final class LockBlobs {

	static final Duration SIGN_EVERY = Duration.ofSeconds(1);

	/**
	 * Times of the service are whole seconds.
	 */
	private static final long SIGN_COUNTS_FOR = 3;

	private final StoreClock clock = new StoreClock();

	private final BlobContainerAsyncClient container;

	LockBlobs(BlobContainerClient container) {
		this.container = new BlobContainerClientBuilder().endpoint(container.getBlobContainerUrl())
			.pipeline(container.getHttpPipeline())
			.serviceVersion(container.getServiceVersion())
			.buildAsyncClient();
	}

	/**
	 * Return the blob of a lock for one operation of an owner.
	 * @param verb what is to be done with the lock, for messages
	 */
	LockBlob blob(LockKey key, LockOwner owner, String verb) {
		Requests requests = new Requests("%s '%s'".formatted(verb, key), this.container.getBlobContainerName());
		return new LockBlob(client(BlobNames.lock(key)), key, owner, requests, this.clock);
	}

	/**
	 * Leave a sign that a node waits for a lock. A sign that fails is left out, and tried
	 * again with the next attempt.
	 * @return whether it is there
	 */
	boolean sign(LockBlob blob) {
		try {
			return blob.requests()
				.send(client(BlobNames.sign(blob.key())).getBlockBlobAsyncClient()
					.uploadWithResponse(new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(new byte[0]))))
				.isDone();
		}
		catch (LockStoreException ex) {
			return false;
		}
	}

	/**
	 * Return whether a node has left a sign of late.
	 */
	boolean isAwaited(LockBlob blob) {
		Answer found = blob.requests().send(client(BlobNames.sign(blob.key())).getPropertiesWithResponse(null));
		return found.isDone() && found.seconds() - found.writtenAt() <= SIGN_COUNTS_FOR;
	}

	private BlobAsyncClient client(String name) {
		return this.container.getBlobAsyncClient(name);
	}

}
