// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store on which nodes log in with a password, which an administrator may change.
 *
 * @since 0.1.0
 */
public interface PasswordStore extends ConnectionStore {

	/**
	 * User of the nodes. The administrator logs in as another user.
	 */
	String USER = "locks";

	/**
	 * Password of the nodes.
	 */
	String PASSWORD = "first";

	/**
	 * Change the password of the nodes' user on all servers. Open connections remain.
	 * @param password the new password
	 */
	void changePassword(String password);

	/**
	 * Return whether wrong passwords delay all logins for long, also correct ones.
	 * @return {@code false} for most
	 */
	default boolean delaysLogins() {
		return false;
	}

}
