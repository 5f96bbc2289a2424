// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;

import io.distlock.testserver.NatsServer;
import org.jspecify.annotations.Nullable;

/**
 * Three members of a NATS cluster, if this machine has it.
 */
final class NatsMembersStore extends NatsStore {

	/**
	 * The members elect a leader of all streams, and that of the stream.
	 */
	private static final Duration ELECTION = Duration.ofSeconds(10);

	private static final String SAFE_COPIES = "2.10.27";

	NatsMembersStore() {
		super(3);
	}

	@Override
	public String name() {
		return "nats-members";
	}

	/**
	 * The provider refuses copies on older servers, see the page of the NATS store.
	 */
	@Override
	public @Nullable String obstacle() {
		String obstacle = super.obstacle();
		if (obstacle != null) {
			return obstacle;
		}
		try (NatsServer server = NatsServer.start(1).get(0)) {
			return server.isAtLeast(SAFE_COPIES) ? null
					: "it has NATS %s, and copies need %s".formatted(server.version(), SAFE_COPIES);
		}
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
