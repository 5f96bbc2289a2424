// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.util.List;

import io.distlock.autoconfigure.zookeeper.DistlockZooKeeperProperties.Acl;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * The same access control list for every node, parents included.
 *
 * @param list the list
 */
record LockNodeAcls(List<ACL> list) implements ACLProvider {

	static LockNodeAcls of(Acl acl, boolean authenticated) {
		boolean creatorOnly = acl == Acl.CREATOR_ONLY || (acl == Acl.AUTO && authenticated);
		return new LockNodeAcls(creatorOnly ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE);
	}

	@Override
	public List<ACL> getDefaultAcl() {
		return this.list;
	}

	@Override
	public List<ACL> getAclForPath(String path) {
		return this.list;
	}

}
