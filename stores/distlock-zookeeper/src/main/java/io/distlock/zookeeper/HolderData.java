// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.distlock.provider.LockClaim;

/**
 * Description of the owner of a node, for readers of the store. Nothing is decided by it.
 *
 * @param lease the lease that was asked for
 * @param holder the node that asked
 */
record HolderData(Duration lease, String holder) {

	private static final String LEASE = "lease-ms=";

	private static final String HOLDER = "\nholder=";

	static byte[] of(LockClaim claim) {
		return (LEASE + claim.leaseTime().toMillis() + HOLDER + claim.holder()).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Read what a node says, or make do with what another owner has written there.
	 */
	static HolderData read(byte[] data) {
		String text = new String(data, StandardCharsets.UTF_8);
		int end = text.indexOf(HOLDER);
		if (!text.startsWith(LEASE) || end < 0) {
			return new HolderData(Duration.ZERO, text);
		}
		return new HolderData(lease(text.substring(LEASE.length(), end)), text.substring(end + HOLDER.length()));
	}

	private static Duration lease(String millis) {
		try {
			return Duration.ofMillis(Long.parseLong(millis));
		}
		catch (NumberFormatException ex) {
			return Duration.ZERO;
		}
	}

}
