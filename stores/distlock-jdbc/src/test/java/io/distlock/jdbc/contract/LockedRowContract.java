// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.contract.LockContract;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.contract.TestNode;
import io.distlock.jdbc.LockedRow;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A session that has locked the row of one lock concerns the lease of that lock only.
 */
@Tag("safety")
abstract class LockedRowContract extends LockContract {

	private static final int LOCKS = 100;

	private static final Duration LEASE = Duration.ofMillis(1500);

	@Override
	protected final JdbcStore store() {
		return (JdbcStore) super.store();
	}

	@Test
	void lockedRowKeepsNoOtherLeaseFromBeingRenewed() throws Exception {
		LockProvider provider = openProvider();
		List<Lease> leases = hold(provider, LOCKS);
		Lease blocked = leases.get(LOCKS / 2);
		try (LockedRow row = new LockedRow(store().dataSource(), blocked.key())) {
			Renewed renewed = Renewed.of(provider, leases);
			assertThat(leases).allSatisfy((lease) -> assertThat(renewed.outcome(lease)).as("%s", lease.key())
				.isEqualTo((lease == blocked) ? Outcome.UNKNOWN : Outcome.KEPT));
		}
		assertThat(Renewed.lost(provider, leases)).isEmpty();
	}

	@Test
	void leaseThatIsLostIsToldSoAlsoWhereItsRowIsLocked() throws Exception {
		LockProvider provider = openProvider();
		List<Lease> leases = hold(provider, 3);
		Lease lost = leases.get(1);
		provider.release(lost.key(), lost.owner());
		hold(provider, lost.key().name(), PATIENCE, 1);
		try (LockedRow row = new LockedRow(store().dataSource(), lost.key())) {
			assertThat(Renewed.lost(provider, leases)).containsExactly(lost);
		}
	}

	@Test
	@Tag("timing")
	void heldLocksOutliveManyLeasesWhileOneRowIsLocked() throws Exception {
		TestNode node = node();
		List<HeldLock> held = new ArrayList<>();
		for (int i = 0; i < LOCKS; i++) {
			held.add(node.template.acquire(request(key("held-" + i)).leaseTime(LEASE)));
		}
		HeldLock blocked = held.get(LOCKS / 2);
		try (LockedRow row = new LockedRow(store().dataSource(), TestNode.key(blocked.key()))) {
			Awaitility.await().atMost(PATIENCE).until(() -> !node.losses.isEmpty());
			Awaitility.await().during(LEASE.multipliedBy(2)).atMost(PATIENCE).until(() -> node.losses.size() == 1);
		}
		assertThat(node.losses).extracting(LockLostEvent::key).containsExactly(blocked.key());
		assertThat(held).filteredOn((lock) -> lock != blocked).allMatch(HeldLock::isHeld);
	}

	@Test
	@Tag("timing")
	void rowThatIsFreedInTimeCostsItsHolderNothing() throws Exception {
		TestNode node = node();
		HeldLock held = node.template.acquire(request(key("freed")).leaseTime(LASTING));
		try (LockedRow row = new LockedRow(store().dataSource(), TestNode.key(held.key()))) {
			int renewals = node.provider.renewals.get();
			Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() > renewals);
		}
		Awaitility.await().during(LASTING.multipliedBy(2)).atMost(PATIENCE).until(node.losses::isEmpty);
		assertThat(held.isHeld()).isTrue();
	}

	/**
	 * Each attempt, and each mark of a node that waits, locks the row for a moment.
	 */
	@Test
	void attemptsOfOtherNodesNeverMakeALeaseLost() throws Exception {
		LockProvider provider = openProvider();
		List<Lease> leases = hold(provider, 3);
		AtomicBoolean stop = new AtomicBoolean();
		List<Future<Object>> others = new ArrayList<>();
		for (Lease lease : leases) {
			LockProvider other = openProvider();
			others.add(inThread(() -> {
				while (!stop.get()) {
					waiting(other, lease.key().name()).close();
				}
				return null;
			}));
		}
		for (int i = 0; i < 50 * SCALE; i++) {
			Renewed renewed = Renewed.of(provider, leases);
			assertThat(leases).noneMatch((lease) -> renewed.outcome(lease) == Outcome.LOST);
		}
		stop.set(true);
		for (Future<Object> other : others) {
			other.get();
		}
		assertThat(Renewed.lost(provider, leases)).isEmpty();
	}

	private List<Lease> hold(LockProvider provider, int locks) {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < locks; i++) {
			leases.add(hold(provider, key("lock-" + i), PATIENCE, 1));
		}
		return leases;
	}

}
