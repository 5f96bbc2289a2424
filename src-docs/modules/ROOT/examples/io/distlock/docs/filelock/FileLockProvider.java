// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import org.jspecify.annotations.Nullable;

/**
 * Locks for the processes of one machine, kept as files in a directory that they share.
 */
// tag::provider[]
public final class FileLockProvider implements LockProvider, LockCatalog {

	/**
	 * Longer than a waiter sleeps between two attempts, so that it gets its turn.
	 */
	private static final Duration BACK_OFF = FileContender.LONGEST_POLL.plusMillis(20);

	private final LockDirectory directory;

	public FileLockProvider(Path directory) {
		this.directory = new LockDirectory(directory);
	}

	@Override
	public String name() {
		return "file";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new FileContender(this.directory, claim); // it polls, and wakes no waiter
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		for (Lease lease : leases) {
			if (this.directory.guarded((files) -> renew(files, lease))) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}
	}

	private static boolean renew(LockFiles files, Lease lease) {
		LockRecord lock = files.read(lease.key());
		if (lock == null || !lock.isOf(lease.owner())) {
			return false;
		}
		files.write(lease.key(), lock.renewed(files.now(), lease.duration()));
		return true;
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return this.directory.guarded((files) -> {
			LockRecord lock = files.read(lease.key());
			if (lock == null || !lock.isOf(lease.owner())) {
				return wasReleased(lock, lease.owner()) ? new YieldResult.Yielded(BACK_OFF) : new YieldResult.Lost();
			}
			if (lock.lastToken() != lease.lastToken()) {
				return new YieldResult.Renewed(lock.lease(claim)); // asked for again
			}
			return handOver(files, lock.used(lastToken), claim);
		});
	}

	private static YieldResult handOver(LockFiles files, LockRecord lock, LockClaim claim) {
		if (lock.isAwaited(files.now())) {
			files.write(claim.key(), lock.released());
			return new YieldResult.Yielded(BACK_OFF);
		}
		return new YieldResult.Renewed(files.grant(claim, new LockOwner(lock.owner()), lock));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return this.directory.guarded((files) -> {
			LockRecord lock = files.read(key);
			if (lock == null || !lock.isOf(owner)) {
				return wasReleased(lock, owner); // asked for again, if so
			}
			files.write(key, lock.used(lastToken).released());
			return true;
		});
	}

	private static boolean wasReleased(@Nullable LockRecord lock, LockOwner owner) {
		return lock != null && lock.isReleasedBy(owner);
	}

	/**
	 * Delete the files of keys that were not used for so long. Call it now and then where
	 * keys are many.
	 */
	public void purge(Duration idle) {
		this.directory.guarded((files) -> {
			files.purge(idle);
			return true;
		});
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return this.directory.guarded((files) -> files.list(limit));
	}

}
// end::provider[]
