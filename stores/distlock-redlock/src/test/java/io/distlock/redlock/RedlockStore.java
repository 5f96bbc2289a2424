// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.redis.Operator;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.resource.ClientResources;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Independent masters, with the hands of an operator. Each provider has clients of its
 * own, as nodes have.
 */
public final class RedlockStore implements StoreUnderTest {

	/**
	 * Longer than a master takes on a busy machine.
	 */
	public static final RedlockSettings PATIENT = RedlockSettings.defaults()
		.withNodeTimeout(Duration.ofSeconds(2))
		.withQuarantine(Duration.ZERO);

	/**
	 * Shared, since to end the threads of a client takes longer than most tests.
	 */
	private static final ClientResources THREADS = ClientResources.create();

	private static final LettuceClientConfiguration CLIENT = LettuceClientConfiguration.builder()
		.clientResources(THREADS)
		.shutdownTimeout(Duration.ZERO)
		.build();

	private final List<Integer> ports;

	private final RedlockSettings settings;

	RedlockStore(String ports) {
		this(Stream.of(ports.split(",")).map(Integer::valueOf).toList(), PATIENT);
	}

	private RedlockStore(List<Integer> ports, RedlockSettings settings) {
		this.ports = ports;
		this.settings = settings;
	}

	public static RedlockStore of(List<RedisServer> masters, RedlockSettings settings) {
		return new RedlockStore(masters.stream().map(RedisServer::port).toList(), settings);
	}

	@Override
	public List<String> connection() {
		return List.of(this.ports.stream().map(String::valueOf).collect(Collectors.joining(",")));
	}

	@Override
	public LockProvider newProvider() {
		List<RedisTransport> transports = new ArrayList<>();
		for (int port : this.ports) {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", port), CLIENT);
			factory.start();
			transports.add(SpringRedisTransports.of(factory, factory::destroy));
		}
		return new RedlockProvider(transports, this.settings);
	}

	@Override
	public void delete(LockKey key) {
		RedisKeys keys = new RedisKeys(key);
		operators().forEach((operator) -> operator.send("DEL", keys.lock(), keys.fence(), keys.waiters()));
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		String lock = new RedisKeys(key).lock();
		return Map.of("list", () -> operators().forEach((operator) -> operator.send("RPUSH", lock, "x")), "text",
				() -> operators().forEach((operator) -> operator.send("SET", lock, "hello")));
	}

	@Override
	public String place(LockKey key) {
		return new RedisKeys(key).lock();
	}

	/**
	 * Delete everything of locks that are free, as their times to live would.
	 */
	@Override
	public void purge() {
		operators().forEach((operator) -> {
			List<?> held = (List<?>) operator.send("KEYS", RedisKeys.locks(""));
			List<?> free = ((List<?>) operator.send("KEYS", "distlock:*")).stream()
				.filter((key) -> held.stream().noneMatch((lock) -> key.toString().startsWith(lock.toString())))
				.toList();
			if (!free.isEmpty()) {
				operator.send(Stream.concat(Stream.of("DEL"), free.stream()).toArray());
			}
		});
	}

	@Override
	public long size() {
		return operators().stream().mapToLong((operator) -> (Long) operator.send("DBSIZE")).sum();
	}

	private List<Operator> operators() {
		return this.ports.stream().map(Operator::new).toList();
	}

}
