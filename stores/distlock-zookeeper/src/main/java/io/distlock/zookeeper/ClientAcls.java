// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;

/**
 * Resolves the ACLs that the client's ACL provider assigns to new nodes. The client does
 * not expose its provider, but describes an operation of a transaction without sending
 * it.
 */
final class ClientAcls {

	private static final byte[] NO_DATA = {};

	private final CuratorFramework client;

	ClientAcls(CuratorFramework client) {
		this.client = client;
	}

	/**
	 * Return the ACLs of a new node.
	 * @param path the path, with the client's namespace
	 */
	List<ACL> of(String path) {
		Op operation = operation(path).get();
		if (operation.toRequestRecord() instanceof CreateRequest request) {
			return request.getAcl();
		}
		throw new IllegalStateException("Curator creates a node by an unknown request: " + operation);
	}

	/**
	 * Create a persistent node and its missing parents, if absent. A client may lack
	 * rights on the upper parents.
	 */
	void make(Session session, String path, String purpose, Deadline deadline) {
		for (int round = 1;; round++) {
			try {
				ZooKeeperReplies.await(purpose, session.create(path, NO_DATA, of(path), CreateMode.PERSISTENT),
						deadline);
				return;
			}
			catch (NoNodeException ex) {
				int above = path.lastIndexOf('/');
				if (round > 1 || above <= 0) {
					throw ZooKeeperReplies.failed(purpose, ex);
				}
				make(session, path.substring(0, above), purpose, deadline);
			}
			catch (LockStoreException ex) {
				if (ex.getCause() instanceof NodeExistsException) {
					return;
				}
				throw ex;
			}
		}
	}

	@SuppressWarnings("NullAway") // 'null' is how Curator names the absence of a
									// namespace
	private CuratorOp operation(String path) {
		try {
			return this.client.usingNamespace(null)
				.transactionOp()
				.create()
				.withMode(CreateMode.PERSISTENT)
				.forPath(path, NO_DATA);
		}
		catch (Exception ex) {
			throw new LockStoreException("The client's ACL provider failed for '%s'".formatted(path), Outcome.PERMANENT,
					ex);
		}
	}

}
