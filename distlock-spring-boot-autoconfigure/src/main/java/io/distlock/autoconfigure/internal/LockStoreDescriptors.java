// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.List;
import java.util.stream.Collectors;

import io.distlock.autoconfigure.store.LockStoreDescriptor;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * The descriptors of the stores on the class path. They are loaded for a message, and not
 * before.
 */
final class LockStoreDescriptors {

	private final @Nullable ClassLoader classLoader;

	LockStoreDescriptors(@Nullable ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	/**
	 * Return how to configure each store, one line each.
	 */
	String choices() {
		return all().stream()
			.map((store) -> "- in %s: add %s, and %s;".formatted(store.title(), store.dependencies(),
					store.configuration()))
			.collect(Collectors.joining("\n"));
	}

	/**
	 * Return the dependencies of each store.
	 */
	String needs() {
		return all().stream()
			.map((store) -> "'%s' needs %s".formatted(store.name(), store.dependencies()))
			.collect(Collectors.joining("; "));
	}

	/**
	 * Return the dependencies of a store, which may be unknown.
	 */
	String dependencies(String name) {
		return all().stream()
			.filter((store) -> store.name().equals(name))
			.findFirst()
			.map(LockStoreDescriptor::dependencies)
			.orElse("io.distlock:distlock-" + name);
	}

	private List<LockStoreDescriptor> all() {
		return SpringFactoriesLoader.forDefaultResourceLocation(this.classLoader).load(LockStoreDescriptor.class);
	}

}
