// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.azure.AzureBlobLockProvider;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in Azure Blob Storage: in the configured container, with an own
 * client or the service client of the application, otherwise in the container of the only
 * or primary container client of the application. Available with a configured container
 * or such a client.
 */
final class AzureBlobLockProviderCandidate implements LockProviderCandidate {

	private static final String NAME = "azure-blob";

	private static final String CONTAINER = "distlock.azure-blob.container";

	private static final String CONNECTION_STRING = "distlock.azure-blob.connection-string";

	private static final String CONNECT = "set %s, so that distlock connects itself".formatted(CONNECTION_STRING);

	private static final Pattern CONTAINER_NAME = Pattern.compile("(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

	/**
	 * Retries of the client: two attempts fit into the maximum duration of an operation.
	 */
	private static final RequestRetryOptions RETRIES = new RequestRetryOptions(RetryPolicyType.FIXED, 2,
			Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(200), null);

	private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(AzureBlobLockProviderCandidate.class);

	private final ApplicationClients<BlobContainerClient> containers;

	private final ApplicationClients<BlobServiceClient> services;

	private final @Nullable String container;

	private final @Nullable String connectionString;

	private final String origin;

	AzureBlobLockProviderCandidate(ListableBeanFactory beanFactory, DistlockAzureBlobProperties properties,
			AzureBlobConnectionDetails details) {
		this.containers = new ApplicationClients<>(beanFactory, BlobContainerClient.class, "BlobContainerClient");
		this.services = new ApplicationClients<>(beanFactory, BlobServiceClient.class, "BlobServiceClient");
		this.container = text(properties.container());
		this.connectionString = text(details.getConnectionString());
		this.origin = (details instanceof PropertiesAzureBlobConnectionDetails) ? CONNECTION_STRING
				: "AzureBlobConnectionDetails.connection-string";
	}

	private static @Nullable String text(@Nullable String value) {
		return StringUtils.hasText(value) ? value.strip() : null;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return (this.container != null)
				? "%s (container %s)".formatted(NAME, LockProviderCandidate.shown(this.container)) : NAME;
	}

	@Override
	public boolean isOffered() {
		return this.connectionString != null || this.container != null || this.containers.exist();
	}

	@Override
	public LockProvider create() {
		BlobContainerClient client = client();
		if (!mayExist(client)) {
			throw new LockConfigurationException(
					"There is no container '%s' in the storage account '%s', so no lock can be granted."
						.formatted(client.getBlobContainerName(), client.getAccountName()),
					"Create it once, as by: az storage container create --name %s --account-name %s --auth-mode login; or name another one."
						.formatted(client.getBlobContainerName(), client.getAccountName()));
		}
		return new AzureBlobLockProvider(client);
	}

	/**
	 * Return whether the container exists, as far as known. If the service does not
	 * respond, or this node lacks the permission, the first lock reports the problem.
	 */
	private static boolean mayExist(BlobContainerClient container) {
		try {
			return container.existsWithResponse(CHECK_TIMEOUT, Context.NONE).getValue();
		}
		catch (RuntimeException ex) {
			logger.warn("Could not check whether container '{}' of the locks exists: {}",
					container.getBlobContainerName(), brief(ex));
			return true;
		}
	}

	/**
	 * Describe a failure in one line, because messages of the service have several lines.
	 */
	private static String brief(RuntimeException failure) {
		return (failure instanceof BlobStorageException refusal)
				? "the service answers %d %s".formatted(refusal.getStatusCode(), refusal.getErrorCode())
				: failure.toString();
	}

	BlobContainerClient client() {
		checkName();
		if (this.connectionString != null) {
			return connect(this.connectionString);
		}
		if (this.container == null) {
			return this.containers.find(CONNECT).orElseThrow(this::missing);
		}
		return this.services.find(CONNECT).orElseThrow(this::withoutService).getBlobContainerClient(this.container);
	}

	private void checkName() {
		if (this.container != null && !CONTAINER_NAME.matcher(this.container).matches()) {
			throw new LockConfigurationException(
					"'%s' is '%s', which cannot be used: the name of a container has 3 to 63 lower-case letters, digits and single hyphens, and begins and ends with a letter or a digit."
						.formatted(CONTAINER, LockProviderCandidate.shown(this.container)),
					"Correct the value of that property.");
		}
	}

	/**
	 * Create a client, which connects with its first request.
	 */
	private BlobContainerClient connect(String connectionString) {
		if (this.container == null) {
			throw new LockConfigurationException("%s is set, but %s is not.".formatted(this.origin, CONTAINER),
					"Set %s to a container of that storage account which has nothing else in it.".formatted(CONTAINER));
		}
		try {
			return new BlobContainerClientBuilder().connectionString(connectionString)
				.containerName(this.container)
				.retryOptions(RETRIES)
				.buildClient();
		}
		catch (RuntimeException ex) {
			throw new LockConfigurationException(
					"'%s' cannot be used: it is no connection string of a storage account. Its value is not shown, as it may have a key in it."
						.formatted(this.origin),
					"Copy it from the access keys of the storage account, as in DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=...;EndpointSuffix=core.windows.net.");
		}
	}

	private LockConfigurationException withoutService() {
		if (this.containers.exist()) {
			return new LockConfigurationException(
					"distlock.azure-blob.container is set, but there is no BlobServiceClient bean, and the BlobContainerClient bean of the application ignores it.",
					"Remove distlock.azure-blob.container, so that the locks use that bean; or define a bean of type com.azure.storage.blob.BlobServiceClient; or set distlock.azure-blob.connection-string, so that distlock connects itself.");
		}
		return new LockConfigurationException(
				"distlock.azure-blob.container is set, but there is neither distlock.azure-blob.connection-string nor a BlobServiceClient bean.",
				"Set distlock.azure-blob.connection-string, or define a bean of type com.azure.storage.blob.BlobServiceClient.");
	}

	private LockConfigurationException missing() {
		if (this.services.exist()) {
			return new LockConfigurationException(
					"distlock.provider is 'azure-blob', and there is a BlobServiceClient bean, but distlock.azure-blob.container is not set.",
					"Set distlock.azure-blob.container to a container which has nothing else in it.");
		}
		return new LockConfigurationException(
				"distlock.provider is 'azure-blob', but there is neither distlock.azure-blob.connection-string nor a BlobContainerClient or BlobServiceClient bean.",
				"Set distlock.azure-blob.connection-string and distlock.azure-blob.container; "
						+ "or define a bean of type com.azure.storage.blob.BlobServiceClient, and set distlock.azure-blob.container; "
						+ "or define a bean of type com.azure.storage.blob.BlobContainerClient; or choose another distlock.provider.");
	}

}
