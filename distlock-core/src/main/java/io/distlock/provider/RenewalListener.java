// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Listener for the outcome of a renewal. Called exactly once for each lease as soon as
 * the outcome is known, on any thread. Calls must return immediately.
 *
 * @since 0.1.0
 */
public interface RenewalListener {

	/**
	 * The lease was renewed.
	 * @param lease the lease as passed to the renewal
	 */
	void kept(Lease lease);

	/**
	 * The lease no longer belongs to the owner, according to the store.
	 * @param lease the lease as passed to the renewal
	 */
	void lost(Lease lease);

	/**
	 * The outcome is unknown; the lease may or may not have been renewed.
	 * @param lease the lease as passed to the renewal
	 * @param cause the failure, passed once for each affected lease
	 */
	void unknown(Lease lease, Throwable cause);

}
