package io.distlock.autoconfigure;

import io.distlock.LockEngine;
import io.distlock.LockScope;
import io.distlock.LockTemplate;

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
	 * @param scope decides when a lock that was taken for a callback is released
	 * @return the template
	 */
	LockTemplate create(LockEngine engine, LockScope scope);

}
