// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;

/**
 * A real server, with the hands of an operator. All nodes share a client, and each has
 * leases of its own.
 */
final class EtcdStore implements StoreUnderTest, AutoCloseable {

	private static final String LOCKS = "distlock/locks/";

	private final String endpoints;

	private final Client client;

	EtcdStore(String endpoints) {
		this.endpoints = endpoints;
		this.client = Client.builder().endpoints(endpoints.split(",")).build();
	}

	Client client() {
		return this.client;
	}

	@Override
	public List<String> connection() {
		return List.of(this.endpoints);
	}

	@Override
	public LockProvider newProvider() {
		return new EtcdLockProvider(this.client, EtcdLockProvider.DEFAULT_ROOT_PATH);
	}

	@Override
	public void delete(LockKey key) {
		DeleteOption below = DeleteOption.builder().isPrefix(true).build();
		act(() -> this.client.getKVClient().delete(bytes(path(key)), below).get());
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		intrusions.put("key below the lock", () -> put(path(key) + "hello"));
		intrusions.put("key deep below the lock", () -> put(path(key) + "hello/there.1-n"));
		intrusions.put("place without a lease", () -> put(path(key) + "AAAAAAAAAAAAAAAAAAAAAA.1-n"));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return path(key);
	}

	/**
	 * Put a key without a lease.
	 * @return deletes it
	 */
	AutoCloseable put(String key) {
		act(() -> this.client.getKVClient().put(bytes(key), bytes("hello")).get());
		return () -> this.client.getKVClient().delete(bytes(key)).get();
	}

	/**
	 * Tokens begin with the revision of the store.
	 */
	@Override
	public boolean grantsUnusedTokensAgain() {
		return false;
	}

	@Override
	public long size() {
		return below(LOCKS).size();
	}

	/**
	 * Return the places in the line of a lock.
	 */
	List<String> line(LockKey key) {
		return below(path(key));
	}

	List<String> below(String prefix) {
		GetOption below = GetOption.builder().isPrefix(true).withKeysOnly(true).build();
		return act(() -> this.client.getKVClient().get(bytes(prefix), below).get()).getKvs()
			.stream()
			.map(KeyValue::getKey)
			.map((key) -> key.toString(StandardCharsets.UTF_8))
			.toList();
	}

	static String path(LockKey key) {
		return LOCKS + key.encoded(400) + '/';
	}

	static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	private static <T> T act(Action<T> action) {
		try {
			return action.run();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

	private interface Action<T> {

		T run() throws ExecutionException, InterruptedException;

	}

}
