// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.catalog;

import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.NoFault;
import io.distlock.faults.fault.network.HalfOpen;
import io.distlock.faults.fault.network.KilledConnections;
import io.distlock.faults.fault.network.KilledSubscribers;
import io.distlock.faults.fault.network.LateAnswers;
import io.distlock.faults.fault.network.NetworkFault;
import io.distlock.faults.fault.network.RepeatedRequests;
import io.distlock.faults.fault.network.Resets;
import io.distlock.faults.fault.network.Silent;
import io.distlock.faults.fault.network.SlowAnswers;
import io.distlock.faults.fault.network.SlowServers;
import io.distlock.faults.fault.network.StrandedNode;
import io.distlock.faults.fault.node.ExhaustedPool;
import io.distlock.faults.fault.node.ForcedEnd;
import io.distlock.faults.fault.node.FrozenNode;
import io.distlock.faults.fault.node.FrozenRelease;
import io.distlock.faults.fault.node.FullPools;
import io.distlock.faults.fault.node.HangingCallbacks;
import io.distlock.faults.fault.node.Interrupts;
import io.distlock.faults.fault.node.JumpingClock;
import io.distlock.faults.fault.node.KilledNode;
import io.distlock.faults.fault.node.RollingRestart;
import io.distlock.faults.fault.replication.Failover;
import io.distlock.faults.fault.replication.LaggingFailover;
import io.distlock.faults.fault.replication.SplitBrain;
import io.distlock.faults.fault.server.CancelledStatements;
import io.distlock.faults.fault.server.ChangedPassword;
import io.distlock.faults.fault.server.ExpiredSession;
import io.distlock.faults.fault.server.ForgetfulServers;
import io.distlock.faults.fault.server.ForgottenData;
import io.distlock.faults.fault.server.FrozenLeader;
import io.distlock.faults.fault.server.FrozenServers;
import io.distlock.faults.fault.server.FrozenStore;
import io.distlock.faults.fault.server.FullDisk;
import io.distlock.faults.fault.server.FullMemory;
import io.distlock.faults.fault.server.KilledAtGrant;
import io.distlock.faults.fault.server.KilledLeader;
import io.distlock.faults.fault.server.KilledServers;
import io.distlock.faults.fault.server.KilledStore;
import io.distlock.faults.fault.server.LostSession;
import io.distlock.faults.fault.server.Resharding;
import io.distlock.faults.fault.server.RestoredCopy;
import io.distlock.faults.fault.server.ShardFault;
import io.distlock.faults.fault.server.WrongServerClock;

/**
 * The faults there are.
 *
 * @since 0.1.0
 */
public final class AllFaults {

	private static final List<Fault> ALL = all();

	private AllFaults() {
	}

	/**
	 * Those that cost new nodes come last.
	 */
	private static List<Fault> all() {
		List<Fault> all = new ArrayList<>(List.of(new NoFault(), new FrozenNode(), new KilledStore(),
				new KilledAtGrant(), new FrozenStore(), new ForgottenData(), new KilledServers(), new FrozenServers(),
				new SlowServers(), new ForgetfulServers(), new KilledLeader(), new FrozenLeader(),
				new WrongServerClock(), new FullMemory(), new FullDisk(), new ChangedPassword(), new RestoredCopy(),
				new Resharding(), new Failover(), new LaggingFailover(), new SplitBrain()));
		all.addAll(ShardFault.all());
		all.addAll(NetworkFault.all());
		all.addAll(HalfOpen.all());
		all.addAll(Silent.all());
		all.addAll(List.of(new LateAnswers(), new StrandedNode(), new RepeatedRequests(), new FullPools(),
				new HangingCallbacks()));
		all.addAll(List.of(new Resets(), new KilledConnections(), new CancelledStatements(), new KilledSubscribers(),
				new SlowAnswers(), new ForcedEnd(), new FrozenRelease(), new Interrupts(), new ExhaustedPool(),
				new ExpiredSession(), new LostSession(), new KilledNode(), new RollingRestart(), new JumpingClock()));
		return List.copyOf(all);
	}

	/**
	 * Return some faults, in the order in which they run.
	 * @param names their names, all of them where it is empty
	 * @return the faults
	 * @throws IllegalArgumentException if there is none of a name
	 */
	public static List<Fault> named(List<String> names) {
		List<String> known = ALL.stream().map(Fault::name).toList();
		names.stream().filter((name) -> !known.contains(name)).findFirst().ifPresent((name) -> {
			throw new IllegalArgumentException("There is no fault '%s'; the faults are %s".formatted(name, known));
		});
		return ALL.stream().filter((fault) -> names.isEmpty() || names.contains(fault.name())).toList();
	}

}
