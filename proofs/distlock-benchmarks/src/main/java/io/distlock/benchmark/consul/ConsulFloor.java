// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.consul;

import java.io.IOException;
import java.util.UUID;

import io.distlock.benchmark.measure.Contestant;

/**
 * A key that is acquired by a session, and deleted.
 */
final class ConsulFloor implements Contestant {

	private static final String DATA = "x".repeat(40);

	private final ConsulRequests requests;

	private final String session;

	ConsulFloor(String url) throws IOException, InterruptedException {
		this.requests = new ConsulRequests(url);
		this.session = this.requests.session();
	}

	@Override
	public String name() {
		return FLOOR + "acquire, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		String path = "/v1/kv/floor/" + key.replace(':', '/') + '/' + UUID.randomUUID();
		if (!this.requests.acquire(path, this.session, DATA)) {
			throw new IllegalStateException("Consul did not lock " + path);
		}
		this.requests.send("DELETE", path, "");
	}

	@Override
	public void close() throws IOException, InterruptedException {
		this.requests.send("PUT", "/v1/session/destroy/" + this.session, "");
	}

}
