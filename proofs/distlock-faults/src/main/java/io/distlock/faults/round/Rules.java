// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.check.AvailabilityCheck;
import io.distlock.faults.check.BudgetCheck;
import io.distlock.faults.check.CallbackCheck;
import io.distlock.faults.check.Check;
import io.distlock.faults.check.EarlyLossCheck;
import io.distlock.faults.check.ExclusionCheck;
import io.distlock.faults.check.FailureCheck;
import io.distlock.faults.check.FalseBusyCheck;
import io.distlock.faults.check.FinalLossCheck;
import io.distlock.faults.check.JobCheck;
import io.distlock.faults.check.JobServiceCheck;
import io.distlock.faults.check.LeakCheck;
import io.distlock.faults.check.LinearizabilityCheck;
import io.distlock.faults.check.LossCheck;
import io.distlock.faults.check.NeedlessLossCheck;
import io.distlock.faults.check.NeglectCheck;
import io.distlock.faults.check.OutcomeCheck;
import io.distlock.faults.check.OvertakenCheck;
import io.distlock.faults.check.OwnerCheck;
import io.distlock.faults.check.RecoveryCheck;
import io.distlock.faults.check.RegisterCheck;
import io.distlock.faults.check.RoomCheck;
import io.distlock.faults.check.ServiceCheck;
import io.distlock.faults.check.SharingCheck;
import io.distlock.faults.check.TokenOrderCheck;
import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.server.RestoredCopy;
import io.distlock.faults.fault.server.WrongServerClock;
import io.distlock.faults.node.HoldUse;
import io.distlock.faults.node.NodeJobs;
import io.distlock.faults.store.ShardedStore;
import io.distlock.faults.store.Store;

/**
 * What is demanded of a round: everything, but for what the store does not promise under
 * the fault.
 */
final class Rules {

	private static final Duration RETURN = Duration.ofMillis(50);

	private Rules() {
	}

	/**
	 * A store that gives a lock away while its holder trusts it, as an administrator does
	 * who forces a release, tells the holder when it asks, which may be after the next
	 * grant. So nothing is demanded there of the time between: neither exclusion (C2,
	 * C4), nor that a loss is known before (C8), nor that a job runs once (C9).
	 */
	static List<Check> of(Store store, Fault fault, Setting setting) {
		if (setting.use() != HoldUse.ALONE) {
			return together(store, fault, setting);
		}
		Duration free = store.deadHolder(setting.lease()).plus(store.recovery());
		Duration command = command(store, fault, setting);
		List<Check> rules = new ArrayList<>(List.of(order(store, fault), new OvertakenCheck(free), new RegisterCheck(),
				new OwnerCheck(), new OutcomeCheck(), new RecoveryCheck(free, store.pollCap(), command),
				new NeglectCheck(free, store.pollCap(), command), new BudgetCheck(command), new LeakCheck(),
				new FinalLossCheck(), new CallbackCheck(setting.allowance())));
		if (!fault.losesLocks(store)) {
			rules.addAll(List.of(new ExclusionCheck(), new LinearizabilityCheck(), new FalseBusyCheck(free),
					new LossCheck(), new JobCheck(NodeJobs.ATTEMPTS)));
			addEarlyLoss(fault, rules);
		}
		if (fault.sparesStore()) {
			rules.add(new FailureCheck());
		}
		if (store instanceof ShardedStore) {
			rules.add(new AvailabilityCheck(Duration.ZERO, setting.lease(), setting.lease().dividedBy(4)));
		}
		addService(fault, rules);
		addRenewal(store, fault, setting, rules);
		return rules;
	}

	private static void addEarlyLoss(Fault fault, List<Check> rules) {
		if (!fault.forgetsLeases()) {
			rules.add(new EarlyLossCheck());
		}
	}

	private static void addService(Fault fault, List<Check> rules) {
		if (fault.demandsService()) {
			rules.addAll(List.of(new ServiceCheck(), new JobServiceCheck()));
		}
		if (fault instanceof RestoredCopy) {
			rules.addAll(List.of(new ServiceCheck(), JobCheck.ofForgottenRuns(NodeJobs.ATTEMPTS)));
		}
		if (fault instanceof WrongServerClock) {
			rules.addAll(List.of(JobCheck.ofJumpingClock(NodeJobs.ATTEMPTS), new JobServiceCheck()));
		}
	}

	private static void addRenewal(Store store, Fault fault, Setting setting, List<Check> rules) {
		if (fault.sparesRenewals(store) && setting.quiet()) {
			rules.add(new NeedlessLossCheck(setting.lease().dividedBy(4)));
		}
	}

	/**
	 * What is said of one holder after the other says nothing where several hold a key.
	 * Only those write to the register who have it alone.
	 */
	private static List<Check> together(Store store, Fault fault, Setting setting) {
		Duration free = store.deadHolder(setting.lease()).plus(store.recovery());
		Duration command = command(store, fault, setting);
		List<Check> rules = new ArrayList<>(List.of(new RegisterCheck(), new OwnerCheck(), new OutcomeCheck(),
				new RoomCheck(free, pause(store, fault), command), new BudgetCheck(command), new LeakCheck(),
				new FinalLossCheck(), new CallbackCheck(setting.allowance())));
		if (!fault.losesLocks(store)) {
			rules.addAll(List.of(new SharingCheck(), new JobCheck(NodeJobs.ATTEMPTS)));
			addEarlyLoss(fault, rules);
		}
		if (fault.sparesStore()) {
			rules.add(new FailureCheck());
		}
		addService(fault, rules);
		addRenewal(store, fault, setting, rules);
		return rules;
	}

	/**
	 * Return for how long one may wait who misses nothing. Where nothing happens, who is
	 * woken does not miss it.
	 */
	private static Duration pause(Store store, Fault fault) {
		return (store.listens() && fault.isCalm()) ? Duration.ZERO : store.pollCap();
	}

	/**
	 * Return how long a command may take, with what a noisy machine adds.
	 */
	private static Duration command(Store store, Fault fault, Setting setting) {
		Duration answer = fault.sparesStore() ? Duration.ZERO : store.commandTimeout();
		return answer.plus(RETURN).plus(setting.allowance());
	}

	private static Check order(Store store, Fault fault) {
		return fault.losesLocks(store) ? TokenOrderCheck.ofLeases() : new TokenOrderCheck();
	}

}
