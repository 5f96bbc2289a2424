// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for Azure Blob Storage are not shown.
 */
class SecretsTests extends SecretsContract {

	@Override
	protected List<String> unreachable() {
		return List
			.of("distlock.provider=azure-blob distlock.azure-blob.container=locks distlock.azure-blob.connection-string="
					+ "AccountName=shop;AccountKey=hidden1w;BlobEndpoint=http://127.0.0.1:1/shop");
	}

	@Override
	protected List<String> malformed() {
		return List.of(
				"distlock.provider=azure-blob distlock.azure-blob.container=https://shop.blob.core.windows.net/locks?sig=hidden",
				"distlock.provider=azure-blob distlock.azure-blob.container=locks distlock.azure-blob.connection-string=AccountKey=hidden");
	}

}
