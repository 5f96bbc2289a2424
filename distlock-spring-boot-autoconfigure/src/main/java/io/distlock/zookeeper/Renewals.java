package io.distlock.zookeeper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;

/**
 * Renews leases, all of them in one round trip. A lease goes on while the session lives
 * that made its node, and the node is there. Both are asked for after a majority of the
 * servers has agreed to something, so that a server which has lost the others, be it the
 * leader, renews nothing.
 */
final class Renewals {

	private static final String PURPOSE = "renew locks";

	private final HeldNodes held;

	private final Removals removals;

	private final String locks;

	Renewals(HeldNodes held, Removals removals, String locks) {
		this.held = held;
		this.removals = removals;
		this.locks = locks;
	}

	/**
	 * Renew leases.
	 * @return those that are lost
	 * @throws LockStoreException if it is not known of one of them
	 */
	List<Lease> renew(Collection<Lease> leases) {
		List<Lease> lost = new ArrayList<>();
		List<Check> checks = new ArrayList<>(leases.size());
		Map<Session, CompletableFuture<Boolean>> agreements = new HashMap<>();
		for (Lease lease : leases) {
			HeldNode node = this.held.find(lease.owner());
			if (node == null || node.session().isOver() || outlivesTrust(lease, node)) {
				lost.add(lease);
			}
			else {
				requireConnected(node.session());
				agreements.computeIfAbsent(node.session(), (session) -> session.agree(this.locks));
				checks.add(new Check(lease, node, node.session().exists(node.path())));
			}
		}
		agreements.values().forEach(Renewals::await);
		checks.stream().filter((check) -> !isRenewed(check)).map(Check::lease).forEach(lost::add);
		return lost;
	}

	/**
	 * Return whether the servers have shortened the session since the lease was granted,
	 * so that it promises too much. Then the lock is given up.
	 */
	private boolean outlivesTrust(Lease lease, HeldNode node) {
		if (lease.duration().compareTo(node.session().trust()) <= 0) {
			return false;
		}
		this.held.forget(node);
		this.removals.remove(node.session(), node.path());
		return true;
	}

	private static void requireConnected(Session session) {
		if (!session.isConnected()) {
			throw new LockStoreException("Could not %s in ZooKeeper. The connection is lost".formatted(PURPOSE),
					Outcome.TRANSIENT, null);
		}
	}

	private static void await(CompletableFuture<Boolean> answer) {
		try {
			Answers.await(PURPOSE, answer);
		}
		catch (NoNodeException ex) {
			// Then there are no locks, as the answers will say that follow.
		}
	}

	private boolean isRenewed(Check check) {
		boolean there = isThere(check);
		if (!there) {
			this.held.forget(check.node());
		}
		return there && this.held.extend(check.node(), check.lease());
	}

	private static boolean isThere(Check check) {
		try {
			Stat stat = Answers.await(PURPOSE, check.answer());
			return stat.getCzxid() == check.node().transaction();
		}
		catch (NoNodeException ex) {
			return false;
		}
	}

	/**
	 * A question that was sent.
	 *
	 * @param lease the lease
	 * @param node its node
	 * @param answer the answer to come
	 */
	private record Check(Lease lease, HeldNode node, CompletableFuture<Stat> answer) {

	}

}
