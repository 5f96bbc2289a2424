// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import io.distlock.azure.AzureBlobLockProvider;
import io.distlock.faults.store.Store;
import io.distlock.testserver.AzuriteServer;
import io.distlock.testserver.OptionalTool;
import org.jspecify.annotations.Nullable;

/**
 * Azurite in place of Azure Blob Storage, if this machine has it. It keeps everything in
 * memory, so it is not killed.
 */
final class AzuriteStore implements Store {

	private static final String CONTAINER = "locks";

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

	/**
	 * The service tells whole seconds, to the holder and to those who wait.
	 */
	private static final Duration PRECISION = Duration.ofSeconds(2);

	private List<AzuriteServer> servers = List.of();

	@Override
	public String name() {
		return "azurite";
	}

	@Override
	public @Nullable String obstacle() {
		return AzuriteServer.isAvailable() ? null : OptionalTool.AZURITE.absent();
	}

	@Override
	public void start() {
		this.servers = List.of(AzuriteServer.start());
		container().create();
	}

	@Override
	public List<AzuriteServer> servers() {
		return this.servers;
	}

	private BlobContainerClient container() {
		return new BlobServiceClientBuilder().connectionString(this.servers.get(0).connectionString())
			.buildClient()
			.getBlobContainerClient(CONTAINER);
	}

	@Override
	public String version() {
		return "Azurite " + AzuriteServer.VERSION;
	}

	@Override
	public boolean keepsData() {
		return false;
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "azure-blob", "distlock.azure-blob.container", CONTAINER,
				"distlock.azure-blob.connection-string", this.servers.get(0).connectionString(ports.get(0)),
				"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	@Override
	public Duration deadHolder(Duration lease) {
		return lease.plus(PRECISION);
	}

	@Override
	public void kill() {
		throw new UnsupportedOperationException("Azurite forgets everything if it is killed");
	}

	@Override
	public void restart() {
		throw new UnsupportedOperationException("Azurite forgets everything if it is killed");
	}

	@Override
	public List<String> held(String part) {
		try (AzureBlobLockProvider operator = new AzureBlobLockProvider(container())) {
			return Store.held(operator, part);
		}
	}

}
