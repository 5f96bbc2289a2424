// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.provider.LockProvider;

/**
 * A store that this application could keep its locks in. One bean of this type per store
 * that is on the class path; {@link LockProviderChoice} picks one of them.
 *
 * @since 0.1.0
 */
public interface LockProviderCandidate {

	/**
	 * Return the value of {@code distlock.provider} that names this store.
	 * @return the name
	 */
	String name();

	/**
	 * Return what the application's log calls this store once it was chosen.
	 * @return the name, with what operators must know of it
	 */
	default String description() {
		return name();
	}

	/**
	 * Return whether this store may be chosen without being named: whether the
	 * application has its client, and has it for locks, too. Creates no beans.
	 * @return whether the store offers itself
	 */
	boolean isOffered();

	/**
	 * Create the provider. Called at most once, for the candidate that was chosen.
	 * @return the provider
	 * @throws LockConfigurationException if something is missing for it
	 */
	LockProvider create();

}
