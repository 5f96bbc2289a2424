// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.etcd;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Lock;
import io.etcd.jetcd.lease.LeaseGrantResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.etcd.jetcd.support.Observers;

/**
 * distlock and the lock of jetcd, both with leases of 30 seconds. Threads of the same
 * lease would hold jetcd's lock together, so there each thread has a lease of its own.
 */
final class EtcdEntries {

	static final String JETCD = "jetcd Lock";

	private static final long LEASE_SECONDS = 30;

	private EtcdEntries() {
	}

	static List<Entry> all() {
		List<Entry> all = new ArrayList<>(List.of(new Entry("distlock", true, (endpoints) -> DistlockNode
			.start("distlock", "distlock.provider=etcd", "distlock.etcd.endpoints=" + endpoints)),
				new Entry(JETCD, true, EtcdEntries::jetcd)));
		all.addAll(ShedLocks.ofStore(ShedLocks.ETCD, Client.class, EtcdEntries::client, Client::close));
		return all;
	}

	static Client client(String endpoints) {
		return Client.builder().endpoints(endpoints.split(",")).build();
	}

	static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	private static Locker jetcd(String endpoints) {
		Client client = client(endpoints);
		Lock locks = client.getLockClient();
		ThreadLocal<Long> leases = ThreadLocal.withInitial(() -> keptAlive(client));
		return Locker.of(JETCD, (key) -> {
			ByteSequence held = locks.lock(bytes("jetcd/" + key), leases.get()).get().getKey();
			return () -> locks.unlock(held).get();
		}, client);
	}

	private static long keptAlive(Client client) {
		LeaseGrantResponse lease = client.getLeaseClient().grant(LEASE_SECONDS).join();
		CloseableClient ended = client.getLeaseClient().keepAlive(lease.getID(), Observers.observer((answer) -> {
		}));
		Runtime.getRuntime().addShutdownHook(new Thread(ended::close));
		return lease.getID();
	}

}
