// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.distlock.LockMode;
import io.distlock.OnLost;

import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a Spring bean under a distributed lock. The annotation may be placed
 * on a method of the class or of its interface (implemented by a class or by a proxy,
 * such as a repository), or on a composed annotation. On a class or an interface, the
 * annotation applies to each public method without an annotation.
 * <p>
 * All locks of several annotations on a method are acquired together, in the same order
 * for all callers, or not at all. Attributes of the whole call ({@link #waitTime()},
 * {@link #onBusy()} and so on) apply to all locks, and must not have different values. An
 * annotation inherited from an overridden method or an interface is added to the
 * annotations of the method or its class, unless one of these annotations has the same
 * name and key.
 * <p>
 * Durations have the form {@code "10s"}, {@code "500ms"}, {@code "1h30m"} or ISO-8601, or
 * are placeholders. The annotation is validated as far as possible when the bean is
 * created. The application fails to start if a method cannot be locked, for example a
 * method that the container calls on the new bean.
 * <p>
 * The lock is acquired outside {@code @Transactional} and {@code @Cacheable} on the same
 * method, and inside {@code @Async} and {@code @Retryable}. A method with the return type
 * {@code CompletionStage}, {@code Mono}, {@code Flux} or another reactive type holds the
 * lock until the terminal signal or cancellation. The lock is acquired without blocking
 * the caller, so the method itself runs on a thread of the library. A Kotlin
 * {@code suspend} function holds the lock until its completion, and a function that
 * returns a {@code Flow} until the completion of the flow.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Repeatable(DistributedLocks.class)
public @interface DistributedLock {

	/**
	 * The name of the lock.
	 * @return the name, see {@link #name()}
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name of the lock. <code>${…}</code> placeholders are resolved once, at startup.
	 * Expressions must be specified in {@link #key()}. Therefore, names that resemble
	 * templates are rejected: {@code order-#{#id}}, {@code order-{id}}, {@code order:%s}.
	 * @return the name; empty for {@code <fully qualified class>.<method>}, with the
	 * class that declares the method's implementation
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * SpEL expression for the key. The value is appended to the name after a colon, so
	 * {@code name = "orders", key = "#id"} locks {@code orders:42}. Available variables
	 * are parameters as {@code #param}, {@code #p0} or {@code #a0}, the call as {@code
	 * #root.args}, {@code #root.method}, {@code #root.target} and {@code
	 * #root.targetClass}, and beans as {@code @bean}. All elements of a collection or
	 * array are locked together; a {@code byte[]} or {@code char[]} is a single key.
	 * Evaluated once per call.
	 * @return the expression; empty to lock only the name
	 */
	String key() default "";

	/**
	 * SpEL condition for the lock, with the variables of {@link #key()}.
	 * @return the expression; empty for always
	 */
	String condition() default "";

	/**
	 * Lifetime of the lock. A transaction-scoped lock has no lease, and cannot be
	 * combined with {@link #leaseTime()}, {@link #autoRenew()}, {@link #maxHoldTime()},
	 * {@link #onLost()}, {@link #fenced()} and {@link #provider()}. Such a lock is
	 * exclusive and supports no other {@link #mode()}. Requires a {@code DataSource}, and
	 * {@code @Transactional} on the method or a transaction of the caller.
	 * @return the method by default
	 */
	LockLifetime lifetime() default LockLifetime.METHOD;

	/**
	 * Wait time for the lock; {@code "0"} for exactly one attempt.
	 * @return the duration; empty for {@code distlock.wait-time}
	 */
	String waitTime() default "";

	/**
	 * Time for which the store keeps the lock without renewal, at least 100 ms.
	 * @return the duration; empty for {@code distlock.lease-time}
	 */
	String leaseTime() default "";

	/**
	 * Whether the lease is renewed until the method ends. Otherwise, the lease is a hard
	 * upper limit.
	 * @return {@code true} by default
	 */
	boolean autoRenew() default true;

	/**
	 * Time after which renewal stops even if the method still runs.
	 * @return the duration; empty for {@code distlock.max-hold-time}
	 */
	String maxHoldTime() default "";

	/**
	 * Policy if the lock is not acquired in time.
	 * @return fail by default
	 */
	OnBusy onBusy() default OnBusy.FAIL;

	/**
	 * Name of a method of the same class to call if the lock is not acquired in time. The
	 * method has the same parameters, optionally followed by
	 * {@link io.distlock.LockNotAcquiredException}. The call passes through the proxy of
	 * the bean, so annotations of the fallback method apply. A method without proxy
	 * support, such as a private method, is called directly on the bean and must not have
	 * such annotations.
	 * @return the name; empty for no fallback
	 */
	String fallbackMethod() default "";

	/**
	 * Policy if the lock is lost while the method runs.
	 * @return fail by default
	 */
	OnLost onLost() default OnLost.FAIL;

	/**
	 * Whether the fencing token is checked as the first statement of every transaction
	 * that the method runs on its thread. The database then rejects writes after another
	 * owner has held the lock. Requires a {@code DataSource} with a table for tokens, and
	 * a method that returns after its work has completed.
	 * @return {@code false} by default
	 */
	boolean fenced() default false;

	/**
	 * Bean name of the {@code LockProvider}, if there are several.
	 * @return the name; empty for the default provider
	 */
	String provider() default "";

	/**
	 * Mode of the lock: exclusive, or shared with other calls. Shared and exclusive calls
	 * wait for each other.
	 * @return exclusively by default
	 */
	LockMode mode() default LockMode.EXCLUSIVE;

	/**
	 * Maximum number of concurrent calls for the mode {@link LockMode#PERMIT}, see
	 * {@link ClusterConcurrencyLimit}.
	 * @return the number; zero for other modes
	 */
	int permits() default 0;

	/**
	 * Number of permits as text, for <code>${…}</code> placeholders.
	 * @return the text; empty for {@link #permits()}
	 */
	String permitsString() default "";

}
