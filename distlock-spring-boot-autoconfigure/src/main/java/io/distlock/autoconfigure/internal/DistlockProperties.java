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
 * @param enabled Whether distlock is configured at all. Without it, methods that are
 * annotated with a lock run unlocked, and a warning at start says so.
 * @param provider The store that holds the locks. By default the only one that the
 * application has; it needs to be said where there are several, and for "local", which
 * excludes only threads of the same process.
 * @param keyPrefix Separates the locks of applications that share a store. Applications
 * that are to exclude each other use the same prefix.
 * @param nodeName Name of this node for readers of the store, at most 100 characters.
 * Host name and process id by default.
 * @param waitTime How long to wait for a lock that another owner holds, unless the lock
 * says otherwise. Zero tries once.
 * @param leaseTime The lease in the store, unless the lock says otherwise, at least 100
 * ms. It is renewed while the lock is held. After a node has died, others wait for the
 * rest of it, in some stores longer.
 * @param maxHoldTime When the renewal of a lock stops although it is still held, unless
 * the lock says otherwise. Never by default.
 * @param transactionAware Whether a lock that is taken inside a transaction is kept until
 * that transaction has ended.
 * @param order Order of the advisor that locks annotated methods. Inside of asynchronous
 * and retried calls and outside of caches and transactions by default.
 * @param selfInvocation What happens at the start where a class calls a locked method on
 * its own object, past the proxy, so that the method runs without its lock.
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
	 * @param maxDuration The longest time of hand-overs without asking the store. It is
	 * asked sooner as long as other nodes wait. Zero turns them off.
	 */
	public record HandOff(@DefaultValue("100ms") Duration maxDuration) {

	}

	/**
	 * Locks inside transactions.
	 *
	 * @param inside What happens when a lock is acquired where the work may read data
	 * that is older than the lock: in a transaction of REPEATABLE READ or higher, or with
	 * loaded entities.
	 */
	public record Transaction(@DefaultValue("warn") InsideTransaction inside) {

	}

}
