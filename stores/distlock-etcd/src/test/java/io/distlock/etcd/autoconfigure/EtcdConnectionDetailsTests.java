// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.EtcdServer;

/**
 * Connection details for etcd.
 */
class EtcdConnectionDetailsTests extends ConnectionDetailsContract<EtcdConnectionDetails> {

	EtcdConnectionDetailsTests() {
		super(EtcdLockAutoConfiguration.class, EtcdConnectionDetails.class,
				"distlock.etcd.endpoints=http://localhost:1", "distlock.etcd.username=wrong",
				"distlock.etcd.ssl-bundle=wrong");
	}

	@Override
	protected EtcdConnectionDetails details() {
		String url = EtcdServer.shared().url();
		return () -> url;
	}

}
