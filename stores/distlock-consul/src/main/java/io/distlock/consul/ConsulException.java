// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

/**
 * An agent has refused a request.
 */
final class ConsulException extends RuntimeException {

	private static final int CONFLICT = 409;

	private final int status;

	ConsulException(int status, String text) {
		super("status %d: %s".formatted(status, text.strip()));
		this.status = status;
	}

	int status() {
		return this.status;
	}

	boolean isSessionGone() {
		return this.status == CONFLICT && String.valueOf(getMessage()).contains("invalid session");
	}

}
