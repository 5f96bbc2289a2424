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
