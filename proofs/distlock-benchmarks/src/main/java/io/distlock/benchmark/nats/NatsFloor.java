// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.nats;

import java.nio.charset.StandardCharsets;

import io.distlock.benchmark.measure.Contestant;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.StorageType;

/**
 * A value of a key-value bucket that is written twice.
 */
final class NatsFloor implements Contestant {

	private static final byte[] DATA = "x".repeat(120).getBytes(StandardCharsets.US_ASCII);

	private static final String BUCKET = "floor";

	private final Connection connection;

	private final KeyValue bucket;

	NatsFloor(String url) throws Exception {
		this.connection = Nats.connect(Options.builder().server(url).build());
		this.connection.keyValueManagement()
			.create(KeyValueConfiguration.builder().name(BUCKET).storageType(StorageType.File).build());
		this.bucket = this.connection.keyValue(BUCKET);
	}

	String version() {
		return this.connection.getServerInfo().getVersion();
	}

	@Override
	public String name() {
		return FLOOR + "put, put";
	}

	@Override
	public void cycle(String key) throws Exception {
		String path = key.replaceAll("[^A-Za-z0-9]", "_");
		this.bucket.put(path, DATA);
		this.bucket.put(path, DATA);
	}

	@Override
	public void close() throws InterruptedException {
		this.connection.close();
	}

}
