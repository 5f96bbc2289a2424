// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Contract for a store. A contract that is nested in another one has the store of the
 * outermost class.
 *
 * @since 0.1.0
 */
@ExtendWith(OneStoreExtension.class)
public abstract class StoreContract {

	private @Nullable StoreUnderTest store;

	/**
	 * Return the store, the same for all nodes of a test.
	 * @return the store
	 */
	protected StoreUnderTest store() {
		StoreUnderTest store = this.store;
		if (store == null) {
			throw new IllegalStateException("Override newStore() in " + getClass().getName());
		}
		return store;
	}

	/**
	 * Create the store. Called once for the outermost class and all that are nested in
	 * it; a store that is {@link AutoCloseable} is closed after the last of their tests.
	 * @return the store
	 */
	protected StoreUnderTest newStore() {
		return store();
	}

	void use(StoreUnderTest store) {
		this.store = store;
	}

}
