// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in Azure Blob Storage.
 */
final class AzureBlobStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "azure-blob";
	}

	@Override
	public String title() {
		return "Azure Blob Storage";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-azure-blob";
	}

	@Override
	public String configuration() {
		return "set distlock.azure-blob.connection-string and distlock.azure-blob.container or define a bean of type com.azure.storage.blob.BlobContainerClient";
	}

}
