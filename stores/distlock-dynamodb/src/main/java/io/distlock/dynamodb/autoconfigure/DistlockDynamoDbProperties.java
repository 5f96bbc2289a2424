// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in DynamoDB.
 *
 * @param region Region to connect to, such as "eu-central-1". Defaults to the
 * DynamoDbClient bean.
 * @param endpoint URL of the service, such as "http://localhost:8000" for an emulator.
 * Defaults to the URL of the region. With "region" only.
 * @param table Name of the table.
 * @param createTable Whether the first lock creates a missing table.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.dynamodb", ignoreUnknownFields = false)
record DistlockDynamoDbProperties(@Nullable String region, @Nullable String endpoint,
		@DefaultValue("distlock") String table, @DefaultValue("false") boolean createTable) {

}
