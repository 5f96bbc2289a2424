// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Azure Blob Storage.
 *
 * @param container Existing container of the locks, without other blobs. If set, distlock
 * uses "connection-string" or the BlobServiceClient bean of the application; otherwise
 * the BlobContainerClient bean of the application is used.
 * @param connectionString Connection string of the storage account with its key. If set,
 * distlock opens a connection of its own to "container".
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.azure-blob", ignoreUnknownFields = false)
record DistlockAzureBlobProperties(@Nullable String container, @Nullable String connectionString) {

}
