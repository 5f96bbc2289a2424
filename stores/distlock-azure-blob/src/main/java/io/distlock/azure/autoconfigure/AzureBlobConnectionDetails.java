// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Details required to connect the locks to Azure Blob Storage. A bean of this type takes
 * precedence over the connection properties below {@code distlock.azure-blob}.
 *
 * @since 0.1.0
 */
public interface AzureBlobConnectionDetails extends ConnectionDetails {

	/**
	 * Return the connection string of the storage account.
	 * @return the connection string
	 */
	String getConnectionString();

}
