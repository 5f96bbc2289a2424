// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

/**
 * Descriptor of a store for messages about a missing store or dependency. A module
 * registers its descriptors in {@code META-INF/spring.factories} under the name of this
 * interface. Descriptors have a default constructor, and are created only if the start
 * fails.
 *
 * @since 0.1.0
 */
public interface LockStoreDescriptor {

	/**
	 * Return the name of the store in {@code distlock.provider}, which is also its group
	 * of properties below {@code distlock}.
	 * @return the name
	 */
	String name();

	/**
	 * Return the name of the store in messages, as in "in a database".
	 * @return the title
	 */
	String title();

	/**
	 * Return the dependencies required in addition to the starter.
	 * @return the dependencies, as the object of "add"
	 */
	String dependencies();

	/**
	 * Return the required configuration of the store.
	 * @return the properties to set or beans to define, as in "set
	 * distlock.etcd.endpoints"
	 */
	String configuration();

}
