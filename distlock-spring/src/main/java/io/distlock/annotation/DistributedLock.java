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
 * Runs a method of a Spring bean under a distributed lock. May stand on a method of the
 * class or of its interface, be it implemented by a class or by a proxy as those of
 * repositories are, and on an annotation of your own. On a class or an interface it means
 * each public method that has no annotation of its own.
 * <p>
 * Several annotations on one method add up: all their locks are taken together, in one
 * order for all callers, or none of them. Attributes that are not about one lock alone
 * ({@link #waitTime()}, {@link #onBusy()} and so on) hold for all of them, so no two
 * annotations of a method may give them different values. An annotation that a method
 * inherits, from the method that it overrides or from an interface, adds to those of the
 * method itself or of its class, unless one of these has the same name and key.
 * <p>
 * Durations are written like {@code "10s"}, {@code "500ms"}, {@code "1h30m"}, in ISO-8601
 * form, or as a placeholder. Everything that can be checked without a call is checked
 * when the bean is created. Where no lock can be put around a method, as around one that
 * the container itself calls on the new bean, the application does not start.
 * <p>
 * The lock is taken outside {@code @Transactional} and {@code @Cacheable} on the same
 * method, and inside {@code @Async} and {@code @Retryable}. A method that returns a
 * {@code CompletionStage}, a {@code Mono}, a {@code Flux} or another reactive type holds
 * the lock until the terminal signal or cancellation; it is acquired without blocking the
 * caller, so the method itself runs on a thread of the library. A {@code suspend}
 * function of Kotlin holds it until it is done, and one that returns a {@code Flow} until
 * the flow is.
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
	 * The name of the lock. <code>${…}</code> placeholders are resolved once, at start.
	 * Expressions belong in {@link #key()}, so a name that looks like a template is
	 * refused: {@code order-#{#id}}, {@code order-{id}}, {@code order:%s}.
	 * @return the name; empty for {@code <fully qualified class>.<method>}, where the
	 * class is the one that declares the method's implementation
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * A SpEL expression for what is locked. Its value is appended to the name after a
	 * colon, so {@code name = "orders", key = "#id"} locks {@code orders:42}. It sees
	 * parameters as {@code #param}, {@code #p0} or {@code #a0}, the call as
	 * {@code #root.args}, {@code #root.method}, {@code #root.target} and
	 * {@code #root.targetClass}, and beans as {@code @bean}. A collection or an array
	 * locks all of its elements together; a {@code byte[]} or a {@code char[]} is one
	 * key. Evaluated once per call.
	 * @return the expression; empty to lock the name alone
	 */
	String key() default "";

	/**
	 * A SpEL expression that decides whether the lock is needed; sees what {@link #key()}
	 * sees.
	 * @return the expression; empty for always
	 */
	String condition() default "";

	/**
	 * Lifetime of the lock. A lock of a transaction has no lease, so that
	 * {@link #leaseTime()}, {@link #autoRenew()}, {@link #maxHoldTime()},
	 * {@link #onLost()}, {@link #fenced()} and {@link #provider()} are refused with it,
	 * and it has one owner, so another {@link #mode()} is refused, too. Needs a
	 * {@code DataSource}, and {@code @Transactional} on the method or a transaction of
	 * the caller.
	 * @return the method by default
	 */
	LockLifetime lifetime() default LockLifetime.METHOD;

	/**
	 * How long to wait for the lock; {@code "0"} tries exactly once.
	 * @return the duration; empty for {@code distlock.wait-time}
	 */
	String waitTime() default "";

	/**
	 * How long the store keeps the lock unless it is renewed, at least 100 ms.
	 * @return the duration; empty for {@code distlock.lease-time}
	 */
	String leaseTime() default "";

	/**
	 * Whether the lease is renewed until the method ends, or is a hard upper bound.
	 * @return {@code true} by default
	 */
	boolean autoRenew() default true;

	/**
	 * When renewal stops although the method still runs.
	 * @return the duration; empty for {@code distlock.max-hold-time}
	 */
	String maxHoldTime() default "";

	/**
	 * Policy if the lock is not acquired in time.
	 * @return fail by default
	 */
	OnBusy onBusy() default OnBusy.FAIL;

	/**
	 * The name of a method of the same class that is called if the lock is not acquired
	 * in time: with the same parameters, optionally followed by the
	 * {@link io.distlock.LockNotAcquiredException}. It is called through the proxy of the
	 * bean, so its own annotations apply. One that no proxy reaches, a private one for
	 * example, is called on the bean itself and must have none.
	 * @return the name; empty for none
	 */
	String fallbackMethod() default "";

	/**
	 * Policy if the lock is lost while the method runs.
	 * @return fail by default
	 */
	OnLost onLost() default OnLost.FAIL;

	/**
	 * Whether the fencing token is checked as the first statement of every transaction
	 * that the method runs on its thread, so that the database refuses what it writes
	 * after another owner has had the lock. Needs a {@code DataSource} with a table for
	 * tokens, and a method that returns when its work is done.
	 * @return {@code false} by default
	 */
	boolean fenced() default false;

	/**
	 * The bean name of the {@code LockProvider} to use where there are several.
	 * @return the name; empty for the default provider
	 */
	String provider() default "";

	/**
	 * How the lock is held: by this call alone, or together with others that share it. A
	 * call that shares it waits for one that has it exclusively, and the other way round.
	 * @return exclusively by default
	 */
	LockMode mode() default LockMode.EXCLUSIVE;

	/**
	 * How many calls may run at a time where the mode is {@link LockMode#PERMIT}, see
	 * {@link ClusterConcurrencyLimit}.
	 * @return the number; zero if the mode is another one
	 */
	int permits() default 0;

	/**
	 * The number of permits as text, for <code>${…}</code> placeholders.
	 * @return the text; empty for {@link #permits()}
	 */
	String permitsString() default "";

}
