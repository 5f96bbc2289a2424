// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.time.format.DateTimeParseException;

import io.distlock.provider.LockClaim;

/**
 * Description of the owner of a place, for readers of the store. Nothing is decided by it
 * but whether a place is that of an attempt.
 *
 * @param lease the lease that was asked for
 * @param holder the node that asked
 */
record HolderText(Duration lease, String holder) {

	/**
	 * Write the text.
	 * @param attempt what no other attempt has, so that no two places have the same value
	 */
	static String of(LockClaim claim, String attempt) {
		return attempt + ' ' + claim.leaseTime() + ' ' + claim.holder();
	}

	static HolderText read(String text) {
		String[] parts = text.split(" ", 3);
		try {
			return (parts.length == 3) ? new HolderText(Duration.parse(parts[1]), parts[2])
					: new HolderText(Duration.ZERO, text);
		}
		catch (DateTimeParseException ex) {
			return new HolderText(Duration.ZERO, text);
		}
	}

}
