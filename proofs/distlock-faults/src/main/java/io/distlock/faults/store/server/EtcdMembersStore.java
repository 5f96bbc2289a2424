// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.stream.IntStream;

import io.distlock.faults.store.LedStore;

/**
 * Three members of an etcd cluster, if this machine has it.
 */
final class EtcdMembersStore extends EtcdStore implements LedStore {

	/**
	 * A follower waits for a second, or two, before it stands for leader.
	 */
	private static final Duration ELECTION = Duration.ofSeconds(3);

	EtcdMembersStore() {
		super(3);
	}

	@Override
	public String name() {
		return "etcd-members";
	}

	@Override
	public String version() {
		return super.version() + ", three members";
	}

	/**
	 * A new leader lets all leases begin anew.
	 */
	@Override
	public Duration deadHolder(Duration lease) {
		return super.deadHolder(lease).multipliedBy(2);
	}

	@Override
	public Duration recovery() {
		return ELECTION;
	}

	@Override
	public int spare() {
		return 1;
	}

	@Override
	public int leader() {
		return IntStream.range(0, servers().size())
			.filter((place) -> servers().get(place).leads())
			.findFirst()
			.orElse(0);
	}

}
