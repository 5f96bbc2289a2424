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
 * without locks, and a warning is logged at start.
 * @param provider Store of the locks. By default the only store of the application.
 * Required for applications with several stores, and for "local", which excludes threads
 * of one process only.
 * @param keyPrefix Prefix of all keys in the store. Applications with the same prefix
 * share their locks. Defaults to the name of the application.
 * @param nodeName Name of this node in the store, at most 100 characters. Defaults to
 * host name and process id.
 * @param waitTime Default time to wait for a lock of another owner. Zero tries once.
 * @param leaseTime Default lease of a lock, at least 100 ms. The lease is renewed while
 * the lock is held. After the death of a node, other nodes wait until the lease expires,
 * in some stores longer.
 * @param maxHoldTime Default time after which the lease of a held lock is no longer
 * renewed. Unlimited by default.
 * @param transactionAware Whether to keep a lock that is acquired inside a transaction
 * until the end of the transaction.
 * @param order Order of the advisor for annotated methods. By default inside of
 * asynchronous and retried calls, and outside of caches and transactions.
 * @param selfInvocation Action at start if a class calls a locked method on "this". Such
 * a call bypasses the proxy and runs without the lock.
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
	 * @param maxDuration Maximum time during which threads of this node pass on a lock
	 * without a request to the store. Shorter while other nodes wait. Zero disables local
	 * hand-over.
	 */
	public record HandOff(@DefaultValue("100ms") Duration maxDuration) {

	}

	/**
	 * Locks inside transactions.
	 *
	 * @param inside Action if a lock is acquired where the transaction may read data that
	 * is older than the lock: with isolation REPEATABLE READ or higher, or with loaded
	 * entities.
	 */
	public record Transaction(@DefaultValue("warn") InsideTransaction inside) {

	}

}
