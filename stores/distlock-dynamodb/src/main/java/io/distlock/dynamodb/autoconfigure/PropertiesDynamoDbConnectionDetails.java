// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Connection details from {@code distlock.dynamodb.*}.
 *
 * @param properties the properties
 */
record PropertiesDynamoDbConnectionDetails(DistlockDynamoDbProperties properties) implements DynamoDbConnectionDetails {

	@Override
	public String getRegion() {
		return Objects.requireNonNullElse(this.properties.region(), "");
	}

	@Override
	public @Nullable String getEndpoint() {
		return this.properties.endpoint();
	}

}
