// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

import java.util.List;

/**
 * The keys that a scan has found.
 *
 * @param keys the keys, each once
 * @param complete whether these are all
 * @since 0.1.0
 */
public record ScannedKeys(List<String> keys, boolean complete) {

	/**
	 * Create a result.
	 */
	public ScannedKeys {
		keys = List.copyOf(keys);
	}

}
