// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

/**
 * The cluster cannot start; the message tells the user why, and what to do.
 */
class UsageException extends RuntimeException {

	UsageException(String message) {
		super(message);
	}

	UsageException(String message, Throwable cause) {
		super(message, cause);
	}

}
