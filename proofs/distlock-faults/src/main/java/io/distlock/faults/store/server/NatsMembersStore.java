// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;

/**
 * Three members of a NATS cluster, if this machine has it.
 */
final class NatsMembersStore extends NatsStore {

	/**
	 * The members elect a leader of all streams, and that of the stream.
	 */
	private static final Duration ELECTION = Duration.ofSeconds(10);

	NatsMembersStore() {
		super(3);
	}

	@Override
	public String name() {
		return "nats-members";
	}

	@Override
	public String version() {
		return super.version() + ", three members";
	}

	@Override
	public Duration recovery() {
		return ELECTION;
	}

}
