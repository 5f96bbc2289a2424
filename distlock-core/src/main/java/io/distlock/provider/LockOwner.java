// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Owner of a lock or of a request. The id is new for every attempt sent to a store, and
 * is never the name of a host, process or thread. Therefore, a late response, release or
 * renewal of one attempt cannot affect the lock of another attempt.
 *
 * @param id at most 48 ASCII characters without white space, {@code ;} and {@code @},
 * which stores use as separators after the owner
 * @since 0.1.0
 */
public record LockOwner(String id) {

	/**
	 * Check the id.
	 * @throws IllegalArgumentException if the id contains an invalid character
	 */
	public LockOwner {
		for (int i = 0; i < id.length(); i++) {
			char unit = id.charAt(i);
			if (unit <= ' ' || unit > '~' || unit == ';' || unit == '@') {
				throw new IllegalArgumentException(
						"'id' must consist of ASCII characters without white space, ';' and '@', but is '%s'"
							.formatted(id));
			}
		}
	}

	@Override
	public String toString() {
		return this.id;
	}

}
