// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.DynaliteServer;
import org.jspecify.annotations.Nullable;

/**
 * Connection details for DynamoDB.
 */
class DynamoDbConnectionDetailsTests extends ConnectionDetailsContract<DynamoDbConnectionDetails> {

	DynamoDbConnectionDetailsTests() {
		super(DynamoDbLockAutoConfiguration.class, DynamoDbConnectionDetails.class, "distlock.dynamodb.region=wrong",
				"distlock.dynamodb.endpoint=wrong", "distlock.dynamodb.create-table=true");
	}

	@Override
	protected DynamoDbConnectionDetails details() {
		String url = DynaliteServer.shared().url();
		return new DynamoDbConnectionDetails() {

			@Override
			public String getRegion() {
				return "eu-central-1";
			}

			@Override
			public @Nullable String getEndpoint() {
				return url;
			}

		};
	}

}
