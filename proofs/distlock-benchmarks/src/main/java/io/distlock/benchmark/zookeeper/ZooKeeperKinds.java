// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.List;
import java.util.function.UnaryOperator;

import io.distlock.LockRequest;
import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Kind;
import io.distlock.benchmark.measure.Locker;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;

/**
 * Kinds of locks on ZooKeeper that several owners may hold at a time. The address is the
 * connect string.
 */
final class ZooKeeperKinds {

	private ZooKeeperKinds() {
	}

	static List<Kind> all() {
		return List.of(
				new Kind("Readers",
						List.of(distlock("distlock, readers", LockRequest::shared),
								readWrite("Curator InterProcessReadWriteLock, readers", Integer.MAX_VALUE))),
				new Kind("One of ten writes", List.of(
						distlock("distlock, one of ten writes",
								(read) -> Kind.writes(Kind.CALLS_PER_WRITE) ? read : read.shared()),
						readWrite("Curator InterProcessReadWriteLock, one of ten writes", Kind.CALLS_PER_WRITE))),
				new Kind("Three permits",
						List.of(distlock("distlock, three permits", (request) -> request.permits(Kind.PERMITS)),
								new Entry("Curator InterProcessSemaphoreV2", true, ZooKeeperKinds::permits))));
	}

	private static Entry distlock(String name, UnaryOperator<LockRequest> kind) {
		return new Entry(name, true, (servers) -> DistlockNode.start(name, kind, "distlock.provider=zookeeper",
				"distlock.zookeeper.connect-string=" + servers));
	}

	private static Entry readWrite(String name, int callsPerWrite) {
		return new Entry(name, true, (servers) -> {
			CuratorFramework client = ZooKeeperEntries.client(servers);
			return Locker.of(name, (key) -> {
				InterProcessReadWriteLock lock = new InterProcessReadWriteLock(client, "/read-write/" + key);
				InterProcessMutex side = Kind.writes(callsPerWrite) ? lock.writeLock() : lock.readLock();
				side.acquire();
				return side::release;
			}, client);
		});
	}

	private static Locker permits(String servers) {
		CuratorFramework client = ZooKeeperEntries.client(servers);
		return Locker.of("Curator InterProcessSemaphoreV2",
				(key) -> new InterProcessSemaphoreV2(client, "/permits/" + key, Kind.PERMITS).acquire(), client);
	}

}
