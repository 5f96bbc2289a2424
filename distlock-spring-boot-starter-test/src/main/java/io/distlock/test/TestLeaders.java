// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.distlock.internal.task.Durations;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

/**
 * Controls the leader in a test: this application or another node. Without a call, this
 * application is the only node, and leads its roles shortly after its start.
 *
 * @since 0.1.0
 */
public final class TestLeaders {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final Supplier<LeaderElections> elections;

	private final TestLocks locks;

	TestLeaders(Supplier<LeaderElections> elections, TestLocks locks) {
		this.elections = elections;
		this.locks = locks;
	}

	/**
	 * Make this application the leader of a role. Another leader gives up the role.
	 * Listeners have been notified when this method returns.
	 * @param role the role, for which the application becomes a candidate
	 * @throws IllegalStateException if the application does not lead within 30 seconds
	 */
	public void lead(String role) {
		LeaderElection election = this.elections.get().election(role);
		this.locks.releaseElsewhere(LeaderElection.KEY_PREFIX + role);
		try (Barrier barrier = new Barrier(election)) {
			barrier.awaitGranted();
		}
	}

	/**
	 * Make another node the leader of a role, until the result is closed or the test
	 * method ends. If the application leads, it loses the role as after the expiry of its
	 * lease. Listeners have been notified when this method returns.
	 * @param role the role, for which the application becomes a candidate
	 * @return the role of the other node
	 * @throws IllegalStateException if another node already leads
	 */
	public RemoteHold leadElsewhere(String role) {
		LeaderElection election = this.elections.get().election(role);
		if (!election.isLeader()) {
			return this.locks.takeElsewhere(LeaderElection.KEY_PREFIX + role);
		}
		try (Barrier barrier = new Barrier(election)) {
			barrier.awaitGranted();
			RemoteHold taken = this.locks.takeElsewhere(LeaderElection.KEY_PREFIX + role);
			barrier.awaitRevoked();
			return taken;
		}
	}

	/**
	 * Return the roles currently led by the application.
	 * @return the roles, sorted
	 */
	public Set<String> led() {
		Set<String> led = new TreeSet<>();
		this.elections.get()
			.all()
			.stream()
			.filter(LeaderElection::isLeader)
			.map(LeaderElection::role)
			.forEach(led::add);
		return led;
	}

	@Override
	public String toString() {
		return "Leaders of the test: this application leads " + led();
	}

	/**
	 * Listener that is notified after all other listeners.
	 */
	private static final class Barrier implements LeaderListener, AutoCloseable {

		private final LeaderElection election;

		private final CompletableFuture<LeaderTerm> granted = new CompletableFuture<>();

		private final CompletableFuture<LeaderTerm> revoked = new CompletableFuture<>();

		Barrier(LeaderElection election) {
			this.election = election;
			election.addListener(this);
		}

		@Override
		public void granted(LeaderTerm term) {
			this.granted.complete(term);
		}

		@Override
		public void revoked(LeaderTerm term, RevocationReason reason) {
			this.revoked.complete(term);
		}

		void awaitGranted() {
			await(this.granted, "does not lead");
		}

		void awaitRevoked() {
			await(this.revoked, "still leads");
		}

		private void await(CompletableFuture<?> event, String state) {
			try {
				event.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			}
			catch (TimeoutException | ExecutionException ex) {
				throw new IllegalStateException(
						"The application %s role '%s' after %s. Is distlock.leader.enabled=false, or does a listener hang?"
							.formatted(state, this.election.role(), Durations.text(TIMEOUT)),
						ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void close() {
			this.election.removeListener(this);
		}

	}

}
