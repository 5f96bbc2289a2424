// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import com.azure.storage.blob.BlobContainerClient;
import io.distlock.record.RecordLockProvider;

/**
 * Locks and jobs in a container of Azure Blob Storage. Each key is a blob, whose ETag is
 * its version.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class AzureBlobLockProvider extends RecordLockProvider {

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param container the container that has the locks, and nothing else; it must exist
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
