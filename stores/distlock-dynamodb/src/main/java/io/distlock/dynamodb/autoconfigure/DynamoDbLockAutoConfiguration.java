// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.dynamodb.DynamoDbLockProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in DynamoDB.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass({ DynamoDbLockProvider.class, DynamoDbClient.class })
@ConditionalOnLockStore("dynamodb")
@EnableConfigurationProperties(DistlockDynamoDbProperties.class)
public final class DynamoDbLockAutoConfiguration {

	@Bean
	DynamoDbLockProviderCandidate distlockDynamoDbProviderCandidate(ListableBeanFactory beanFactory,
			DistlockDynamoDbProperties properties, ObjectProvider<DynamoDbConnectionDetails> details) {
		return new DynamoDbLockProviderCandidate(beanFactory, properties,
				details.getIfAvailable(() -> new PropertiesDynamoDbConnectionDetails(properties)));
	}

}
