// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Details required to connect the locks to DynamoDB. A bean of this type takes precedence
 * over the connection properties below {@code distlock.dynamodb}. Credentials come from
 * the default chain of the AWS SDK.
 *
 * @since 0.1.0
 */
public interface DynamoDbConnectionDetails extends ConnectionDetails {

	/**
	 * Return the region.
	 * @return the region, such as {@code eu-central-1}
	 */
	String getRegion();

	/**
	 * Return the URL of the service.
	 * @return the URL, or {@code null} for the URL of the region
	 */
	default @Nullable String getEndpoint() {
		return null;
	}

}
