// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program without Spring that runs code under a lock.
 */
public final class PlainMain {

	private static final Logger logger = LoggerFactory.getLogger(PlainMain.class);

	private PlainMain() {
	}

	// tag::main[]
	public static void main(String[] args) {
		LeaseSettings settings = LeaseSettings.of("shop", "node-1").withWaitTime(Duration.ofSeconds(10));
		try (CuratorFramework client = CuratorFrameworkFactory.newClient(args[0], new RetryOneTime(100))) {
			client.start();
			try (LockProvider provider = new ZooKeeperLockProvider(client, ZooKeeperLockSettings.defaults());
					LeaseLockEngine engine = new LeaseLockEngine(provider, settings, PlainMain::lost)) {
				new LockTemplate(engine).executeWithoutResult("order:7", PlainMain::ship);
			}
		}
	}
	// end::main[]

	private static void ship(HeldLock lock) {
		logger.info("Shipped with token {}", lock.fencingToken());
	}

	private static void lost(LockLostEvent event) {
		logger.warn("{}", event);
	}

}
