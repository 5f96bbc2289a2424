// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import org.jspecify.annotations.Nullable;

/**
 * Where one of several independent masters is, and who asks it. Its text form has no
 * credentials.
 *
 * @param property the property that says so, with its position
 * @param secure whether the connection is encrypted
 * @param host a name or an address, without brackets
 * @param port the port
 * @param database the number of the database
 * @param credentials who asks
 */
record RedlockAddress(String property, boolean secure, String host, int port, int database,
		RedlockCredentials credentials) {

	/**
	 * Return the scheme, the host and the port.
	 * @return a URI without credentials
	 */
	String server() {
		String literal = this.host.contains(":") ? "[" + this.host + "]" : this.host;
		return "%s://%s:%d".formatted(this.secure ? "rediss" : "redis", literal, this.port);
	}

	boolean isSameServer(RedlockAddress other) {
		return this.host.equalsIgnoreCase(other.host) && this.port == other.port;
	}

	@Nullable String username() {
		return this.credentials.username();
	}

	@Nullable String password() {
		return this.credentials.password();
	}

	@Override
	public String toString() {
		return (this.database != 0) ? server() + "/" + this.database : server();
	}

}
