// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Container of several {@link DistributedLock} annotations on one method. Added by the
 * compiler.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface DistributedLocks {

	/**
	 * The locks, which are acquired together.
	 * @return the locks
	 */
	DistributedLock[] value();

}
