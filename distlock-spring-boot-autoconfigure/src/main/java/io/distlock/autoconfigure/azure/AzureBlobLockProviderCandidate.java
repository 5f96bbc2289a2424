// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.azure;

import com.azure.storage.blob.BlobContainerClient;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.azure.AzureBlobLockProvider;
import io.distlock.provider.LockProvider;

/**
 * The provider in Azure Blob Storage. Offers itself to every application that has a
 * client of a container, or names one.
 */
final class AzureBlobLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "azure-blob";

	private final LockContainer container;

	AzureBlobLockProviderCandidate(LockContainer container) {
		this.container = container;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return this.container.name().map((name) -> "%s (container %s)".formatted(NAME, name)).orElse(NAME);
	}

	@Override
	public boolean isOffered() {
		return this.container.exists();
	}

	@Override
	public LockProvider create() {
		BlobContainerClient client = this.container.get();
		ContainerCheck.check(client);
		return new AzureBlobLockProvider(client);
	}

}
