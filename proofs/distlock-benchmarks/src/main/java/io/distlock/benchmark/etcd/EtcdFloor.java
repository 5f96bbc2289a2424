// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.etcd;

import java.util.UUID;

import io.distlock.benchmark.measure.Contestant;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.options.PutOption;

/**
 * A key that is put with a lease, and deleted.
 */
final class EtcdFloor implements Contestant {

	private static final ByteSequence DATA = EtcdEntries.bytes("x".repeat(40));

	private final Client client;

	private final KV store;

	private final PutOption lease;

	EtcdFloor(String endpoints) {
		this.client = EtcdEntries.client(endpoints);
		this.store = this.client.getKVClient();
		this.lease = PutOption.builder().withLeaseId(this.client.getLeaseClient().grant(3600).join().getID()).build();
	}

	@Override
	public String name() {
		return FLOOR + "put, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		ByteSequence path = EtcdEntries.bytes("floor/" + key + '/' + UUID.randomUUID());
		this.store.put(path, DATA, this.lease).get();
		this.store.delete(path).get();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
