// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the client that leads to the locks: one of our own where the servers are named,
 * or else the only or primary one of the application. Since the provider is created over
 * it, it is destroyed after the provider, and that after the engine.
 */
final class LockCurator implements DisposableBean {

	private final ApplicationClients<CuratorFramework> clients;

	private final CuratorClientFactory factory;

	private volatile @Nullable CuratorFramework own;

	LockCurator(ListableBeanFactory beanFactory, ObjectProvider<CuratorFramework> clients,
			CuratorClientFactory factory) {
		this.clients = new ApplicationClients<>(beanFactory, clients, CuratorFramework.class, "CuratorFramework");
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
	 * Return the client, which need not be started.
	 * @return the client
	 * @throws LockConfigurationException if there is not one, or it cannot be made
	 */
	CuratorFramework get() {
		if (this.factory.hasServers()) {
			CuratorFramework client = this.factory.create();
			this.own = client;
			return client;
		}
		return ofApplication();
	}

	/**
	 * Return the client that was made here.
	 * @return the client, or {@code null} if there is none
	 */
	@Nullable CuratorFramework own() {
		return this.own;
	}

	private CuratorFramework ofApplication() {
		CuratorFramework client = this.clients.find("distlock.zookeeper.connect-string")
			.orElseThrow(LockCurator::missing);
		checkProperties();
		return client;
	}

	private void checkProperties() {
		this.factory.propertyOfOwnClient().ifPresent((property) -> {
			throw unheeded(property);
		});
	}

	private static LockConfigurationException unheeded(String property) {
		return new LockConfigurationException(
				"%s is set, but the locks use the CuratorFramework bean of the application, which ignores it."
					.formatted(property),
				"Configure it where the bean is defined; or set distlock.zookeeper.connect-string, so that distlock connects itself.");
	}

	private static LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is 'zookeeper', but there is neither a CuratorFramework bean nor distlock.zookeeper.connect-string.",
				"Set distlock.zookeeper.connect-string to your servers, as in zk1:2181,zk2:2181,zk3:2181; "
						+ "or define a bean of type org.apache.curator.framework.CuratorFramework; "
						+ "or choose another distlock.provider.");
	}

	@Override
	public void destroy() {
		CuratorFramework client = this.own;
		if (client != null) {
			new LeavingClient(client).close();
		}
	}

}
