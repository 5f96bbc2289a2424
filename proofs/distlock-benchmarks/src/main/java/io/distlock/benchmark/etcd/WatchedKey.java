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
import java.util.concurrent.Semaphore;

import io.distlock.benchmark.measure.Signal;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;

/**
 * A key that each process changes, and all watch.
 */
final class WatchedKey implements Signal {

	private static final ByteSequence SIGNAL = EtcdEntries.bytes("signal/");

	private final Semaphore heard = new Semaphore(0);

	private final Client client;

	private final ByteSequence own = EtcdEntries.bytes("signal/" + UUID.randomUUID());

	WatchedKey(String endpoints) {
		this.client = EtcdEntries.client(endpoints);
		WatchOption below = WatchOption.builder().isPrefix(true).build();
		this.client.getWatchClient().watch(SIGNAL, below, this::hear);
	}

	private void hear(WatchResponse changes) {
		changes.getEvents()
			.stream()
			.filter((change) -> !change.getKeyValue().getKey().equals(this.own))
			.forEach((change) -> this.heard.release());
	}

	@Override
	public void send() throws Exception {
		this.client.getKVClient().put(this.own, this.own).get();
	}

	@Override
	public void await() throws InterruptedException {
		this.heard.acquire();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
