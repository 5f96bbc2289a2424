// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import com.azure.storage.blob.BlobContainerClient;
import io.distlock.record.RecordLockProvider;

/**
 * Keeps locks and jobs in a container of Azure Blob Storage. Each key is a blob, with its
 * ETag as the version.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class AzureBlobLockProvider extends RecordLockProvider {

	/**
	 * Create a provider. The provider contacts the service with the first lock.
	 * @param container the container of the locks, without other blobs; it must exist
	 * before the first lock
	 */
	public AzureBlobLockProvider(BlobContainerClient container) {
		super(new AzureBlobRecordStore(container));
	}

	@Override
	public String name() {
		return "azure-blob";
	}

}
