// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.azure;

import java.time.Duration;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobStorageException;
import io.distlock.autoconfigure.LockConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks at start whether the container of the locks exists. Where the service says no, no
 * lock could ever be granted, and the start fails; where it says nothing, or that this
 * node may not ask, the first lock shows what is wrong.
 */
final class ContainerCheck {

	private static final Logger logger = LoggerFactory.getLogger(ContainerCheck.class);

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private ContainerCheck() {
	}

	static void check(BlobContainerClient container) {
		if (!mayExist(container)) {
			throw new LockConfigurationException(
					"There is no container '%s' in the storage account '%s', so no lock can be granted."
						.formatted(container.getBlobContainerName(), container.getAccountName()),
					"Create it once, as by: az storage container create --name %s --account-name %s --auth-mode login; or name another one."
						.formatted(container.getBlobContainerName(), container.getAccountName()));
		}
	}

	private static boolean mayExist(BlobContainerClient container) {
		try {
			return container.existsWithResponse(PATIENCE, Context.NONE).getValue();
		}
		catch (RuntimeException ex) {
			logger.warn("Could not check whether container '{}' of the locks exists: {}",
					container.getBlobContainerName(), brief(ex));
			return true;
		}
	}

	/**
	 * The service's own message has many lines.
	 */
	private static String brief(RuntimeException failure) {
		return (failure instanceof BlobStorageException refusal)
				? "the service answers %d %s".formatted(refusal.getStatusCode(), refusal.getErrorCode())
				: failure.toString();
	}

}
