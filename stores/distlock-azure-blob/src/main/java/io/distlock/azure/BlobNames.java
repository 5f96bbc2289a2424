// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.distlock.provider.LockKey;

/**
 * Names of blobs. They end in a word, since the service may drop a dot at the end, and
 * have no percent sign, which some releases of the client take for one that they have
 * written themselves.
 */
final class BlobNames {

	/**
	 * Names are of up to 1024 characters.
	 */
	private static final int LONGEST_KEY = 900;

	private BlobNames() {
	}

	/**
	 * Return the name of the blob that has the lease and the token.
	 */
	static String lock(LockKey key) {
		return name(key) + ".lock";
	}

	/**
	 * Return the name of the blob that is written by those who wait.
	 */
	static String sign(LockKey key) {
		return name(key) + ".waiting";
	}

	private static String name(LockKey key) {
		return key.encoded(LONGEST_KEY).replace('%', '=');
	}

	/**
	 * Return a text as headers take it, which are in ASCII.
	 */
	static String header(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
	}

}
