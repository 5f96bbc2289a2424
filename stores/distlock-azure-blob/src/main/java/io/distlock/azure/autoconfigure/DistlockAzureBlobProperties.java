// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Azure Blob Storage.
 *
 * @param container The container of the locks, which must exist, and has nothing else in
 * it. If set, it is reached by "connection-string" or by the BlobServiceClient bean of
 * the application; otherwise the BlobContainerClient bean of the application is used.
 * @param connectionString The connection string of the storage account, which has a key
 * in it. If set, distlock connects itself, to the container that "container" names.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.azure-blob", ignoreUnknownFields = false)
record DistlockAzureBlobProperties(@Nullable String container, @Nullable String connectionString) {

}
