/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.zookeeper;

import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;

/**
 * The ACLs that the client's ACL provider gives to new nodes. The client does not tell
 * its provider, but it describes an operation of a transaction without sending it.
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
		throw new IllegalStateException("Curator makes a node by an unknown request: " + operation);
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
