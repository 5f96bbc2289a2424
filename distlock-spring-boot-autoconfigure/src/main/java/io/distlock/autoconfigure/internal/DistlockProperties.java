// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.time.Duration;

import io.distlock.internal.interceptor.check.SelfInvocation;
import io.distlock.internal.transaction.InsideTransaction;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;

/**
 * Configuration properties for locks, whichever store holds them.
 *
 * @param enabled Whether to configure distlock. If disabled, annotated methods run
 * without locks, with a warning at start.
 * @param provider Store of the locks. Required for applications with several stores, and
 * for "local", which excludes threads of this process only.
 * @param keyPrefix Prefix of all keys. Applications with the same prefix share their
 * locks.
 * @param nodeName Name of this node, at most 100 characters. Defaults to host name and
 * process id.
 * @param waitTime Default time to wait for a lock. Zero tries once.
 * @param leaseTime Default lease of a lock, at least 100 ms. Renewed while the lock is
 * held. A dead node keeps its locks for this time, in some stores longer.
 * @param maxHoldTime Default time after which a lock is no longer renewed. Unlimited by
 * default.
 * @param transactionAware Whether a lock acquired inside a transaction is kept until the
 * transaction ends.
 * @param order Order of the advisor. By default inside of asynchronous and retried calls,
 * and outside of caches and transactions.
 * @param selfInvocation Action at start if a class calls a locked method on "this",
 * bypassing the lock.
 * @param handOff How often a held lock goes from one thread of this JVM to the next
 * before the store is asked whether another node waits.
 * @param transaction Locks inside transactions.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties("distlock")
public record DistlockProperties(@DefaultValue("true") boolean enabled, @Nullable String provider,
		@Nullable String keyPrefix, @Nullable String nodeName, @DefaultValue("5s") Duration waitTime,
		@DefaultValue("30s") Duration leaseTime, @Nullable Duration maxHoldTime,
		@DefaultValue("true") boolean transactionAware, @DefaultValue("" + (Ordered.LOWEST_PRECEDENCE - 1)) int order,
		@DefaultValue("warn") SelfInvocation selfInvocation, @DefaultValue HandOff handOff,
		@DefaultValue Transaction transaction) {

	/**
	 * How often a held lock goes from one thread of this JVM to the next before the store
	 * is asked whether another node waits.
	 *
	 * @param maxDuration Maximum time of handing over a lock between threads of this node
	 * without a store request; less while other nodes wait. Zero disables hand-overs.
	 */
	public record HandOff(@DefaultValue("100ms") Duration maxDuration) {

	}

	/**
	 * Locks inside transactions.
	 *
	 * @param inside Action if a transaction may read data older than the lock: with
	 * isolation REPEATABLE READ or higher, or with loaded entities.
	 */
	public record Transaction(@DefaultValue("warn") InsideTransaction inside) {

	}

}
