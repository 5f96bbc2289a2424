// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;
import org.apache.curator.framework.AuthInfo;

/**
 * Reads {@code distlock.zookeeper.auth}. Errors are reported without the value, which is
 * a secret.
 */
final class AuthEntry {

	private AuthEntry() {
	}

	static List<AuthInfo> parseAll(List<String> entries) {
		List<AuthInfo> parsed = new ArrayList<>();
		for (String entry : entries) {
			parsed.add(parse(entry.strip(), parsed.size()));
		}
		return parsed;
	}

	private static AuthInfo parse(String entry, int index) {
		int colon = entry.indexOf(':');
		if (colon < 1 || colon == entry.length() - 1) {
			throw new LockConfigurationException(
					"distlock.zookeeper.auth[%d] does not have the form scheme:credentials.".formatted(index),
					"Write it as in digest:user:password. On one line commas separate entries: "
							+ "give credentials that contain one as an element of a YAML list, or as distlock.zookeeper.auth[0].");
		}
		return new AuthInfo(entry.substring(0, colon), entry.substring(colon + 1).getBytes(StandardCharsets.UTF_8));
	}

}
