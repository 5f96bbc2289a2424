// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.node.HoldUse;
import io.distlock.faults.node.LedgerUse;
import io.distlock.faults.round.Setting;

/**
 * The mutants, each with the store and the fault that bring it to light.
 *
 * @since 0.1.0
 */
public final class Trials {

	private static final Setting USUAL = Setting.patient();

	/**
	 * Locks that are held for longer than a lease lasts, again and again.
	 */
	private static final Setting LONG = USUAL.longHolds(40);

	/**
	 * So many locks that some are granted while replicas hear nothing.
	 */
	private static final Setting MANY = USUAL.threads(6).keys(12).longHolds(30);

	/**
	 * Attempts that do not queue, so that many decide at once on a lock that is free, and
	 * it stays free for a while when it was had.
	 */
	private static final Setting HASTY = USUAL.waitTime(Duration.ZERO);

	/**
	 * Locks that another owner has had and released before the first one renews.
	 */
	private static final Setting TAKEN = HASTY.threads(6).keys(24).longHolds(10);

	private static final Setting FENCED = USUAL.longHolds(70).ledger(LedgerUse.FENCED);

	private static final Setting JOINED = USUAL.ledger(LedgerUse.JOINED);

	/**
	 * Waiters that outlast a session.
	 */
	private static final Setting WAITING = USUAL.waitTime(Duration.ofSeconds(12)).longHolds(40);

	private static final Setting VARIED = LONG.leases(Duration.ofMillis(800), Duration.ofSeconds(3));

	/**
	 * Leases that outlast a restart of the store, of locks that are free at times.
	 */
	private static final Setting RESTARTED = USUAL.threads(1)
		.keys(4)
		.leases(Duration.ofSeconds(4), Duration.ofSeconds(10));

	/**
	 * Leases that are longer than a session, and nodes that say no more than they must.
	 */
	private static final Setting SILENT = WAITING.threads(1)
		.keys(1)
		.longHolds(100)
		.leases(Duration.ofSeconds(5), Duration.ofSeconds(5))
		.withoutJobs();

	/**
	 * Readers and writers of which many outlast a lease.
	 */
	private static final Setting READ = LONG.keys(2).use(HoldUse.SHARED);

	/**
	 * More who want a permit of one key than there are permits.
	 */
	private static final Setting PERMITS = LONG.keys(1).use(HoldUse.PERMITS);

	/**
	 * Permits that are given back so often that some release is always on its way.
	 */
	private static final Setting BUSY_PERMITS = USUAL.threads(6).use(HoldUse.PERMITS);

	/**
	 * Readers who hold for seconds, and wait for long, and writers who give up at times.
	 */
	private static final Setting IMPATIENT = WAITING.leases(Duration.ofSeconds(10), Duration.ofSeconds(10))
		.threads(2)
		.keys(1)
		.longHolds(70)
		.allowance(Duration.ofSeconds(1))
		.withoutJobs()
		.use(HoldUse.SHARED);

	/**
	 * Permits that are held for seconds, and waiters who give up beside some who wait for
	 * long.
	 */
	private static final Setting SPARE_PERMITS = IMPATIENT.threads(3).keys(2).longHolds(100).use(HoldUse.PERMITS);

