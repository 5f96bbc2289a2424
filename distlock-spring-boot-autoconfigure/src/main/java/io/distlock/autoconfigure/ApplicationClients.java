// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The beans of the application that are clients of a store.
 *
 * @param <T> the type of the client
 * @since 0.1.0
 */
public final class ApplicationClients<T> {

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<T> clients;

	private final Class<T> type;

	private final String kind;

	/**
	 * Create a view of the clients of an application.
	 * @param beanFactory where the beans are
	 * @param clients the clients among them
	 * @param type the type of the client
	 * @param kind what messages call a client
	 */
	public ApplicationClients(ListableBeanFactory beanFactory, ObjectProvider<T> clients, Class<T> type, String kind) {
		this.beanFactory = beanFactory;
		this.clients = clients;
		this.type = type;
		this.kind = kind;
	}

	/**
	 * Return whether there is a client. Creates no beans.
	 * @return whether there is one
	 */
	public boolean exist() {
		return !names().isEmpty();
	}

	/**
	 * Return the only client, or the primary one.
	 * @param property what is to be set where the application cannot mark one
	 * @return the client, or nothing if there is none
	 * @throws LockConfigurationException if there are several
	 */
	public Optional<T> find(String property) {
		List<String> names = names();
		if (names.isEmpty()) {
			return Optional.empty();
		}
		T client = this.clients.getIfUnique();
		if (client == null) {
			throw new LockConfigurationException(
					"distlock found several %s beans, and cannot decide which one to use for the locks: %s."
						.formatted(this.kind, String.join(", ", names)),
					"Mark the one to use as @Primary, or set %s, so that distlock connects itself."
						.formatted(property));
		}
		return Optional.of(client);
	}

	String kind() {
		return this.kind;
	}

	Class<T> type() {
		return this.type;
	}

	private List<String> names() {
		return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, this.type));
	}

}
