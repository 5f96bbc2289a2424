// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for DynamoDB are not shown.
 */
class SecretsTests extends SecretsContract {

	private static final String REGION = "distlock.provider=dynamodb distlock.dynamodb.region=eu-central-1 ";

	private static final String HTTP = "http:" + "//";

	@Override
	protected List<String> unreachable() {
		return List.of(REGION + "distlock.dynamodb.endpoint=http://127.0.0.1:1");
	}

	@Override
	protected List<String> malformed() {
		return List.of(REGION + "distlock.dynamodb.endpoint=" + HTTP + "app:hidden@127.0.0.1:8000",
				REGION + "distlock.dynamodb.endpoint=" + HTTP + "app:pa/hidden@127.0.0.1:8000",
				REGION + "distlock.dynamodb.endpoint=" + HTTP + "127.0.0.1:8000/?password=hidden");
	}

}
