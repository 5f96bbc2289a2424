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

	private static final int KEY_LENGTH = 200;

	static JobPaths of(CuratorFramework client, ZooKeeperLockSettings settings) {
		String root = ZKPaths.fixForNamespace(client.getNamespace(), settings.rootPath());
		return new JobPaths(root + "/jobs", root + "/clock");
	}

	String job(LockKey job) {
		return this.jobs + '/' + job.encoded(KEY_LENGTH);
	}

	static String runs(String job) {
		return job + "/runs";
	}

}
