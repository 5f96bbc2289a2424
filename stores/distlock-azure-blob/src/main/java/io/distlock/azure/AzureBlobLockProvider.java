// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.Collection;
import java.util.OptionalLong;

import com.azure.storage.blob.BlobContainerClient;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;

/**
 * Locks as leases of blobs in Azure Blob Storage. Each lock is a blob without content,
 * which is made once, and who has its lease has the lock:
 * <ol>
 * <li>The lease is acquired under an id that is made of the owner, so a request that is
 * sent twice acquires once, and a release ends that attempt and no other.</li>
 * <li>The fencing token is in the metadata of the blob. Before the lock counts as
 * granted, the owner reads and raises it, under its lease and under the ETag that it has
 * read: no other owner can write, so tokens rise from grant to grant. Where the lease has
 * ended meanwhile, the service refuses, and nothing is granted.</li>
 * <li>A node that asks again for a lock that is held leaves a sign, a second blob. The
 * holder that hands the lock over inside its JVM sees it, and releases the lock
 * instead.</li>
 * </ol>
 * Leases of the service last 15 to 60 seconds. A shorter lease time is one of 15 seconds
 * to other nodes if this one dies; a longer one is renewed by the engine.
 * <p>
 * Nodes that wait poll. The locks are exclusive, and jobs are not kept here.
 * <p>
 * See the page 'azure-blob' of the reference.
 *
 * @since 0.1.0
 */
public final class AzureBlobLockProvider implements LockProvider {

	/**
	 * Longer than a waiter sleeps between two attempts.
	 */
	private static final Duration BACK_OFF = AzureBlobContender.LONGEST_POLL.plusMillis(50);

	private final RecentReleases releases = new RecentReleases();

	/**
	 * Releases that may have taken effect.
	 */
	private final RecentReleases unanswered = new RecentReleases();

	private final LockBlobs blobs;

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param container the container that has the locks, and nothing else; it must exist
	 * before the first lock
	 */
	public AzureBlobLockProvider(BlobContainerClient container) {
		this.blobs = new LockBlobs(container);
	}

	@Override
	public String name() {
		return "azure-blob";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new AzureBlobContender(this.blobs, claim);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		this.blobs.renew(leases, outcomes);
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		if (this.releases.contains(lease.key(), lease.owner())) {
			return new YieldResult.Yielded(BACK_OFF);
		}
		LockBlob blob = this.blobs.blob(lease.key(), lease.owner(), "hand over");
		Answer found = blob.read();
		if (!found.isDone()) {
			return new YieldResult.Lost();
		}
		boolean renewedBefore = found.token() > lease.lastToken();
		if (!renewedBefore && this.blobs.isAwaited(blob)) {
			return release(blob) ? new YieldResult.Yielded(BACK_OFF) : new YieldResult.Lost();
		}
		if (!blob.prolong(found, claim.leaseTime())) {
			return new YieldResult.Lost();
		}
		OptionalLong last = renewedBefore ? OptionalLong.of(found.token()) : blob.raise(found, claim);
		return last.isPresent() ? new YieldResult.Renewed(LockBlob.lease(claim, lease.owner(), last.getAsLong()))
				: new YieldResult.Lost();
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return release(this.blobs.blob(key, owner, "release"));
	}

	/**
	 * A lease that was released leaves a blob that is available, and not one whose lease
	 * expired or was broken: where its last owner asks again, that was its release. Where
	 * another owner has come, a former request that was not answered was the release.
	 */
	private boolean release(LockBlob blob) {
		boolean released = this.releases.contains(blob.key(), blob.owner()) || attemptRelease(blob)
				|| this.unanswered.contains(blob.key(), blob.owner());
		if (!released) {
			Answer found = blob.read(null);
			released = found.isDone() && found.isOf(LockBlob.leaseId(blob.owner())) && found.isAvailable();
		}
		if (released) {
			this.releases.add(blob.key(), blob.owner());
		}
		return released;
	}

	private boolean attemptRelease(LockBlob blob) {
		try {
			return blob.release();
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() == Outcome.UNKNOWN) {
				this.unanswered.add(blob.key(), blob.owner());
			}
			throw ex;
		}
	}

}
