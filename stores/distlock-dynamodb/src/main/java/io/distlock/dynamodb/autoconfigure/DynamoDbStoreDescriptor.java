// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in DynamoDB.
 */
final class DynamoDbStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "dynamodb";
	}

	@Override
	public String title() {
		return "DynamoDB";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-dynamodb";
	}

	@Override
	public String configuration() {
		return "set distlock.dynamodb.region or define a bean of type software.amazon.awssdk.services.dynamodb.DynamoDbClient";
	}

}
