// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.distlock.provider.LockClaim;

/**
 * Description of the owner of a node, for display only.
 *
 * @param lease the requested lease
 * @param holder the name of the requesting node
 */
record HolderData(Duration lease, String holder) {

	private static final String LEASE = "lease-ms=";

	private static final String HOLDER = "\nholder=";

	static byte[] of(LockClaim claim) {
		return (LEASE + claim.leaseTime().toMillis() + HOLDER + claim.holder()).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Read the data of a node. Data of an unknown format results in a description with
	 * defaults.
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
