/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
