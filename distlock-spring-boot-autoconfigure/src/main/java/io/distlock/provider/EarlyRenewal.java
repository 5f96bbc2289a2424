package io.distlock.provider;

import java.util.Optional;

/**
 * A store that can be asked for the next block of tokens while the present one is still
 * handed over, so that no waiter has to wait for the answer. Implemented by providers
 * beside {@link LockProvider} where asking takes a round trip.
 *
 * @since 0.1.0
 */
public interface EarlyRenewal {

	/**
	 * Renew the lock with a new block of tokens unless another node waits for it, in one
	 * decision of the store. Unlike {@link LockProvider#yieldOrRenew} this never
	 * releases. Calls may arrive at the store after the lock was released, and then
	 * change nothing.
	 * @param lease a lease of ours
	 * @param claim what is asked for, of the same lease time
	 * @return the renewed lease, of the same owner; empty if another node waits, or the
	 * lock is no longer ours
	 * @throws LockStoreException if the outcome is not known
	 */
	Optional<Lease> renewUnlessAwaited(Lease lease, LockClaim claim);

}
