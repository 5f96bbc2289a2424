// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * The owner of a lock or of a request for one: an id that is new for every attempt that
 * is sent to a store, never the name of a host, a process or a thread. So a late answer,
 * a late release or a late renewal of one attempt can never touch what another attempt
 * got.
 *
 * @param id at most 48 ASCII characters, none of them white space, {@code ;} or
 * {@code @}, which stores put between an owner and what follows it
 * @since 0.1.0
 */
public record LockOwner(String id) {

	/**
	 * Check the id.
	 * @throws IllegalArgumentException if it has a character that it must not have
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
