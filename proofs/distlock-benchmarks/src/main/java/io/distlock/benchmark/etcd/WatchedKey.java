// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.etcd;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

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

	private final CountDownLatch watching = new CountDownLatch(1);

	private final Client client;

	private final ByteSequence own = EtcdEntries.bytes("signal/" + UUID.randomUUID());

	WatchedKey(String endpoints) {
		this.client = EtcdEntries.client(endpoints);
		WatchOption below = WatchOption.builder().isPrefix(true).withCreateNotify(true).build();
		this.client.getWatchClient().watch(SIGNAL, below, this::hear);
		awaitWatch();
	}

	/**
	 * What is sent before the server watches is not heard.
	 */
	private void awaitWatch() {
		try {
			if (!this.watching.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("etcd does not watch " + SIGNAL);
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while waiting for a watch of etcd", ex);
		}
	}

	private void hear(WatchResponse changes) {
		if (changes.isCreatedNotify()) {
			this.watching.countDown();
		}
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