	private static final List<Trial> ALL = List.of(
			new Trial(AllMutants.DEADLINE_FROM_REPLY, "redis", "slow-answers", List.of("C2", "C4"), 60, LONG),
			new Trial(AllMutants.NO_CHECK_AT_HAND_OFF, "redis", "freeze-release", List.of("C8"), 20, USUAL),
			new Trial(AllMutants.OWNER_OF_THE_JVM, "redis", "lose-answers", List.of("C2", "C4", "C8"), 20, USUAL),
			new Trial(AllMutants.RELEASE_WITHOUT_OWNER, "redis", "freeze-node", List.of("C2", "C4"), 20, USUAL),
			new Trial(AllMutants.UPDATE_WITHOUT_OWNER, "postgresql", "freeze-node", List.of("C2", "C4"), 20, USUAL),
			new Trial(AllMutants.RENEW_WITHOUT_OWNER, "redis", "force-release", List.of("C2"), 20, LONG),
			new Trial(AllMutants.RENEW_RECREATES, "redis", "force-release", List.of("C1", "C2"), 30, TAKEN),
			new Trial(AllMutants.PLAIN_COUNTER, "redis", "forget-data", List.of("C1"), 20, USUAL),
			new Trial(AllMutants.MAX_OF_COUNTERS, "redis-redlock", "none", List.of("C1"), 20, USUAL),
			new Trial(AllMutants.WAIT_ELSEWHERE, "redis-replicas-ack", "failover-lag", List.of("C2", "C4"), 40, MANY),
			new Trial(AllMutants.SILENT_CONNECTION_STAYS, "redis", "silent", List.of("C5"), 20, USUAL),
			new Trial(AllMutants.WAIT_ON_ACQUIRE_ONLY, "redis-replicas-ack", "split-brain", List.of("C2", "C4"), 20,
					LONG),
			new Trial(AllMutants.SUB_SELECT, "postgresql", "freeze-store", List.of("C2", "C4"), 20, HASTY),
			new Trial(AllMutants.GUARD_LAST, "postgresql", "freeze-node", List.of("C3"), 30, FENCED),
			new Trial(AllMutants.RELEASE_BEFORE_COMMIT, "postgresql", "none", List.of("C3"), 20, JOINED),
			new Trial(AllMutants.NODE_OF_OLD_SESSION, "zookeeper", "lose-session", List.of("C2", "C4"), 40, WAITING),
			new Trial(AllMutants.RENEWAL_FROM_REPLY, "redis", "late-answers", List.of("C2", "C4"), 20, VARIED),
			new Trial(AllMutants.ASYNCHRONOUS_COMMIT, "postgresql", "kill-at-grant", List.of("C2", "C4", "C8"), 20,
					RESTARTED),
			new Trial(AllMutants.WHOLE_SESSION, "zookeeper-ensemble", "strand-node", List.of("C2", "C4"), 20, SILENT),
			new Trial(AllMutants.READER_FREES_FOR_ALL, "redis", "kill-node", List.of("C2"), 20, READ),
			new Trial(AllMutants.READS_BESIDE_A_WRITER, "redis", "freeze-node", List.of("C2"), 20, READ),
			new Trial(AllMutants.ONE_PERMIT_TOO_MANY, "redis", "rolling-restart", List.of("C2"), 20, PERMITS),
			new Trial(AllMutants.READERS_END_WITH_THE_FIRST, "redis", "none", List.of("C2"), 20, READ),
			new Trial(AllMutants.PERMIT_IS_NOT_PROLONGED, "redis", "freeze-node", List.of("C2"), 20, PERMITS),
			new Trial(AllMutants.RELEASE_OPENS_THE_ROW, "postgresql", "kill-connections", List.of("C2"), 20, READ),
			new Trial(AllMutants.RENEWAL_KEEPS_THE_ROW, "postgresql", "none", List.of("C2"), 20, READ),
			new Trial(AllMutants.SHARES_WITHOUT_THE_ROW_LOCK, "postgresql", "freeze-node", List.of("C2"), 20, PERMITS),
			new Trial(AllMutants.FRONT_IS_TOO_LONG, "zookeeper", "freeze-node", List.of("C2"), 20, PERMITS),
			new Trial(AllMutants.READER_PASSES_THE_WRITER, "zookeeper", "lose-session", List.of("C2"), 20, READ),
			new Trial(AllMutants.NESTED_WITHOUT_THE_LOCK, "redis", "none", List.of("C2"), 20, READ),
			new Trial(AllMutants.LAST_RELEASE_IS_KNOWN, "redis", "lose-answers", List.of("C8"), 40, BUSY_PERMITS),
			new Trial(AllMutants.MARK_STAYS, "redis", "none", List.of("C5"), 20, IMPATIENT),
			new Trial(AllMutants.UNUSED_PERMIT_STAYS, "redis", "none", List.of("C5"), 40, SPARE_PERMITS));

	private Trials() {
	}

	/**
	 * Return some trials.
	 * @param names the names of their mutants, all of them where it is empty
	 * @return the trials
	 * @throws IllegalArgumentException if there is none of a name
	 */
	public static List<Trial> named(List<String> names) {
		List<String> known = ALL.stream().map((trial) -> trial.mutant().name()).toList();
		names.stream().filter((name) -> !known.contains(name)).findFirst().ifPresent((name) -> {
			throw new IllegalArgumentException("There is no mutant '%s'; the mutants are %s".formatted(name, known));
		});
		return ALL.stream().filter((trial) -> names.isEmpty() || names.contains(trial.mutant().name())).toList();
	}

}
