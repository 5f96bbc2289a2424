// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Elections by locks. Stands for its roles between {@link #start()} and {@link #close()}.
 *
 * @since 0.1.0
 */
public final class LockLeaderElections implements LeaderElections, AutoCloseable {

	private final Function<String, LockLeaderElection> factory;

	private final Map<String, LockLeaderElection> elections = new ConcurrentSkipListMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Consumer<? super LeaderElection>> actions = new ArrayList<>();

	private boolean standing;

	/**
	 * Create elections.
	 * @param factory makes the election of a role, which is not started
	 */
	public LockLeaderElections(Function<String, LockLeaderElection> factory) {
		this.factory = factory;
	}

	/**
	 * Stand for all roles.
	 */
	public void start() {
		this.lock.lock();
		try {
			this.standing = true;
			this.elections.values().forEach(LockLeaderElection::start);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public LeaderElection election(String role) {
		LockLeaderElection known = this.elections.get(role);
		return (known != null) ? known : create(role);
	}

	private LeaderElection create(String role) {
		this.lock.lock();
		try {
			LockLeaderElection known = this.elections.get(role);
			if (known != null) {
				return known;
			}
			LockLeaderElection created = this.factory.apply(role);
			this.actions.forEach((action) -> action.accept(created));
			this.elections.put(role, created);
			if (this.standing) {
				created.start();
			}
			return created;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public Optional<LeaderElection> find(String role) {
		return Optional.ofNullable(this.elections.get(role));
	}

	@Override
	public Collection<LeaderElection> all() {
		return List.copyOf(this.elections.values());
	}

	@Override
	public void forEach(Consumer<? super LeaderElection> action) {
		this.lock.lock();
		try {
			this.actions.add(action);
			this.elections.values().forEach(action);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Stop standing for all roles: they are given up together, and each is released when
	 * its listeners have been notified.
	 */
	@Override
	public void close() {
		this.lock.lock();
		try {
			this.standing = false;
		}
		finally {
			this.lock.unlock();
		}
		this.elections.values().forEach(LockLeaderElection::withdraw);
		this.elections.values().forEach(LockLeaderElection::close);
	}

}
