// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a Spring bean only if this node leads a role. The annotation makes the
 * node a candidate for the role. A call neither waits nor accesses the store. On other
 * nodes, the call is skipped or fails, depending on {@link #onBusy()}.
 * <p>
 * If the node stops leading while the method runs, the call throws
 * {@link io.distlock.LockLostException}, and a transaction of the method is not
 * committed. For strict exclusion, compare the term with each write, for example with
 * {@link #fenced()}.
 * <p>
 * The rules of {@link DistributedLock} for classes, interfaces, proxies and results
 * apply. A method must not have both annotations.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LeaderOnly {

	/**
	 * The role. <code>${…}</code> placeholders are resolved once, at startup.
	 * @return the name of the role
	 */
	String value();

	/**
	 * Policy for a call on a node that does not lead: skip the call, or throw {@code
	 * io.distlock.leader.NotLeaderException}.
	 * @return skip by default
	 */
	OnBusy onBusy() default OnBusy.SKIP;

	/**
	 * Whether the number of the term is checked as the first statement of every
	 * transaction of the method. The database then rejects writes after a write of a
	 * later leader.
	 * @return {@code false} by default
	 * @see DistributedLock#fenced()
	 */
	boolean fenced() default false;

	/**
	 * SpEL condition for whether the role is required.
	 * @return the expression; empty for always
	 */
	String condition() default "";

}
