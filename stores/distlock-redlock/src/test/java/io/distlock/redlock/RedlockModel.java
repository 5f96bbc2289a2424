// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.jspecify.annotations.Nullable;

/**
 * The rules of Redlock without Redis: three nodes want one lock of three or five masters.
 * Requests and answers are lost, late, repeated, and overtake each other; masters crash
 * and come back with nothing; clocks differ, and drift within what is allowed. All as a
 * seed decides. Throws an {@link AssertionError} if a rule is broken:
 * <ul>
 * <li>No two nodes trust in the lock at the same time.</li>
 * <li>Tokens rise from one use of the lock to the next.</li>
 * <li>A yield that comes again takes no lock from a holder that was told that it is
 * renewed, where a majority that renewed it says so again.</li>
 * <li>At last the lock is free again, and the next token is greater than all.</li>
 * </ul>
 */
final class RedlockModel {

	private static final int NODES = 3;

	/** In millionths: less than half of the percent that a holder leaves for it. */
	private static final long DRIFT = 4000;

	/** Where masters forget, clocks differ by less than the quarantine. */
	private static final long SMALL_SKEW = 500 * ModelTime.MILLI;

	private static final long SKEW = 5000 * ModelTime.MILLI;

	private static final long START = 1_000_000 * ModelTime.MILLI;

	private static final long LENGTH = 20 * ModelNode.LEASE;

	private static final long QUIET = 3 * ModelNode.LEASE + 2 * ModelNetwork.LATEST;

	private final ModelTime time = new ModelTime();

	private final List<ModelMaster> masters = new ArrayList<>();

	private final List<ModelNode> nodes = new ArrayList<>();

	private final SplittableRandom random;

	private final ModelBug bug;

	/**
	 * Whether no answer is lost, so that whatever is asked again must be answered alike.
	 */
	private final boolean reliable;

	private final ModelNetwork network;

	private long lastToken;

	private long uses;

	private @Nullable String broken;

	private RedlockModel(long seed, ModelBug bug) {
		this.random = new SplittableRandom(seed);
		this.bug = bug;
		this.reliable = this.random.nextInt(3) == 0;
		int size = this.random.nextBoolean() ? 3 : 5;
		for (int i = 0; i < size; i++) {
			this.masters.add(new ModelMaster(clock(), bug));
		}
		this.network = new ModelNetwork(this.time, this.masters, this.random.split(),
				this.reliable ? 0 : 5 + this.random.nextInt(15));
		for (int i = 0; i < NODES; i++) {
			this.nodes.add(new ModelNode(this, this.network, clock(), this.random.split(), bug, "n" + i + "-"));
		}
	}

	private ModelClock clock() {
		return new ModelClock(this.time, START + this.random.nextLong(this.reliable ? SKEW : SMALL_SKEW),
				this.random.nextLong(2 * DRIFT) - DRIFT);
	}

	/**
	 * Run the schedule of a seed.
	 * @return how often the lock was used
	 */
	static long run(long seed, ModelBug bug) {
		RedlockModel model = new RedlockModel(seed, bug);
		model.run();
		if (model.broken != null) {
			throw new AssertionError("Seed %d: %s".formatted(seed, model.broken));
		}
		return model.uses;
	}

	private void run() {
		this.nodes.forEach((node) -> this.time.in(this.random.nextLong(ModelNode.LEASE), node::attempt));
		if (!this.reliable) {
			this.time.in(this.random.nextLong(2 * ModelNode.LEASE), this::crash);
		}
		this.time.runUntil(LENGTH);
		this.network.heal();
		this.nodes.forEach(ModelNode::stop);
		this.time.runUntil(LENGTH + QUIET);
		checkFree();
	}

	/**
	 * One master after the other, or at the same time a minority of them.
	 */
	private void crash() {
		if (this.time.now() > LENGTH - 4 * ModelNode.LEASE) {
			return;
		}
		int count = 1 + this.random.nextInt(this.masters.size() / 2);
		int first = this.random.nextInt(this.masters.size());
		for (int i = 0; i < count; i++) {
			ModelMaster master = this.masters.get((first + i) % this.masters.size());
			master.crash();
			this.time.in(this.random.nextLong(200 * ModelTime.MILLI), () -> master.restart(ModelNode.LEASE));
		}
		// All have left their quarantine by then, and holders had time to renew.
		this.time.in(4 * ModelNode.LEASE + this.random.nextLong(2 * ModelNode.LEASE), this::crash);
	}

	/**
	 * Begins to trust, or goes on.
	 */
	void trusted(ModelNode holder) {
		if (this.nodes.stream().anyMatch((node) -> node != holder && node.trusts() && holder.trusts())) {
			broken("two holders");
		}
	}

	void used(long token) {
		this.uses++;
		if (token <= this.lastToken) {
			broken("token %d follows %d".formatted(token, this.lastToken));
		}
		this.lastToken = Math.max(this.lastToken, token);
	}

	/**
	 * A holder was told that its lock is renewed: the request may come again.
	 */
	void renewed(Runnable again) {
		if (this.reliable) {
			this.time.in(this.random.nextLong(40 * ModelTime.MILLI), again);
		}
	}

	void broken(String rule) {
		if (this.broken == null) {
			this.broken = "%s (at %d ms)".formatted(rule, this.time.now() / ModelTime.MILLI);
		}
	}

	private void checkFree() {
		long before = this.uses;
		ModelNode last = new ModelNode(this, this.network, clock(), this.random.split(), this.bug, "last-");
		last.attempt();
		this.time.runUntil(this.time.now() + ModelNode.LEASE / 2);
		if (this.uses == before) {
			broken("the lock is not free at last");
		}
	}

}
