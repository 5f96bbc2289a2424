// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.LockOperations;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * A bean that asks for locks when it is created, if there are any, so that the
 * application needs a store.
 */
public final class LockUser {

	private final @Nullable LockOperations locks;

	LockUser(ObjectProvider<LockOperations> locks) {
		this.locks = locks.getIfAvailable();
	}

	public @Nullable LockOperations locks() {
		return this.locks;
	}

}
