// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.record.RecordLockProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Keeps locks and jobs in a table of Amazon DynamoDB. Each key is an item, with a version
 * attribute for conditional writes.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class DynamoDbLockProvider extends RecordLockProvider {

	/**
	 * Default table.
	 */
	public static final String DEFAULT_TABLE = "distlock";

	/**
	 * Create a provider. The provider sends requests with the first lock.
	 * @param client the client, never closed by this provider
	 * @param table the name of the table, such as {@value #DEFAULT_TABLE}
	 * @param createTable whether the first lock creates a missing table
	 */
	public DynamoDbLockProvider(DynamoDbClient client, String table, boolean createTable) {
		super(new DynamoDbRecordStore(new DynamoDbTable(client, table, createTable)));
	}

	@Override
	public String name() {
		return "dynamodb";
	}

}
