// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import io.distlock.LockMode;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;

/**
 * A provider that is the only user of its client, and closes it.
 */
record ProviderWithClient(ZooKeeperLockProvider provider,
		CuratorFramework client) implements LockProvider, LockCatalog, ForcedRelease, LossSource, JobLedgerSource {

	@Override
	public String name() {
		return this.provider.name();
	}

	@Override
	public Set<LockMode> modes() {
		return this.provider.modes();
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return this.provider.contend(claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		this.provider.renew(leases, outcomes);
	}

	@Override
	public boolean isClientThread() {
		return this.provider.isClientThread();
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return this.provider.yieldOrRenew(lease, lastToken, claim);
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return this.provider.release(key, owner, lastToken);
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		return this.provider.heldLocks(query);
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return this.provider.forceRelease(key);
	}

	@Override
	public void addLossListener(Consumer<Collection<LockOwner>> listener) {
		this.provider.addLossListener(listener);
	}

	@Override
	public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		this.provider.removeLossListener(listener);
	}

	@Override
	public JobLedger jobLedger() {
		return this.provider.jobLedger();
	}

	@Override
	public void close() {
		if (this.client.getState() == CuratorFrameworkState.STARTED) {
			this.client.close();
		}
		this.provider.close();
	}

}
