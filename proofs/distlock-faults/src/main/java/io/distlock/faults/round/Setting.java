// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.time.Duration;
import java.util.Random;

import io.distlock.faults.node.HoldUse;
import io.distlock.faults.node.LedgerUse;

/**
 * What all rounds have in common. A round has a lease of its own: mostly a short one, so
 * that rounds are short, and at times one that outlasts a restart, an outage, or a
 * session. In some there are fewer who want the locks.
 *
 * @param nodes how many JVMs there are
 * @param threads how many workers each has
 * @param keys how many keys they fight for
 * @param lease the lease of their locks, the shortest where it varies
 * @param longestLease the longest lease
 * @param waitTime how long they wait for one
 * @param longHolds how many of a hundred holds outlast the lease, if that is a short one
 * @param ledger what workers do beside the register
 * @param allowance what a noisy machine may add to any time
 * @param quiet whether the machine is so quiet that no lock is lost without a fault
 * @param mixed whether in some rounds there are fewer who want the locks
 * @param jobs whether jobs run as well, where the store keeps some
 * @param use how workers hold their keys
 * @since 0.1.0
 */
public record Setting(int nodes, int threads, int keys, Duration lease, Duration longestLease, Duration waitTime,
		int longHolds, LedgerUse ledger, Duration allowance, boolean quiet, boolean mixed, boolean jobs, HoldUse use) {

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(800);

	private static final Duration LONGEST_LEASE = Duration.ofSeconds(15);

	private static final Duration SPARSE_WAIT_TIME = Duration.ofSeconds(12);

	/**
	 * The higher, the rarer are long leases.
	 */
	private static final int SHORT_LEASES = 4;

	/**
	 * Return what a round is by default.
	 * @return the setting
	 */
	public static Setting usual() {
		return new Setting(3, 4, 3, SHORTEST_LEASE, LONGEST_LEASE, Duration.ofMillis(2500), 2, LedgerUse.NONE,
				Duration.ofSeconds(1), true, true, true, HoldUse.ALONE);
	}

	/**
	 * Return the same with short leases only, for machines that are busy with other
	 * things as well.
	 * @return the setting
	 */
	public static Setting patient() {
		Setting usual = usual();
		return new Setting(usual.nodes, usual.threads, usual.keys, usual.lease, usual.lease, usual.waitTime,
				usual.longHolds, usual.ledger, Duration.ofSeconds(10), false, false, true, usual.use);
	}

	/**
	 * Return the setting of one round.
	 * @param random chooses
	 * @return the setting, in which no lease varies
	 */
	public Setting forRound(Random random) {
		double ratio = (double) this.longestLease.toMillis() / this.lease.toMillis();
		double share = Math.pow(random.nextDouble(), SHORT_LEASES);
		Duration chosen = Duration.ofMillis((long) (this.lease.toMillis() * Math.pow(ratio, share)));
		Setting round = leases(chosen, chosen);
		return (varies() && this.mixed && random.nextInt(4) == 0) ? round.sparse() : round;
	}

	/**
	 * Return the same with fewer who hold for longer, and wait until they have it: there
	 * are locks that one waits for and that are free, and nodes that say nothing for a
	 * while.
	 */
	private Setting sparse() {
		return threads(1).keys(2 * this.keys / 3).longHolds(25).waitTime(SPARSE_WAIT_TIME);
	}

	/**
	 * Return whether rounds differ.
	 * @return {@code false} if all have one lease
	 */
	public boolean varies() {
		return !this.lease.equals(this.longestLease);
	}

	/**
	 * Return the same with other leases.
	 * @param lease the shortest
	 * @param longestLease the longest
	 * @return the setting
	 */
	public Setting leases(Duration lease, Duration longestLease) {
		return new Setting(this.nodes, this.threads, this.keys, lease, longestLease, this.waitTime, this.longHolds,
				this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with no lease that is longer than another one.
	 * @param most that one
	 * @return the setting
	 */
	public Setting leaseAtMost(Duration most) {
		return (this.longestLease.compareTo(most) > 0) ? leases(this.lease, most) : this;
	}

	/**
	 * Return the same with other workers.
	 * @param threads how many workers each JVM has
	 * @return the setting
	 */
	public Setting threads(int threads) {
		return new Setting(this.nodes, threads, this.keys, this.lease, this.longestLease, this.waitTime, this.longHolds,
				this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with other keys.
	 * @param keys how many keys they fight for
	 * @return the setting
	 */
	public Setting keys(int keys) {
		return new Setting(this.nodes, this.threads, keys, this.lease, this.longestLease, this.waitTime, this.longHolds,
				this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with another patience.
	 * @param waitTime how long workers wait for a lock
	 * @return the setting
	 */
	public Setting waitTime(Duration waitTime) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, waitTime, this.longHolds,
				this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with longer holds.
	 * @param longHolds how many of a hundred holds outlast the lease
	 * @return the setting
	 */
	public Setting longHolds(int longHolds) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, this.waitTime, longHolds,
				this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with another allowance.
	 * @param allowance what a noisy machine may add to any time
	 * @return the setting
	 */
	public Setting allowance(Duration allowance) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, this.waitTime,
				this.longHolds, this.ledger, allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same with a ledger.
	 * @param ledger what workers do beside the register
	 * @return the setting
	 */
	public Setting ledger(LedgerUse ledger) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, this.waitTime,
				this.longHolds, ledger, this.allowance, this.quiet, this.mixed, this.jobs, this.use);
	}

	/**
	 * Return the same without jobs, so that nodes say nothing but what locks need.
	 * @return the setting
	 */
	public Setting withoutJobs() {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, this.waitTime,
				this.longHolds, this.ledger, this.allowance, this.quiet, this.mixed, false, this.use);
	}

	/**
	 * Return the same with keys that several hold at a time.
	 * @param use how workers hold them
	 * @return the setting
	 */
	public Setting use(HoldUse use) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.longestLease, this.waitTime,
				this.longHolds, this.ledger, this.allowance, this.quiet, this.mixed, this.jobs, use);
	}

}
