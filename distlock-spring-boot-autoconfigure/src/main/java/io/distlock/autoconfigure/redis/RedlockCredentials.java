// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Who asks a server. Its text form shows nothing of it.
 *
 * @param username the user, {@code null} for the default one
 * @param password the password, {@code null} for none
 */
record RedlockCredentials(@Nullable String username, @Nullable String password) {

	/**
	 * Return what the application says for its own Redis.
	 * @param environment where it says so
	 * @return the credentials
	 */
	static RedlockCredentials of(Environment environment) {
		return new RedlockCredentials(text(environment.getProperty("spring.data.redis.username")),
				text(environment.getProperty("spring.data.redis.password")));
	}

	/**
	 * Return what a URI says, or else these credentials.
	 * @param userInfo {@code user}, {@code user:password} or {@code :password}, encoded
	 * @return the credentials; with a user but no password if neither says one
	 */
	RedlockCredentials or(@Nullable String userInfo) {
		if (userInfo == null || userInfo.isEmpty()) {
			return this;
		}
		int colon = userInfo.indexOf(':');
		if (colon < 0) {
			return new RedlockCredentials(decoded(userInfo), this.password);
		}
		return new RedlockCredentials(text(decoded(userInfo.substring(0, colon))),
				text(decoded(userInfo.substring(colon + 1))));
	}

	boolean lacksPassword() {
		return this.username != null && this.password == null;
	}

	private static String decoded(String text) {
		return StringUtils.uriDecode(text, StandardCharsets.UTF_8);
	}

	private static @Nullable String text(@Nullable String text) {
		return StringUtils.hasLength(text) ? text : null;
	}

	@Override
	public String toString() {
		return "******";
	}

}
