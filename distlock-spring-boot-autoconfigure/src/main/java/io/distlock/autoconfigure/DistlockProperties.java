// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;

import io.distlock.interceptor.check.SelfInvocation;
import io.distlock.transaction.InsideTransaction;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;

/**
 * Configuration properties for locks, whichever store holds them.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock")
public class DistlockProperties {

	/**
	 * Whether distlock is configured at all. Without it, methods that are annotated with
	 * a lock run unlocked, and a warning at start says so.
	 */
	private boolean enabled = true;

	/**
	 * The store that holds the locks. By default the only one that the application has;
	 * it needs to be said where there are several, and for "local", which excludes only
	 * threads of the same process.
	 */
	private @Nullable String provider;

	/**
	 * Separates the locks of applications that share a store. Applications that are to
	 * exclude each other use the same prefix.
	 */
	private @Nullable String keyPrefix;

	/**
	 * Name of this node for readers of the store, at most 100 characters. Host name and
	 * process id by default.
	 */
	private @Nullable String nodeName;

	/**
	 * How long to wait for a lock that another owner holds, unless the lock says
	 * otherwise. Zero tries once.
	 */
	private Duration waitTime = Duration.ofSeconds(5);

	/**
	 * The lease in the store, unless the lock says otherwise, at least 100 ms. It is
	 * renewed while the lock is held, and it is how long others wait after a node has
	 * died.
	 */
	private Duration leaseTime = Duration.ofSeconds(30);

	/**
	 * When the renewal of a lock stops although it is still held, unless the lock says
	 * otherwise. Never by default.
	 */
	private @Nullable Duration maxHoldTime;

	/**
	 * Whether a lock that is taken inside a transaction is kept until that transaction
	 * has ended.
	 */
	private boolean transactionAware = true;

	/**
	 * Order of the advisor that locks annotated methods. Inside of asynchronous and
	 * retried calls and outside of caches and transactions by default.
	 */
	private int order = Ordered.LOWEST_PRECEDENCE - 1;

	/**
	 * What happens at the start where a class calls a locked method on its own object,
	 * past the proxy, so that the method runs without its lock.
	 */
	private SelfInvocation selfInvocation = SelfInvocation.WARN;

	private final HandOff handOff = new HandOff();

	private final Transaction transaction = new Transaction();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable String getProvider() {
		return this.provider;
	}

	public void setProvider(@Nullable String provider) {
		this.provider = provider;
	}

	public @Nullable String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(@Nullable String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public @Nullable String getNodeName() {
		return this.nodeName;
	}

	public void setNodeName(@Nullable String nodeName) {
		this.nodeName = nodeName;
	}

	public Duration getWaitTime() {
		return this.waitTime;
	}

	public void setWaitTime(Duration waitTime) {
		this.waitTime = waitTime;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public @Nullable Duration getMaxHoldTime() {
		return this.maxHoldTime;
	}

	public void setMaxHoldTime(@Nullable Duration maxHoldTime) {
		this.maxHoldTime = maxHoldTime;
	}

	public boolean isTransactionAware() {
		return this.transactionAware;
	}

	public void setTransactionAware(boolean transactionAware) {
		this.transactionAware = transactionAware;
	}

	public int getOrder() {
		return this.order;
	}

	public void setOrder(int order) {
		this.order = order;
	}

	public SelfInvocation getSelfInvocation() {
		return this.selfInvocation;
	}

	public void setSelfInvocation(SelfInvocation selfInvocation) {
		this.selfInvocation = selfInvocation;
	}

	public Transaction getTransaction() {
		return this.transaction;
	}

	public HandOff getHandOff() {
		return this.handOff;
	}

	/**
	 * How often a held lock goes from one thread of this JVM to the next before the store
	 * is asked whether another node waits.
	 */
	public static class HandOff {

		/**
		 * The most hand-overs in a row. Zero turns them off.
		 */
		private int maxConsecutive = 10_000;

		/**
		 * The longest time of hand-overs without asking the store. It is asked sooner as
		 * long as other nodes wait. Zero turns them off.
		 */
		private Duration maxDuration = Duration.ofMillis(100);

		public int getMaxConsecutive() {
			return this.maxConsecutive;
		}

		public void setMaxConsecutive(int maxConsecutive) {
			this.maxConsecutive = maxConsecutive;
		}

		public Duration getMaxDuration() {
			return this.maxDuration;
		}

		public void setMaxDuration(Duration maxDuration) {
			this.maxDuration = maxDuration;
		}

	}

	/**
	 * Locks inside transactions.
	 */
	public static class Transaction {

		/**
		 * What happens when a lock is acquired where the work may read data that is older
		 * than the lock: in a transaction of REPEATABLE READ or higher, or with loaded
		 * entities.
		 */
		private InsideTransaction inside = InsideTransaction.WARN;

		public InsideTransaction getInside() {
			return this.inside;
		}

		public void setInside(InsideTransaction inside) {
			this.inside = inside;
		}

	}

}
