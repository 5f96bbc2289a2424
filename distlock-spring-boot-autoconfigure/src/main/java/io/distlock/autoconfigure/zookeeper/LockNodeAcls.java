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
