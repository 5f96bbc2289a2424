// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import com.azure.storage.blob.BlobContainerClient;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.azure.AzureBlobLockProvider;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in Azure Blob Storage.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass({ AzureBlobLockProvider.class, BlobContainerClient.class })
@ConditionalOnLockStore("azure-blob")
@EnableConfigurationProperties(DistlockAzureBlobProperties.class)
public final class AzureBlobLockAutoConfiguration {

	@Bean
	AzureBlobLockProviderCandidate distlockAzureBlobProviderCandidate(ListableBeanFactory beanFactory,
			DistlockAzureBlobProperties properties, ObjectProvider<AzureBlobConnectionDetails> details) {
		return new AzureBlobLockProviderCandidate(beanFactory, properties,
				details.getIfAvailable(() -> new PropertiesAzureBlobConnectionDetails(properties)));
	}

}
