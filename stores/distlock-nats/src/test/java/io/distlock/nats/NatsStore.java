// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.NatsServer;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PurgeOptions;
import io.nats.client.api.StreamInfoOptions;

/**
 * A real server, with the hands of an operator. All nodes share a connection.
 */
final class NatsStore implements StoreUnderTest, AutoCloseable {

	private static final String STREAM = "KV_" + NatsLockProvider.DEFAULT_BUCKET;

	private static final String SUBJECTS = "$KV." + NatsLockProvider.DEFAULT_BUCKET + ".locks.";

	private final String url;

	private final Connection connection;

	NatsStore(String url) {
		this.url = url;
		this.connection = connect(url);
	}

	static Connection connect(String url) {
		try {
			return Nats.connect(Options.builder()
				.servers(url.split(","))
				.connectionTimeout(Duration.ofSeconds(2))
				.maxReconnects(-1)
				.reconnectWait(Duration.ofMillis(100))
				.reconnectBufferSize(0)
				.build());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return whether servers agree on a write where they keep copies.
	 */
	static boolean isSafe(List<NatsServer> members) {
		return members.get(0).isAtLeast(NatsBucket.SAFE_COPIES);
	}

	@Override
	public List<String> connection() {
		return List.of(this.url);
	}

	@Override
	public LockProvider newProvider() {
		return new NatsLockProvider(this.connection, NatsLockProvider.DEFAULT_BUCKET);
	}

	@Override
	public void delete(LockKey key) {
		act(() -> this.connection.jetStreamManagement()
			.purgeStream(STREAM, PurgeOptions.builder().subject(subject(key)).build()));
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		Stream.of("", "hello", "lock2 1 EXCLUSIVE 1", "lock1 1 EXCLUSIVE 1\nhold o")
			.forEach((text) -> intrusions.put("text '%s'".formatted(text), () -> act(
					() -> this.connection.jetStream().publish(subject(key), text.getBytes(StandardCharsets.UTF_8)))));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return "locks/" + key.encoded(KeyAlphabet.of('=', "-_"), 894);
	}

	private static String subject(LockKey key) {
		return SUBJECTS + key.encoded(KeyAlphabet.of('=', "-_"), 894);
	}

	@Override
	public void purge() {
		try (NatsLockProvider provider = new NatsLockProvider(this.connection, NatsLockProvider.DEFAULT_BUCKET)) {
			provider.purge(Duration.ZERO);
		}
	}

	@Override
	public long size() {
		return act(() -> this.connection.jetStreamManagement()
			.getStreamInfo(STREAM, StreamInfoOptions.filterSubjects(SUBJECTS + '>'))).getStreamState()
			.getSubjectCount();
	}

	private static <T> T act(Action<T> action) {
		try {
			return action.run();
		}
		catch (IOException | JetStreamApiException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.connection.close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private interface Action<T> {

		T run() throws IOException, JetStreamApiException;

	}

}
