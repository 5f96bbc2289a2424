// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.record.RecordLockProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Locks and jobs in a table of Amazon DynamoDB. Each key is an item, and an attribute of
 * it the version that conditional writes compare.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class DynamoDbLockProvider extends RecordLockProvider {

	/**
	 * The table that is used if there is no other.
	 */
	public static final String DEFAULT_TABLE = "distlock";

	/**
	 * Create a provider. It sends no request before the first lock.
	 * @param client the client, never closed here
	 * @param table the name of the table, such as {@value #DEFAULT_TABLE}
	 * @param createTable whether the first lock creates the table if there is none
	 */
	public DynamoDbLockProvider(DynamoDbClient client, String table, boolean createTable) {
		super(new DynamoDbRecordStore(new DynamoDbTable(client, table, createTable)));
	}

	@Override
	public String name() {
		return "dynamodb";
	}

}
