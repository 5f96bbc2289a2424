// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.distlock.LockMode;
import io.distlock.OnLost;

import org.springframework.core.annotation.AliasFor;

/**
 * Lets a method run a limited number of times at once in the whole cluster, as Spring's
 * {@code @ConcurrencyLimit} does in one JVM. A call that finds all permits taken waits
 * for one, or is refused or skipped: {@code waitTime = "0"} refuses at once, like
 * {@code ThrottlePolicy.REJECT}.
 * <p>
 * Each call has a permit with a lease of its own, so a node that dies gives its permits
 * back after the lease. While an application is replaced node by node by one with another
 * number, the number of the node that started last counts, and never more calls run than
 * the larger of the two. A call within a call of the same thread needs no second permit.
 * <p>
 * All that is true of {@link DistributedLock} is true of this annotation: it is one, with
 * the mode {@link LockMode#PERMIT}. Both on one method are refused.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@DistributedLock(mode = LockMode.PERMIT)
public @interface ClusterConcurrencyLimit {

	/**
	 * The name of the limit.
	 * @return the name, see {@link DistributedLock#name()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "name")
	String name() default "";

	/**
	 * A SpEL expression, if each of its values has permits of its own.
	 * @return the expression, see {@link DistributedLock#key()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "key")
	String key() default "";

	/**
	 * How many calls may run at a time.
	 * @return the number, at least 1, unless {@link #permitsString()} has it
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "permits")
	int permits() default 0;

	/**
	 * The number as text, for <code>${…}</code> placeholders.
	 * @return the text; empty for {@link #permits()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "permitsString")
	String permitsString() default "";

	/**
	 * A SpEL expression that decides whether a call needs a permit.
	 * @return the expression; empty for always
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "condition")
	String condition() default "";

	/**
	 * How long to wait for a permit; {@code "0"} tries exactly once.
	 * @return the duration; empty for {@code distlock.wait-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "waitTime")
	String waitTime() default "";

	/**
	 * How long the store keeps a permit unless it is renewed, at least 100 ms.
	 * @return the duration; empty for {@code distlock.lease-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "leaseTime")
	String leaseTime() default "";

	/**
	 * When renewal stops although the method still runs.
	 * @return the duration; empty for {@code distlock.max-hold-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "maxHoldTime")
	String maxHoldTime() default "";

	/**
	 * Policy if there is no permit in time.
	 * @return fail by default
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "onBusy")
	OnBusy onBusy() default OnBusy.FAIL;

	/**
	 * The name of a method that is called if there is no permit in time.
	 * @return the name, see {@link DistributedLock#fallbackMethod()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "fallbackMethod")
	String fallbackMethod() default "";

	/**
	 * Policy if the permit is lost while the method runs.
	 * @return fail by default
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "onLost")
	OnLost onLost() default OnLost.FAIL;

	/**
	 * The bean name of the {@code LockProvider} to use where there are several.
	 * @return the name; empty for the default provider
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "provider")
	String provider() default "";

}
