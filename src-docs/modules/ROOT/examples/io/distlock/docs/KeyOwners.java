// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.UUID;

/**
 * Gives each key to one of the nodes.
 */
final class KeyOwners {

	private KeyOwners() {
	}

	// tag::owner[]
	static String ownerOf(String key, Collection<String> nodes) {
		return nodes.stream().max(Comparator.comparingLong((node) -> weight(node, key))).orElseThrow();
	}

	private static long weight(String node, String key) {
		byte[] both = (node + '/' + key).getBytes(StandardCharsets.UTF_8);
		return UUID.nameUUIDFromBytes(both).getLeastSignificantBits(); // a hash, and the
																		// same everywhere
	}
	// end::owner[]

}
