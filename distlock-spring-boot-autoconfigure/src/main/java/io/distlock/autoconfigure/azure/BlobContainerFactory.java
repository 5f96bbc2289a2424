// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.azure;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.distlock.autoconfigure.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Reads {@code distlock.azure-blob.*}, and makes a client from it.
 */
final class BlobContainerFactory {

	static final String CONTAINER = "distlock.azure-blob.container";

	static final String CONNECTION_STRING = "distlock.azure-blob.connection-string";

	private static final Pattern NAME = Pattern.compile("(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

	private static final int TRIES = 2;

	/**
	 * Two tries fit into the few seconds that an operation may take.
	 */
	private static final Duration TRY_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration PAUSE = Duration.ofMillis(200);

	private final @Nullable String container;

	private final @Nullable String connectionString;

	BlobContainerFactory(DistlockAzureBlobProperties properties) {
		this.container = text(properties.container());
		this.connectionString = text(properties.connectionString());
	}

	private static @Nullable String text(@Nullable String value) {
		return StringUtils.hasText(value) ? value.strip() : null;
	}

	boolean hasConnection() {
		return this.connectionString != null;
	}

	/**
	 * Return the name of the container, if there is one.
	 * @return the name
	 * @throws LockConfigurationException if no container can have that name
	 */
	Optional<String> container() {
		if (this.container != null && !NAME.matcher(this.container).matches()) {
			throw new LockConfigurationException(
					"'%s' is '%s', which cannot be used: the name of a container has 3 to 63 lower-case letters, digits and single hyphens, and begins and ends with a letter or a digit."
						.formatted(CONTAINER, this.container),
					"Correct the value of that property.");
		}
		return Optional.ofNullable(this.container);
	}

	/**
	 * Return whether a container is named, rightly or wrongly.
	 */
	boolean namesContainer() {
		return this.container != null;
	}

	/**
	 * Create a client, which connects with its first request.
	 * @return the client
	 * @throws LockConfigurationException if a property is missing or cannot be used
	 */
	BlobContainerClient create() {
		String name = container().orElseThrow(() -> new LockConfigurationException(
				"%s is set, but %s is not.".formatted(CONNECTION_STRING, CONTAINER),
				"Set %s to a container of that storage account which has nothing else in it.".formatted(CONTAINER)));
		try {
			return new BlobContainerClientBuilder().connectionString(String.valueOf(this.connectionString))
				.containerName(name)
				.retryOptions(new RequestRetryOptions(RetryPolicyType.FIXED, TRIES, TRY_TIMEOUT, PAUSE, PAUSE, null))
				.buildClient();
		}
		catch (RuntimeException ex) {
			throw new LockConfigurationException(
					"'%s' cannot be used: it is no connection string of a storage account. Its value is not shown, as it may have a key in it."
						.formatted(CONNECTION_STRING),
					"Copy it from the access keys of the storage account, as in DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=...;EndpointSuffix=core.windows.net.");
		}
	}

}
