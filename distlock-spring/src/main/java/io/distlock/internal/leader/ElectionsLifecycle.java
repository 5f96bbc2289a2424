// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.leader;

import java.util.concurrent.CompletableFuture;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.leader.LeaderElections;

import org.springframework.context.SmartLifecycle;

/**
 * Makes this node a candidate for its roles while the context is running. Starts last and
 * stops first: listeners are notified while all other beans still run, and then the roles
 * are released, so that another node can lead immediately.
 *
 * @since 0.1.0
 */
public final class ElectionsLifecycle implements SmartLifecycle {

	private final LeaderElections elections;

	private final boolean standing;

	private volatile boolean running;

	/**
	 * Create a lifecycle.
	 * @param elections the elections
	 * @param standing whether this node is a candidate at all
	 */
	public ElectionsLifecycle(LeaderElections elections, boolean standing) {
		this.elections = elections;
		this.standing = standing;
	}

	@Override
	public void start() {
		this.running = true;
		if (this.standing) {
			this.elections.start();
		}
	}

	@Override
	public void stop() {
		this.elections.close();
		this.running = false;
	}

	/**
	 * Stop asynchronously, while other beans of this phase stop.
	 */
	@Override
	public void stop(Runnable callback) {
		CompletableFuture.runAsync(this::stop, (task) -> DaemonThreads.start("distlock-leader-shutdown", task))
			.whenComplete((done, failure) -> callback.run());
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

}
