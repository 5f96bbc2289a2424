// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Azure Blob Storage.
 *
 * @param container Existing container for locks only, of "connection-string" or the
 * BlobServiceClient bean. Defaults to the BlobContainerClient bean.
 * @param connectionString Connection string of the storage account with its key, for a
 * connection to "container".
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.azure-blob", ignoreUnknownFields = false)
record DistlockAzureBlobProperties(@Nullable String container, @Nullable String connectionString) {

}
