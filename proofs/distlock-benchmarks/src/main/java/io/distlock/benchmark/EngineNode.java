// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

import io.distlock.LockRequest;
import io.distlock.benchmark.measure.HerdNode;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;

/**
 * An engine with a provider of its own, with the defaults of the starter.
 */
public final class EngineNode implements HerdNode {

	private static final Duration PATIENCE = Duration.ofMinutes(10);

	private static final LeaseSettings SETTINGS = LeaseSettings.of("herd", "herd-node").withWaitTime(PATIENCE).withHandOff(32, Duration.ofMillis(100));

	private final LockProvider provider;

	private final LeaseLockEngine engine;

	/**
	 * Create a node.
	 * @param provider the store, which the node closes
	 * @param attempts counts how often the store is asked for a lock
	 */
	public EngineNode(LockProvider provider, LongAdder attempts) {
		this.provider = provider;
		this.engine = new LeaseLockEngine(new Counted(provider, attempts), SETTINGS, (loss) -> {
		});
	}

	@Override
	public AutoCloseable lock(String key) throws InterruptedException {
		return this.engine.acquireInterruptibly(LockRequest.of(key)).orElseThrow();
	}

	@Override
	public void close() {
		this.engine.close();
		this.provider.close();
	}

	/**
	 * A provider whose attempts are counted.
	 *
	 * @param provider the provider
	 * @param attempts counts them
	 */
	private record Counted(LockProvider provider, LongAdder attempts) implements LockProvider {

		@Override
		public String name() {
			return this.provider.name();
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			Contender contender = this.provider.contend(claim, wakeUp);
			return new Contender() {

				@Override
				public Attempt attempt(LockOwner owner) {
					Counted.this.attempts.increment();
					return contender.attempt(owner);
				}

				@Override
				public void close() {
					contender.close();
				}

			};
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.provider.renew(leases, outcomes);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			return this.provider.yieldOrRenew(lease, lastToken, claim);
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return this.provider.release(key, owner, lastToken);
		}

	}

}
