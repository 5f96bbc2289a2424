// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Client beans of the application for a store.
 *
 * @param <T> the type of the client
 * @since 0.1.0
 */
public final class ApplicationClients<T> {

	private final ListableBeanFactory beanFactory;

	private final Class<T> type;

	private final String kind;

	private final Predicate<@Nullable Class<?>> counts;

	/**
	 * Create a view of the clients of an application.
	 * @param beanFactory contains the beans
	 * @param type the type of the client
	 * @param kind the name of the client in messages
	 */
	public ApplicationClients(ListableBeanFactory beanFactory, Class<T> type, String kind) {
		this(beanFactory, type, kind, (client) -> true);
	}

	/**
	 * Create a view of certain clients of an application.
	 * @param beanFactory contains the beans
	 * @param type the type of the client
	 * @param kind the name of the client in messages
	 * @param counts tests the class of a bean
	 */
	public ApplicationClients(ListableBeanFactory beanFactory, Class<T> type, String kind,
			Predicate<@Nullable Class<?>> counts) {
		this.beanFactory = beanFactory;
		this.type = type;
		this.kind = kind;
		this.counts = counts;
	}

	/**
	 * Return whether a client exists. Creates no beans.
	 * @return {@code true} if a client exists
	 */
	public boolean exist() {
		return !names().isEmpty();
	}

	/**
	 * Return the only or primary client.
	 * @param otherwise the remedy if the application cannot mark a primary client, as
	 * part of a sentence
	 * @return the client, or empty without a client
	 * @throws LockConfigurationException if there are several clients without a primary
	 * one
	 */
	public Optional<T> find(String otherwise) {
		List<String> names = names();
		if (names.isEmpty()) {
			return Optional.empty();
		}
		T client = (names.size() == 1) ? this.beanFactory.getBean(names.get(0), this.type)
				: this.beanFactory.getBeanProvider(this.type).getIfUnique();
		if (client == null) {
			throw new LockConfigurationException(
					"distlock found several %s beans, and cannot decide which one to use for the locks: %s."
						.formatted(this.kind, String.join(", ", names)),
					"Mark the one to use as @Primary, or %s.".formatted(otherwise));
		}
		return Optional.of(client);
	}

	/**
	 * Return the name of a client in messages.
	 * @return the name
	 */
	public String kind() {
		return this.kind;
	}

	Class<T> type() {
		return this.type;
	}

	private List<String> names() {
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, this.type))
			.filter((name) -> this.counts.test(this.beanFactory.getType(name, false)))
			.toList();
	}

}
