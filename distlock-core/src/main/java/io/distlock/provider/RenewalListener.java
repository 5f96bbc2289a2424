// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Listener for the outcome of each lease of a renewal, as soon as it is known. Called
 * once for each lease, from any thread; calls return immediately.
 *
 * @since 0.1.0
 */
public interface RenewalListener {

	/**
	 * The lease runs anew.
	 * @param lease the lease, as it was asked for
	 */
	void kept(Lease lease);

	/**
	 * The store says that the lease is no longer ours.
	 * @param lease the lease, as it was asked for
	 */
	void lost(Lease lease);

	/**
	 * The store did not say, so the lease may or may not have been renewed.
	 * @param lease the lease, as it was asked for
	 * @param cause why, passed once for each lease that it concerns
	 */
	void unknown(Lease lease, Throwable cause);

}
