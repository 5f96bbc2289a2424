// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import com.azure.storage.blob.BlobServiceClientBuilder;
import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.AzuriteServer;

/**
 * Connection details for Azure Blob Storage.
 */
class AzureBlobConnectionDetailsTests extends ConnectionDetailsContract<AzureBlobConnectionDetails> {

	AzureBlobConnectionDetailsTests() {
		super(AzureBlobLockAutoConfiguration.class, AzureBlobConnectionDetails.class,
				"distlock.azure-blob.connection-string=wrong", "distlock.azure-blob.container=details");
	}

	@Override
	protected AzureBlobConnectionDetails details() {
		String connection = AzuriteServer.shared().connectionString();
		new BlobServiceClientBuilder().connectionString(connection)
			.buildClient()
			.createBlobContainerIfNotExists("details");
		return () -> connection;
	}

}
