// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import java.util.Objects;

/**
 * Connection details from {@code distlock.azure-blob.*}.
 *
 * @param properties the properties
 */
record PropertiesAzureBlobConnectionDetails(
		DistlockAzureBlobProperties properties) implements AzureBlobConnectionDetails {

	@Override
	public String getConnectionString() {
		return Objects.requireNonNullElse(this.properties.connectionString(), "");
	}

}
