// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.time.format.DateTimeParseException;

import io.distlock.provider.LockClaim;

/**
 * Description of the owner of a queue entry, for display. The only decision based on this
 * text is whether an entry belongs to an attempt.
 *
 * @param lease the requested lease
 * @param holder the name of the requesting node
 */
record HolderText(Duration lease, String holder) {

	/**
	 * Format the text.
	 * @param attempt unique identifier of the attempt, so that no two entries have the
	 * same value
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
