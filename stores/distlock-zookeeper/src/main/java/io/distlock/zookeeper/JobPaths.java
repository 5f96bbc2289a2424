// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import io.distlock.provider.LockKey;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;

/**
 * Where cluster jobs live: one node for each job, which says what its state is, and below
 * it one with the records of its runs. A node of its own tells the servers' time.
 *
 * @param jobs the node above all jobs
 * @param clock the node whose last change is the time
 */
record JobPaths(String jobs, String clock) {

	static JobPaths of(CuratorFramework client, ZooKeeperLockSettings settings) {
		String root = ZKPaths.fixForNamespace(client.getNamespace(), settings.rootPath());
		return new JobPaths(root + "/jobs", root + "/clock");
	}

	String job(LockKey job) {
		return this.jobs + '/' + job.encoded(LockPath.KEY_LENGTH);
	}

	static String runs(String job) {
		return job + "/runs";
	}

}
