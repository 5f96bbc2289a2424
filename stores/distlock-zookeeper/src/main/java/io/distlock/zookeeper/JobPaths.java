// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import io.distlock.provider.LockKey;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;

/**
 * Paths of cluster jobs: one node for each job, with its state, and below it one with the
 * records of its runs. A separate node has the servers' time.
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
