// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a Spring bean only if this node leads a role. The node stands for the
 * role by itself. A call neither waits nor asks the store; on another node than the
 * leader it is skipped, or fails, as {@link #onBusy()} says.
 * <p>
 * If the node ceases to lead while the method runs, the call ends in
 * {@link io.distlock.LockLostException}, and a transaction that the method runs is not
 * committed. Code that must not be overtaken at all compares the term where it writes, by
 * {@link #fenced()} for example.
 * <p>
 * Classes, interfaces, proxies and results of such methods obey the rules of
 * {@link DistributedLock}. A method has one of both annotations.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LeaderOnly {

	/**
	 * The role. <code>${…}</code> placeholders are resolved once, at start.
	 * @return the name of the role
	 */
	String value();

	/**
	 * Policy for a call on a node that does not lead: it is skipped, or ends in
	 * {@code io.distlock.leader.NotLeaderException}.
	 * @return skip by default
	 */
	OnBusy onBusy() default OnBusy.SKIP;

	/**
	 * Whether the number of the term is checked as the first statement of every
	 * transaction that the method runs, so that the database refuses what it writes after
	 * a later leader has written.
	 * @return {@code false} by default
	 * @see DistributedLock#fenced()
	 */
	boolean fenced() default false;

	/**
	 * A SpEL expression that decides whether the role is needed.
	 * @return the expression; empty for always
	 */
	String condition() default "";

}
