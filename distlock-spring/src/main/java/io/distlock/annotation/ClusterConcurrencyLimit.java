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
 * Limits the number of concurrent calls of a method in the whole cluster, like Spring's
 * {@code @ConcurrencyLimit} in one JVM. If all permits are in use, a call waits for a
 * permit, or is rejected or skipped. With {@code waitTime = "0"}, calls are rejected
 * immediately, like with {@code ThrottlePolicy.REJECT}.
 * <p>
 * Each call has a permit with a separate lease, so the permits of a crashed node become
 * available after the lease. During a rolling deployment with a different number of
 * permits, the number of the most recently started node applies, and the larger of the
 * two numbers is never exceeded. A nested call of the same thread needs no second permit.
 * <p>
 * This annotation is a {@link DistributedLock} with the mode {@link LockMode#PERMIT}, and
 * all rules of {@link DistributedLock} apply. A method must not have both annotations.
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
	 * SpEL expression for separate permits by value.
	 * @return the expression, see {@link DistributedLock#key()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "key")
	String key() default "";

	/**
	 * Maximum number of concurrent calls.
	 * @return the number, at least 1, unless {@link #permitsString()} is set
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "permits")
	int permits() default 0;

	/**
	 * Number of permits as text, for <code>${…}</code> placeholders.
	 * @return the text; empty for {@link #permits()}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "permitsString")
	String permitsString() default "";

	/**
	 * SpEL condition for whether a call needs a permit.
	 * @return the expression; empty for always
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "condition")
	String condition() default "";

	/**
	 * Wait time for a permit; {@code "0"} for exactly one attempt.
	 * @return the duration; empty for {@code distlock.wait-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "waitTime")
	String waitTime() default "";

	/**
	 * Time for which the store keeps a permit without renewal, at least 100 ms.
	 * @return the duration; empty for {@code distlock.lease-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "leaseTime")
	String leaseTime() default "";

	/**
	 * Time after which renewal stops even if the method still runs.
	 * @return the duration; empty for {@code distlock.max-hold-time}
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "maxHoldTime")
	String maxHoldTime() default "";

	/**
	 * Policy if no permit is acquired in time.
	 * @return fail by default
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "onBusy")
	OnBusy onBusy() default OnBusy.FAIL;

	/**
	 * Name of a method to call if no permit is acquired in time.
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
	 * Bean name of the {@code LockProvider}, if there are several.
	 * @return the name; empty for the default provider
	 */
	@AliasFor(annotation = DistributedLock.class, attribute = "provider")
	String provider() default "";

}
