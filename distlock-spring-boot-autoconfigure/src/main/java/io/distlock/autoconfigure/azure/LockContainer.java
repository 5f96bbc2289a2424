// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.azure;

import java.util.Optional;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;

/**
 * Finds the container of the locks: where one is named, by a client of our own or by the
 * service client of the application, or else the only or primary container client of the
 * application.
 */
final class LockContainer {

	private final ApplicationClients<BlobContainerClient> containers;

	private final ApplicationClients<BlobServiceClient> services;

	private final BlobContainerFactory factory;

	LockContainer(ApplicationClients<BlobContainerClient> containers, ApplicationClients<BlobServiceClient> services,
			BlobContainerFactory factory) {
		this.containers = containers;
		this.services = services;
		this.factory = factory;
	}

	/**
	 * Return whether there is a container client, or what is to make one. Creates no
	 * beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.factory.hasConnection() || this.factory.namesContainer() || this.containers.exist();
	}

	/**
	 * Return the name of the container, as far as that is known.
	 * @return the name, or nothing for a container client of the application
	 */
	Optional<String> name() {
		return this.factory.container();
	}

	/**
	 * Return the client of the container.
	 * @return the client
	 * @throws LockConfigurationException if there is not one, or it cannot be made
	 */
	BlobContainerClient get() {
		if (this.factory.hasConnection()) {
			return this.factory.create();
		}
		Optional<String> name = name();
		return name.isPresent() ? ofService(name.get()) : ofApplication();
	}

	private BlobContainerClient ofService(String name) {
		return this.services.find(BlobContainerFactory.CONNECTION_STRING)
			.map((service) -> service.getBlobContainerClient(name))
			.orElseThrow(this::withoutService);
	}

	private BlobContainerClient ofApplication() {
		return this.containers.find(BlobContainerFactory.CONNECTION_STRING).orElseThrow(this::missing);
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
