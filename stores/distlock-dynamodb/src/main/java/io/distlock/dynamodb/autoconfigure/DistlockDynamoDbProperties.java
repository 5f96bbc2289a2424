// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in DynamoDB.
 *
 * @param region The region of AWS, such as "eu-central-1". If set, distlock connects
 * itself; otherwise the DynamoDbClient bean of the application is used.
 * @param endpoint The URL of the service, such as "http://localhost:8000" for an
 * emulator. For the connection to "region" only, and that of the region by default.
 * @param table The table.
 * @param createTable Whether the first lock creates the table if there is none.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.dynamodb", ignoreUnknownFields = false)
record DistlockDynamoDbProperties(@Nullable String region, @Nullable String endpoint,
		@DefaultValue("distlock") String table, @DefaultValue("false") boolean createTable) {

}
