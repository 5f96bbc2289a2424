// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.register;

import org.jspecify.annotations.Nullable;

/**
 * A read or a write, as one line of text.
 *
 * @param node who asks
 * @param op the attempt that got the lock
 * @param token its fencing token
 * @param resource what is read or written, without white space
 * @param value what is written, {@code null} for a read
 */
record RegisterAttempt(String node, long op, long token, String resource, @Nullable Long value) {

	private static final String NONE = "-";

	static RegisterAttempt parse(String line) {
		String[] words = line.split(" ");
		return new RegisterAttempt(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), words[3],
				NONE.equals(words[4]) ? null : Long.valueOf(words[4]));
	}

	String line() {
		return "%s %d %d %s %s".formatted(this.node, this.op, this.token, this.resource,
				(this.value != null) ? this.value : NONE);
	}

}
