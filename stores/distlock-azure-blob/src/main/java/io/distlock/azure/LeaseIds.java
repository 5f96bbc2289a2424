// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import io.distlock.provider.LockOwner;

/**
 * Ids of leases: those of an owner are the same in each request.
 */
final class LeaseIds {

	private LeaseIds() {
	}

	static String of(LockOwner owner) {
		return UUID.nameUUIDFromBytes(owner.id().getBytes(StandardCharsets.UTF_8)).toString();
	}

}
