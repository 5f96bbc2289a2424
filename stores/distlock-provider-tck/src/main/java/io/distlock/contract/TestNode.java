// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockKey;

/**
 * One node of a cluster: an engine of its own on a provider of its own.
 *
 * @since 0.1.0
 */
public final class TestNode implements AutoCloseable {

	/**
	 * What the names of all locks of these tests begin with.
	 */
	public static final String PREFIX = "contract";

	/**
	 * The settings of nodes.
	 */
	public static final LeaseSettings SETTINGS = LeaseSettings.of(PREFIX, "test-node")
		.withWaitTime(Duration.ofSeconds(20))
		.withHandOff(32, Duration.ofMillis(100));

	/**
	 * The provider of this node, whose calls are counted.
	 */
	public final WatchedProvider provider;

	/**
	 * The engine of this node.
	 */
	public final LeaseLockEngine engine;

	/**
	 * The locks of this node, as code uses them.
	 */
	public final LockTemplate template;

	/**
	 * Locks whose loss was reported to this node.
	 */
	public final List<LockLostEvent> losses = new CopyOnWriteArrayList<>();

	public TestNode(StoreUnderTest store, LeaseSettings settings) {
		this.provider = new WatchedProvider(store.newProvider());
		this.engine = new LeaseLockEngine(this.provider, settings, this.losses::add);
		this.template = new LockTemplate(this.engine);
	}

	public static LockKey key(String name) {
		return new LockKey(PREFIX, name);
	}

	/**
	 * Stop the node. What this thread has not released of its locks does not stay with
	 * the thread.
	 */
	@Override
	public void close() {
		LockContext.all().stream().filter(this::isMine).forEach(HeldLock::close);
		this.engine.close();
		this.provider.close();
	}

	private boolean isMine(HeldLock lock) {
		LockRequest request = LockRequest.of(lock.key());
		return Stream.of(request, request.shared(), request.permits(1))
			.flatMap((asked) -> this.engine.findHeld(asked).stream())
			.anyMatch((held) -> held == lock);
	}

}
