// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

/**
 * Describes a store in the messages of an application that has no store for its locks, or
 * lacks a part of it. A module registers its descriptors in
 * {@code META-INF/spring.factories} under the name of this interface. They have a
 * constructor without parameters, and are created when a start fails, and not before.
 *
 * @since 0.1.0
 */
public interface LockStoreDescriptor {

	/**
	 * Return the name of the store, which is the value of {@code distlock.provider}, and
	 * the group of its properties below {@code distlock}.
	 * @return the name
	 */
	String name();

	/**
	 * Return what messages call the store, as in "in a database".
	 * @return the title
	 */
	String title();

	/**
	 * Return the dependencies that an application with the starter needs in addition.
	 * @return the dependencies, as the object of "add"
	 */
	String dependencies();

	/**
	 * Return how an application configures the store.
	 * @return the properties to set or beans to define, as in "set
	 * distlock.etcd.endpoints"
	 */
	String configuration();

}
