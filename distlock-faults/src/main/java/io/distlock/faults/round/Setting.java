package io.distlock.faults.round;

import java.time.Duration;

import io.distlock.faults.node.LedgerUse;

/**
 * What all rounds have in common.
 *
 * @param nodes how many JVMs there are
 * @param threads how many workers each has
 * @param keys how many keys they fight for
 * @param lease the lease of their locks
 * @param waitTime how long they wait for one
 * @param longHolds how many of a hundred holds outlast the lease
 * @param ledger what workers do beside the register
 * @param allowance what a noisy machine may add to any time
 * @param quiet whether the machine is so quiet that no lock is lost without a fault
 * @since 0.1.0
 */
public record Setting(int nodes, int threads, int keys, Duration lease, Duration waitTime, int longHolds,
		LedgerUse ledger, Duration allowance, boolean quiet) {

	/**
	 * Return what a round is by default.
	 * @return the setting
	 */
	public static Setting usual() {
		return new Setting(3, 4, 3, Duration.ofMillis(800), Duration.ofMillis(2500), 2, LedgerUse.NONE,
				Duration.ofSeconds(1), true);
	}

	/**
	 * Return the same, for machines that are busy with other things as well.
	 * @return the setting
	 */
	public static Setting patient() {
		Setting usual = usual();
		return new Setting(usual.nodes, usual.threads, usual.keys, usual.lease, usual.waitTime, usual.longHolds,
				usual.ledger, Duration.ofSeconds(10), false);
	}

	/**
	 * Return the same with other workers.
	 * @param threads how many workers each JVM has
	 * @return the setting
	 */
	public Setting threads(int threads) {
		return new Setting(this.nodes, threads, this.keys, this.lease, this.waitTime, this.longHolds, this.ledger,
				this.allowance, this.quiet);
	}

	/**
	 * Return the same with other keys.
	 * @param keys how many keys they fight for
	 * @return the setting
	 */
	public Setting keys(int keys) {
		return new Setting(this.nodes, this.threads, keys, this.lease, this.waitTime, this.longHolds, this.ledger,
				this.allowance, this.quiet);
	}

	/**
	 * Return the same with another patience.
	 * @param waitTime how long workers wait for a lock
	 * @return the setting
	 */
	public Setting waitTime(Duration waitTime) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, waitTime, this.longHolds, this.ledger,
				this.allowance, this.quiet);
	}

	/**
	 * Return the same with longer holds.
	 * @param longHolds how many of a hundred holds outlast the lease
	 * @return the setting
	 */
	public Setting longHolds(int longHolds) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.waitTime, longHolds, this.ledger,
				this.allowance, this.quiet);
	}

	/**
	 * Return the same with a ledger.
	 * @param ledger what workers do beside the register
	 * @return the setting
	 */
	public Setting ledger(LedgerUse ledger) {
		return new Setting(this.nodes, this.threads, this.keys, this.lease, this.waitTime, this.longHolds, ledger,
				this.allowance, this.quiet);
	}

}
