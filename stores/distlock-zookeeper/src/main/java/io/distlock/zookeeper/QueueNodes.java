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
 * Creates queue nodes and, on demand, their containers, which the server removes when
 * they are empty.
 */
final class QueueNodes {

	private static final int ID_BYTES = 16;

	/**
	 * Maximum number of attempts to create a node: without its container, with its
	 * container, with all parents, and once more in case the server has removed a
	 * container meanwhile.
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
	 * Return the parent node of all keys, with the client's namespace.
	 */
	String locks() {
		return this.locks;
	}

	/**
	 * Create a queue entry and check for other entries, in one round trip if the
	 * container exists.
	 * @param deadline the deadline of the call
	 * @throws LockStoreException if the request failed, with no node left
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
	 * Send requests to create containers: none in the first round, then the key's
	 * container, then all parents from the top. Existing containers are ignored.
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
	 * Return the failure to create a container, unless only its parent is missing.
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
