// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockClaim;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.zookeeper.Session.CreatedNode;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;

/**
 * Makes nodes: of those who stand in line, and above them, on demand, the containers,
 * which the server removes when they are empty.
 */
final class QueueNodes {

	private static final int ID_BYTES = 16;

	/**
	 * Rounds until a node has been made: without its container, with it, with all above
	 * it, and once more in case that the server has removed one meanwhile.
	 */
	private static final int ROUNDS = 4;

	private static final byte[] NO_DATA = {};

	private final String instance = instance();

	private final AtomicLong number = new AtomicLong();

	private final String locks;

	private final ClientAcls acls;

	private final NodeCleanup removals;

	QueueNodes(CuratorFramework client, ZooKeeperLockSettings settings, NodeCleanup removals) {
		this.locks = ZKPaths.fixForNamespace(client.getNamespace(), settings.rootPath() + "/locks");
		this.acls = new ClientAcls(client);
		this.removals = removals;
	}

	/**
	 * Return the node above all keys, with the client's namespace.
	 */
	String locks() {
		return this.locks;
	}

	/**
	 * Stand in line, and look whether another node does, in one round trip where the
	 * container is there.
	 * @param deadline how long that may take
	 * @throws LockStoreException if that failed; then no node is left
	 */
	QueueNode enter(Session session, LockPath lock, LockClaim claim, Deadline deadline) {
		String purpose = "acquire '%s'".formatted(claim.key());
		@Nullable LockStoreException cause = null;
		for (int round = 0; round < ROUNDS; round++) {
			List<CompletableFuture<CreatedNode>> containers = makeContainers(session, lock, round);
			QueueNode place = place(session, lock, claim);
			try {
				return place.await(purpose, deadline);
			}
			catch (NoNodeException ex) {
				cause = failure(containers, cause, deadline);
			}
			catch (LockStoreException ex) {
				place.leave();
				throw ZooKeeperReplies.withoutEffect(ex);
			}
		}
		throw (cause != null) ? cause : noParent(purpose);
	}

	private QueueNode place(Session session, LockPath lock, LockClaim claim) {
		String id = this.instance + '.' + this.number.incrementAndGet();
		String path = lock.withoutSequence(id, claim.key().mode());
		CompletableFuture<CreatedNode> node = session.create(path, HolderData.of(claim), this.acls.of(path),
				CreateMode.EPHEMERAL_SEQUENTIAL);
		return new QueueNode(session, lock, id, node, session.exists(lock.parent()), this.removals);
	}

	/**
	 * Send what makes the containers: none at first, then the key's, then all, from the
	 * top. Whether they were there does not matter.
	 */
	private List<CompletableFuture<CreatedNode>> makeContainers(Session session, LockPath lock, int round) {
		if (round == 0) {
			return List.of();
		}
		List<String> paths = (round == 1) ? List.of(lock.parent()) : upTo(lock.parent());
		return paths.stream()
			.map((path) -> session.create(path, NO_DATA, this.acls.of(path), CreateMode.CONTAINER))
			.toList();
	}

	private static List<String> upTo(String path) {
		List<String> paths = new ArrayList<>();
		for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
			paths.add(path.substring(0, end));
		}
		paths.add(path);
		return paths;
	}

	/**
	 * Return why a container could not be made, if it is not only that the one above it
	 * is missing.
	 */
	private static @Nullable LockStoreException failure(List<CompletableFuture<CreatedNode>> containers,
			@Nullable LockStoreException before, Deadline deadline) {
		for (CompletableFuture<CreatedNode> container : containers) {
			try {
				ZooKeeperReplies.await("create the parent nodes of the locks", container, deadline);
			}
			catch (NoNodeException ex) {
				return before;
			}
			catch (LockStoreException ex) {
				if (ex.getOutcome() == Outcome.PERMANENT) {
					return ex;
				}
			}
		}
		return before;
	}

	private static LockStoreException noParent(String purpose) {
		return new LockStoreException(
				"Could not %s in ZooKeeper. Its parent nodes cannot be created: if the connect string ends in a path, create that node"
					.formatted(purpose),
				Outcome.PERMANENT, null);
	}

	private static String instance() {
		byte[] random = new byte[ID_BYTES];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
	}

}
