// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.List;
import java.util.stream.Collectors;

import io.distlock.autoconfigure.store.LockStoreDescriptor;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * Descriptors of the stores on the class path, loaded for messages only.
 */
final class LockStoreDescriptors {

	private final @Nullable ClassLoader classLoader;

	LockStoreDescriptors(@Nullable ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	/**
	 * Return the configuration of each store, in one line each.
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
	 * Return the dependencies of a store, possibly unknown.
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
