// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import java.util.Optional;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.consul.ConsulClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the client that leads to the locks: one of our own where the agent is named, or
 * else the only or primary one of the application.
 */
final class LockConsul {

	private final ApplicationClients<ConsulClient> clients;

	private final ConsulClientFactory factory;

	LockConsul(ListableBeanFactory beanFactory, ObjectProvider<ConsulClient> clients, ConsulClientFactory factory) {
		this.clients = new ApplicationClients<>(beanFactory, clients, ConsulClient.class, "ConsulClient");
		this.factory = factory;
	}

	/**
	 * Return whether there is a client, or what it takes to make one. Creates no beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.factory.hasServer() || this.clients.exist();
	}

	/**
	 * Return where the client leads to, as far as that is known.
	 * @return the agent, or nothing for a client of the application
	 */
	Optional<String> server() {
		return this.factory.hasServer() ? Optional.of(this.factory.server()) : Optional.empty();
	}

	/**
	 * Return the client.
	 * @return the client
	 * @throws LockConfigurationException if there is not one, or it cannot be made
	 */
	ConsulClient get() {
		return this.factory.hasServer() ? this.factory.create() : ofApplication();
	}

	private ConsulClient ofApplication() {
		ConsulClient client = this.clients.find("distlock.consul.url").orElseThrow(LockConsul::missing);
		this.factory.propertyOfOwnClient().ifPresent((property) -> {
			throw unheeded(property);
		});
		return client;
	}

	private static LockConfigurationException unheeded(String property) {
		return new LockConfigurationException(
				"%s is set, but the locks use the ConsulClient bean of the application, which ignores it."
					.formatted(property),
				"Configure it where the bean is defined; or set distlock.consul.url, so that distlock connects itself.");
	}

	private static LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is 'consul', but there is neither distlock.consul.url nor a ConsulClient bean.",
				"Set distlock.consul.url to the agent, as in http://localhost:8500; "
						+ "or define a bean of type io.distlock.consul.ConsulClient; or choose another distlock.provider.");
	}

}
