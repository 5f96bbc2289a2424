// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import java.util.Optional;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;
import io.etcd.jetcd.Client;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the client that leads to the locks: one of our own where the members are named,
 * or else the only or primary one of the application. Since the provider is created over
 * it, it is destroyed after the provider, and that after the engine.
 */
final class LockEtcd implements DisposableBean {

	private final ApplicationClients<Client> clients;

	private final EtcdClientFactory factory;

	private volatile @Nullable Client own;

	LockEtcd(ListableBeanFactory beanFactory, ObjectProvider<Client> clients, EtcdClientFactory factory) {
		this.clients = new ApplicationClients<>(beanFactory, clients, Client.class, "etcd Client");
		this.factory = factory;
	}

	/**
	 * Return whether there is a client, or what it takes to make one. Creates no beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.factory.hasServers() || this.clients.exist();
	}

	/**
	 * Return where the client leads to, as far as that is known.
	 * @return the members, or nothing for a client of the application
	 */
	Optional<String> servers() {
		return this.factory.hasServers() ? Optional.of(this.factory.servers()) : Optional.empty();
	}

	/**
	 * Return the client.
	 * @return the client
	 * @throws LockConfigurationException if there is not one, or it cannot be made
	 */
	Client get() {
		if (this.factory.hasServers()) {
			Client client = this.factory.create();
			this.own = client;
			return client;
		}
		return ofApplication();
	}

	private Client ofApplication() {
		Client client = this.clients.find("distlock.etcd.endpoints").orElseThrow(LockEtcd::missing);
		this.factory.propertyOfOwnClient().ifPresent((property) -> {
			throw unheeded(property);
		});
		return client;
	}

	private static LockConfigurationException unheeded(String property) {
		return new LockConfigurationException(
				"%s is set, but the locks use the etcd Client bean of the application, which ignores it."
					.formatted(property),
				"Configure it where the bean is defined; or set distlock.etcd.endpoints, so that distlock connects itself.");
	}

	private static LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is 'etcd', but there is neither an etcd Client bean nor distlock.etcd.endpoints.",
				"Set distlock.etcd.endpoints to your members, as in http://etcd1:2379,http://etcd2:2379,http://etcd3:2379; "
						+ "or define a bean of type io.etcd.jetcd.Client; or choose another distlock.provider.");
	}

	@Override
	public void destroy() {
		Client client = this.own;
		if (client != null) {
			client.close();
		}
	}

}
