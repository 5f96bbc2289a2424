// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Makes the {@link LockTemplate}s of an application: the bean, and those that locked
 * methods with a provider of their own use.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockTemplateFactory {

	/**
	 * Make a template.
	 * @param engine acquires the locks
	 * @param scope decides when locks are released
	 * @param fenced checks fencing tokens, {@code null} if there is nothing that does
	 * @return the template
	 */
	LockTemplate create(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced);

}
