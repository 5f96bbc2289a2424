// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.time.Duration;
import java.util.stream.IntStream;

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
		return IntStream.range(0, members().size())
			.filter((place) -> members().get(place).leads())
			.findFirst()
			.orElse(0);
	}

	@Override
	public void kill(int server) {
		members().get(server).kill();
	}

	@Override
	public void restart(int server) {
		members().get(server).restart();
	}

	@Override
	public void freeze(int server) {
		members().get(server).freeze();
	}

	@Override
	public void thaw(int server) {
		members().get(server).thaw();
	}

	@Override
	public void freeze() {
		super.freeze();
	}

	@Override
	public void thaw() {
		super.thaw();
	}

	@Override
	public void kill() {
		super.kill();
	}

	@Override
	public void restart() {
		super.restart();
	}

}
