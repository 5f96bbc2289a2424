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
